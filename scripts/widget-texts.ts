import { createHash } from 'node:crypto'
import { LANGUAGES, isOfForm, isOfResult, messageList } from '../widget/i18n/catalogues.ts'
import { en } from '../widget/i18n/en.ts'
import { minifyCss } from './minify-css.ts'
import { outcomes, shadow } from '../widget/styles/shadow.styles.ts'

export const integrityOf = (text: string) =>
  `sha384-${createHash('sha384').update(text).digest('base64')}`
export const hashOf = (text: string) => createHash('sha256').update(text).digest('hex').slice(0, 10)

const languageIn = (tag: string) => tag.split('-', 1)[0]!

/** Each with a comma behind it. */
export const languagesThere = `${Object.keys(LANGUAGES).map(languageIn).join()},`

const SHEETS_OF = { form: minifyCss(shadow), outcomes: minifyCss(outcomes) }
const ENGLISH = (['form', 'outcomes'] as const).map((of) => {
  const messages = messageList(en, (key) => isOfForm(key) === (of === 'form'))
  return { of, tag: 'en', text: JSON.stringify({ messages, css: SHEETS_OF[of] }) }
})
const PARTS_OF_TEXTS = {
  form: isOfForm,
  outcomes: (key: string) => !isOfForm(key) && !isOfResult(key),
  results: isOfResult,
}
const OTHERS = Object.entries(LANGUAGES)
  .filter(([tag]) => tag !== 'en')
  .flatMap(([tag, { messages }]) =>
    Object.entries(PARTS_OF_TEXTS).map(([of, isOf]) => ({
      of,
      tag: languageIn(tag),
      text: JSON.stringify(messageList(messages, isOf)),
    })),
  )
/**
 * Texts of the form, and of what comes of it, in each language; the English ones bring the sheet for
 * merchants' pages with them.
 */
export const TEXTS = [...ENGLISH, ...OTHERS]
export const TEXTS_HASH = hashOf(JSON.stringify(TEXTS))

/** Of the files with a sheet. */
export const TEXTS_INTEGRITY = Object.fromEntries(
  TEXTS.filter(({ tag }) => tag === 'en').map(({ of, text }) => [of, integrityOf(text)]),
)
