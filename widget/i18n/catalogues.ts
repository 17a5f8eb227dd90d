import { en, type Messages } from './en.ts'
import { frameEn, frameLabelsEn } from './frame-en.ts'
import type { FrameTexts, Language } from './language.ts'
import { ar } from './languages/ar.ts'
import { de } from './languages/de.ts'
import { es } from './languages/es.ts'
import { fr } from './languages/fr.ts'
import { he } from './languages/he.ts'
import { hi } from './languages/hi.ts'
import { ja } from './languages/ja.ts'
import { mn } from './languages/mn.ts'
import { ptBr } from './languages/pt-br.ts'
import { ru } from './languages/ru.ts'
import { zhCn } from './languages/zh-cn.ts'
import { pageEn } from './page-en.ts'
import { stripeEn } from './stripe-en.ts'

/**
 * The built script knows a text by its place in this list: the names would be a tenth of what it
 * loads.
 */
export const MESSAGE_KEYS: readonly string[] = Object.keys(en)

/** In the order of the keys; those that nobody needs there are empty, or behind the end. */
export function messageList(messages: Messages, isNeeded = (_key: string) => true) {
  const keys = Object.keys(en)
  return keys
    .slice(0, keys.findLastIndex(isNeeded) + 1)
    .map((key) => (isNeeded(key) ? messages[key as keyof Messages] : ''))
}

/** The same for the card fields. */
export const FRAME_KEYS: readonly string[] = Object.keys(frameEn)

export const frameTextList = (texts: FrameTexts) =>
  FRAME_KEYS.map((key) => texts[key as keyof FrameTexts])

export const placeOf = (key: string): number | undefined =>
  [MESSAGE_KEYS, FRAME_KEYS].map((keys) => keys.indexOf(key)).find((place) => place >= 0)

/** What the form says before anything has come of it; a merchant's page loads these first. */
export const isOfForm = (key: string) =>
  /^(?:page\.(?:back|loading|title)|summary\..*|contact\.(?:title|name|phone(?:\.hint)?|email)|field\.optional|delivery\.(?:method|place(?:\.hint)?)|card\.(?!page|unreachable$).*|agree\.label|payment\.(?:pay|title)|problem\.offline|error\.broken)$/.test(
    key,
  )

/** What stands in the place of the form once that is over; a file of its own, so that none is large. */
export const isOfResult = (key: string) =>
  !isOfForm(key) && /^(?:complete|expired|again|unavailable|error)\./.test(key)

/**
 * What our own page says before it has the texts of what comes of the form. The rest of the form's
 * is said only by an element that draws the form itself: here the form is in the page, and whoever
 * leaves it for another screen never comes back without loading a page.
 */
export const isOfOwnPage = (key: string) =>
  /^(?:page\.(?:back|title)|summary\.(?!title).*|card\.(?:title|frame|unreachable\.do)|payment\.pay|problem\.offline|error\.broken)$/.test(
    key,
  )

const english: Language = {
  name: 'English',
  messages: en,
  page: pageEn,
  card: frameEn,
  cardLabels: frameLabelsEn,
  stripe: stripeEn,
}

/**
 * Every language there is, by its tag; the server and the build choose from these, the element
 * loads the one it needs.
 */
export const LANGUAGES: Readonly<Record<string, Language>> = {
  en: english,
  es,
  fr,
  de,
  'pt-BR': ptBr,
  ru,
  mn,
  'zh-CN': zhCn,
  ja,
  hi,
  ar,
  he,
}

const first = (tag: string) => tag.split('-', 1)[0]

/** `tag`: one of ours, with a region or without: `de-AT` reads German. */
export const languageOf = (tag: string): Language =>
  Object.entries(LANGUAGES).find(([one]) => first(one) === first(tag))?.[1] ?? english
