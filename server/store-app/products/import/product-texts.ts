import { ProductSafety } from '../../../contract/product-safety.ts'
import {
  MOST_LANGUAGES,
  type ProductTranslations,
  ProductWords,
} from '../../../contract/translations.ts'
import { SAFETY_FIELDS } from '../safety-fields.ts'

type WordField = keyof ProductWords
type LanguageColumn = `${WordField}:${string}`
export type TextColumn = (typeof SAFETY_FIELDS)[number] | LanguageColumn

/** By their columns; null where a product has no such text. */
export type Texts = { [Column in TextColumn]?: string | null | undefined }

export type ProductTexts = { translations: ProductTranslations; safety: ProductSafety | null }

export const languageColumns = (tag: string): LanguageColumn[] => [
  `name:${tag}`,
  `description:${tag}`,
]

/** The tag may be any text. */
export function languageColumn(column: string): { field: WordField; tag: string } | undefined {
  const [, field, tag = ''] = /^(name|description):(.*)$/.exec(column) ?? []
  return field === 'name' || field === 'description' ? { field, tag } : undefined
}

const safetyFieldOf = (column: string) => SAFETY_FIELDS.find((field) => field === column)

/** What the contract says of this column's text. */
export function textSchema(column: string) {
  const field = safetyFieldOf(column)
  const words = languageColumn(column)
  return field ? ProductSafety.shape[field] : words && ProductWords.shape[words.field]
}

export const isTextColumn = (column: string): column is TextColumn =>
  textSchema(column) !== undefined

export const toTexts = ({ translations, safety }: ProductTexts): Texts => ({
  ...safety,
  ...Object.fromEntries(
    Object.entries(translations).flatMap(([tag, words]) =>
      Object.entries(words).map(([field, text]) => [`${field}:${tag}`, text]),
    ),
  ),
})

/** With the column and the reason of what a product cannot have. */
export function fromTexts(texts: Texts): ProductTexts & { problems: [TextColumn, string][] } {
  const translations: ProductTranslations = {}
  const problems: [TextColumn, string][] = []
  for (const [column, text] of Object.entries(texts)) {
    const { field, tag } = languageColumn(column) ?? {}
    if (typeof text !== 'string' || !field || !tag) continue
    translations[tag] = { ...translations[tag], [field]: text }
    if (Object.keys(translations).length > MOST_LANGUAGES)
      problems.push([`${field}:${tag}`, TOO_MANY_LANGUAGES])
  }
  const { manufacturer } = texts
  const others = SAFETY_FIELDS.flatMap((field) => (texts[field] ? [[field, texts[field]]] : []))
  if (!manufacturer && others.length > 0) problems.push(['manufacturer', NO_MANUFACTURER])
  const safety = manufacturer ? { manufacturer, ...Object.fromEntries(others) } : null
  return { translations, safety, problems }
}

const NO_MANUFACTURER = 'Enter a manufacturer, or leave the other texts of safety empty, too.'
const TOO_MANY_LANGUAGES = `A product can have ${MOST_LANGUAGES} languages at most.`
