import { createHash } from 'node:crypto'
import { LANGUAGES, languageOf, messageList } from '../widget/i18n/catalogues.ts'
import { textsTag } from '../widget/i18n/texts-tag.ts'
import { minifyCss } from './minify-css.ts'
import { outcomes, shadow } from '../widget/styles/shadow.styles.ts'

export const integrityOf = (text: string) =>
  `sha384-${createHash('sha384').update(text).digest('base64')}`
export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 10)

export const languagesThere = [
  ...new Set(Object.keys(LANGUAGES).map((tag) => tag.slice(0, 2))),
].join()

const english = languageOf('en')
const ENGLISH = [
  { of: 'form', texts: english.form, sheet: shadow },
  { of: 'outcomes', texts: { ...english.outcome, ...english.result }, sheet: outcomes },
].map(({ of, texts, sheet }) => ({
  of,
  tag: 'en',
  text: JSON.stringify({ messages: messageList(texts), css: minifyCss(sheet) }),
}))
/** The outcomes' texts are split in two, so that no file is large. */
const OTHERS = Object.entries(LANGUAGES)
  .filter(([tag]) => tag !== 'en')
  .flatMap(([tag, { form, outcome, result }]) =>
    Object.entries({ form, outcomes: outcome, results: result }).map(([of, texts]) => ({
      of,
      tag: textsTag(tag),
      text: JSON.stringify(messageList(texts)),
    })),
  )
/** The texts of the form and its outcome. The English ones bring merchants' pages' sheet. */
export const TEXTS = [...ENGLISH, ...OTHERS]
export const TEXTS_HASH = hashOf(JSON.stringify(TEXTS))

/** For files with a sheet. */
export const TEXTS_INTEGRITY = Object.fromEntries(
  TEXTS.filter(({ tag }) => tag === 'en').map(({ of, text }) => [of, integrityOf(text)]),
)
