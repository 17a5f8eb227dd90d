import { en, formEn, outcomeEn, resultEn, type Messages } from './en.ts'
import { frameEn, frameLabelsEn } from './frame-en.ts'
import type { Language, Texts } from './language.ts'
import { ar } from './languages/ar.ts'
import { de } from './languages/de.ts'
import { es } from './languages/es.ts'
import { fr } from './languages/fr.ts'
import { he } from './languages/he.ts'
import { hi } from './languages/hi.ts'
import { it } from './languages/it.ts'
import { ja } from './languages/ja.ts'
import { mn } from './languages/mn.ts'
import { nl } from './languages/nl.ts'
import { pl } from './languages/pl.ts'
import { ptBr } from './languages/pt-br.ts'
import { ptPt } from './languages/pt-pt.ts'
import { ru } from './languages/ru.ts'
import { zhCn } from './languages/zh-cn.ts'
import { mailEn } from './mail-en.ts'
import { pageEn } from './page-en.ts'
import { stripeEn } from './stripe-en.ts'
import { textsTag } from './texts-tag.ts'
import { withdrawalEn } from './withdrawal-en.ts'

export const messagesOf = ({ form, outcome, result }: Texts): Messages => ({
  ...form,
  ...outcome,
  ...result,
})

/**
 * The texts that our own page needs before the second file brings its own. The other texts of the
 * form are already in the page's HTML, and the script never draws the form there: a buyer returns
 * to it only by loading a page.
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
  'summary.tax',
  'summary.held',
  'contact.email',
  'card.title',
  'card.frame',
  'card.unreachable.do',
  'agree.label',
  'payment.pay',
  'problem.offline',
] as const satisfies (keyof Texts['form'])[]

export const ownPageTexts = ({ form }: Pick<Texts, 'form'>): Partial<Messages> =>
  Object.fromEntries(OWN_PAGE.map((key) => [key, form[key]]))

/**
 * The built script knows a text by its index in this list. With names, the file of a language would
 * be a quarter larger, and over its budget.
 */
export const MESSAGE_KEYS = Object.keys(en) as (keyof Messages)[]

/**
 * A list with each text at its index. Other texts are empty, or missing at the end.
 */
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
  mail: mailEn,
  withdrawal: withdrawalEn,
  card: frameEn,
  cardLabels: frameLabelsEn,
  stripe: stripeEn,
}

/**
 * Every language that there is, by its tag. The server and the build choose among them, and the
 * element loads the one that it needs.
 */
export const LANGUAGES: Readonly<Record<string, Language>> = {
  en: english,
  es,
  fr,
  de,
  it,
  nl,
  pl,
  'pt-BR': ptBr,
  'pt-PT': ptPt,
  ru,
  mn,
  'zh-CN': zhCn,
  ja,
  hi,
  ar,
  he,
}

const british: Language = { ...english, page: { ...pageEn, color: 'Colour' } }

/** `tag` may have a region: `de-AT` gets the German texts. */
export const languageOf = (tag: string): Language =>
  /^en-(?!US|PH)/.test(tag)
    ? british
    : (Object.entries(LANGUAGES).find(([one]) => textsTag(one) === textsTag(tag))?.[1] ?? english)
