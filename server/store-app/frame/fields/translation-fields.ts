import {
  OptionTranslations,
  ProductTranslations,
  canonicalTag,
} from '../../../contract/translations.ts'
import { PAGE_LANGUAGES } from '../../../web/requests/wanted-languages.ts'
import { html } from '../../../web/html.ts'
import { foldedView } from '../sections.ts'
import {
  type FieldErrors,
  type FormFields,
  type FormInput,
  hiddenField,
  inputField,
  parseFields,
  selectField,
  textAreaField,
  toLines,
} from '../forms.ts'

const NAMES = new Intl.DisplayNames('en', { type: 'language' })

/** Of any text. What comes after a language, as in `en-x-loom`, has no name. */
function nameOf(text: string) {
  const tag = canonicalTag(text)
  return (tag && NAMES.of(new Intl.Locale(tag).baseName)) ?? text
}

const MOST_ROWS = 21

const fieldsOf = (row: number) => ({
  language: `language-${row}`,
  name: `translated-name-${row}`,
  description: `translated-description-${row}`,
})

/** Those that the fields have, and one that is empty. */
function rowsIn(fields: FormFields = {}) {
  const isUsed = (row: number) => Object.values(fieldsOf(row)).some((name) => fields[name])
  const rows = Array.from({ length: MOST_ROWS }, (_, index) => index + 1)
  return rows.slice(0, rows.findLastIndex(isUsed) + 2)
}

/** What the form holds at first. It sends that along, so that it changes only what a member does. */
export const translationTexts = (
  translations: ProductTranslations | OptionTranslations = {},
): FormFields => ({
  ...Object.fromEntries(
    [...Object.entries(translations), ['', {}] as const].flatMap(([tag, words], index) => {
      const names = fieldsOf(index + 1)
      const { name = '', description = '' }: ProductTranslations[string] = words
      return [
        [names.language, tag],
        [names.name, name],
        [names.description, description],
      ]
    }),
  ),
  translations: JSON.stringify(translations),
})

const SCHEMAS = { product: ProductTranslations, option: OptionTranslations }

/** An option has names alone. */
type Words = { of: keyof typeof SCHEMAS }

function rowView(typed: FormInput, row: number, { of }: Words) {
  const names = fieldsOf(row)
  const tag = typed.fields?.[names.language] ?? ''
  const tags =
    PAGE_LANGUAGES.includes(tag) || tag === '' ? PAGE_LANGUAGES : [...PAGE_LANGUAGES, tag]
  const language = selectField({
    typed,
    name: names.language,
    label: 'Language',
    options: [
      { value: '', text: 'Choose one' },
      ...tags.map((value) => ({ value, text: nameOf(value) })),
    ],
  })
  const name = inputField({
    typed,
    name: names.name,
    label: 'Called',
    attributes: html`maxlength="${of === 'product' ? 200 : 120}" dir="auto" autocomplete="off"`,
  })
  return html`<div class="pair">${language} ${name}</div>
    ${
      of === 'product'
        ? textAreaField({
            typed,
            name: names.description,
            label: 'Described as (optional)',
            attributes: html`rows="3" maxlength="5000" dir="auto"`,
          })
        : undefined
    }`
}

/** A row for each language that there is, and an empty one; a row without words is no language. */
export const translationFields = (typed: FormInput, words: Words) => {
  const rows = rowsIn(typed.fields)
  const names = rows.flatMap((row) => Object.values(fieldsOf(row)))
  return foldedView(typed, { summary: 'Other languages (optional)', names }, [
    html`<p class="hint">
      Buyers whose page is in one of these languages read it; all others read what is above. Save to
      get one more row, and empty a row to take its language away.
    </p>`,
    hiddenField('translations', typed.fields?.['translations'] ?? '{}'),
    ...rows.map((row) => rowView(typed, row, words)),
  ])
}

/** Problems go into `errors`. */
export function readTranslations(
  fields: FormFields,
  { of, errors }: Words & { errors: FieldErrors },
): ProductTranslations {
  const read: ProductTranslations = {}
  for (const row of rowsIn(fields)) {
    const names = fieldsOf(row)
    const name = (fields[names.name] ?? '').trim()
    const description = toLines(fields[names.description] ?? '')
    const tag = canonicalTag(fields[names.language] ?? '')
    if (name === '' && description === '') continue
    const words = { ...(name !== '' && { name }), ...(description !== '' && { description }) }
    if (tag === undefined) errors[names.language] = 'Choose the language of these words.'
    else if (read[tag]) errors[names.language] = `${nameOf(tag)} is there twice: empty one of them.`
    else {
      const { errors: wrong = {} } = parseFields(SCHEMAS[of], { [tag]: words })
      for (const field of ['name', 'description'] as const) {
        const problem = wrong[`${tag}.${field}`]
        if (problem) errors[names[field]] = `The ${field} ${problem}.`
      }
      read[tag] = words
    }
  }
  const { value, errors: wrong } = parseFields(ProductTranslations, read)
  if (wrong?.['']) errors[fieldsOf(1).language] = 'There can be 20 languages at most.'
  return value ?? {}
}

/** Whether a member has changed them. */
export const isTranslated = (fields: FormFields, read: ProductTranslations) =>
  JSON.stringify(read) !== (fields['translations'] ?? '{}')
