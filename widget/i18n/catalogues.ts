import { en, formEn, outcomeEn, resultEn, type Messages } from './en.ts'
import { frameEn, frameLabelsEn } from './frame-en.ts'
import type { Language, Texts } from './language.ts'
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

/** Every text of the checkout in one language. */
export const messagesOf = ({ form, outcome, result }: Texts): Messages => ({
  ...form,
  ...outcome,
  ...result,
})

/**
 * What our own page says before it has the texts of what comes of the form. The rest of the form's
 * is said only by an element that draws the form itself: here the form is in the page, and whoever
 * leaves it for another screen never comes back without loading a page.
 */
const OWN_PAGE = [
  'page.back',
  'page.title',
  'error.broken',
  'summary.quantity',
  'summary.each',
  'summary.subtotal',
  'summary.delivery',
  'summary.collection',
  'summary.free',
  'summary.total',
  'summary.held',
  'card.title',
  'card.frame',
  'card.unreachable.do',
  'payment.pay',
  'problem.offline',
] as const satisfies (keyof Texts['form'])[]

export const ownPageTexts = ({ form }: Pick<Texts, 'form'>): Partial<Messages> =>
  Object.fromEntries(OWN_PAGE.map((key) => [key, form[key]]))

/**
 * The built script knows a text by its place among these: with names the file of a language would be
 * a quarter larger, which is over its budget.
 */
export const MESSAGE_KEYS = Object.keys(en) as (keyof Messages)[]

/** Each in its place; the others are empty there, or behind the end. */
export const messageList = (texts: Partial<Messages>) =>
  MESSAGE_KEYS.slice(0, MESSAGE_KEYS.findLastIndex((key) => key in texts) + 1).map(
    (key) => texts[key] ?? '',
  )

const english: Language = {
  name: 'English',
  form: formEn,
  outcome: outcomeEn,
  result: resultEn,
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
