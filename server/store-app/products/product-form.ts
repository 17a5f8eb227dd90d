import type * as z from 'zod'
import { PutProductRequest, Slug } from '../../contract/platform.ts'
import type { NewVariant, ProductFields } from '../../checkout/catalogue.ts'
import {
  type FieldErrors,
  type FormFields,
  type Typed,
  inputField,
  textAreaField,
  toLines,
} from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { withLatinDigits, priceText } from '../frame/price.ts'
import type { Viewer } from '../frame/store-app-context.ts'
import { type Money, parseProductPrice } from './product-views.ts'

const { name: Name, description: Description, variants: Variants } = PutProductRequest.shape
const { size: VariantName, stock: Stock } = Variants.element.shape

/** What the contract has against a value, as a sentence about what `label` names. */
export function problemOf(schema: z.ZodType, value: unknown, label: string) {
  const issue = schema.safeParse(value).error?.issues[0]
  return issue && `${label} ${reasonOf(issue)}.`
}

export const reasonOf = (issue: z.core.$ZodIssue) =>
  issue.code === 'too_big'
    ? `can ${issue.origin === 'string' ? `have ${issue.maximum} characters` : `be ${issue.maximum}`} at most`
    : issue.message

type Reading = Money & { errors: FieldErrors }

/** What the forms of new and of changed products have in common. */
export const productFields = (typed: Typed, { store: { currency } }: Viewer) => [
  inputField({
    typed,
    name: 'name',
    label: 'Name',
    attributes: html`required maxlength="200" autocomplete="off"`,
  }),
  inputField({
    typed,
    name: 'price',
    label: `Price in ${currency}`,
    hint: `Such as ${priceText(1990, currency)}`,
    attributes: html`required inputmode="decimal" autocomplete="off"`,
  }),
  textAreaField({
    typed,
    name: 'description',
    label: 'Description (optional)',
    attributes: html`maxlength="5000"`,
  }),
]

/**
 * What is in these fields; what is wrong goes into `errors`.
 */
export function readProductFields(
  fields: FormFields,
  { errors, ...money }: Reading,
): ProductFields {
  const name = (fields['name'] ?? '').trim()
  const description = toLines(fields['description'] ?? '')
  const price = parseProductPrice(fields['price'] ?? '', money)
  note(errors, 'name', problemOf(Name, name, 'The name'))
  note(errors, 'price', price.problem)
  note(errors, 'description', problemOf(Description, description, 'The description'))
  return { name, description: description === '' ? null : description, price: price.amount ?? 0 }
}

export function note(errors: FieldErrors, field: string, problem: string | undefined) {
  if (problem !== undefined) errors[field] ??= problem
}

/** "Linen shirt, white" is `linen-shirt-white`; letters of any script stay. */
export const proposeSlug = (name: string) =>
  name
    .normalize('NFKD')
    .replaceAll(/[\u0300-\u036f]/g, '')
    .normalize('NFC')
    .toLowerCase()
    .slice(0, 80)
    .replaceAll(/[^\p{L}\p{M}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '') || 'product'

export const slugProblem = (slug: string) =>
  problemOf(Slug, slug, 'The slug') ??
  (/^[\p{L}\p{M}\p{N}]+(?:[-_.][\p{L}\p{M}\p{N}]+)*$/u.test(slug) && slug === slug.toLowerCase()
    ? undefined
    : 'Use small letters, digits and hyphens for the slug, such as linen-shirt.')

/** Names separated by commas, each once. */
const namesOf = (text: string) => [
  ...new Set(
    text
      .split(/[,،、\n]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]

/** A count as it is typed, empty for none; undefined when it is no count. */
export function parseCount(text: string) {
  const digits = withLatinDigits(text).replaceAll(/\s/g, '')
  const count = /^\d{0,10}$/.test(digits) ? Stock.safeParse(Number(digits)) : undefined
  return count?.success ? count.data : undefined
}

export const MAX_VARIANTS = 500
export const TOO_MANY_VARIANTS = `A product can have ${MAX_VARIANTS} variants at most.`

export const COUNT_PROBLEM = 'Write the stock as a whole number, such as 25.'

/** All combinations of the sizes and colours, each with the stock. */
export function readCombinations(fields: FormFields, errors: FieldErrors): NewVariant[] {
  const [sizes, colors] = [namesOf(fields['sizes'] ?? ''), namesOf(fields['colors'] ?? '')]
  const stock = parseCount(fields['stock'] ?? '')
  for (const name of sizes) note(errors, 'sizes', problemOf(VariantName, name, 'A size'))
  for (const name of colors) note(errors, 'colors', problemOf(VariantName, name, 'A color'))
  const orNone = (names: string[]) => (names.length === 0 ? [null] : names)
  const isTooMany = orNone(sizes).length * orNone(colors).length > MAX_VARIANTS
  if (isTooMany) note(errors, 'sizes', TOO_MANY_VARIANTS)
  note(errors, 'stock', stock === undefined ? COUNT_PROBLEM : undefined)
  return isTooMany
    ? []
    : orNone(sizes).flatMap((size) =>
        orNone(colors).map((colorName) => ({ size, colorName, stock: stock ?? 0 })),
      )
}

/** The rows for new variants that the form of a product offers. */
export const EMPTY_ROWS = [1, 2, 3]

type Rows = { kept: { size: string | null; colorName: string | null }[]; errors: FieldErrors }

/** The rows that somebody has filled in. */
export function readRows(fields: FormFields, { kept, errors }: Rows) {
  const added: NewVariant[] = []
  for (const row of EMPTY_ROWS) {
    const [size, colorName, count] = ['size', 'color', 'stock'].map((name) =>
      (fields[`${name}-${row}`] ?? '').trim(),
    )
    if (!size && !colorName && !count) continue
    const stock = parseCount(count ?? '')
    const variant = { size: size || null, colorName: colorName || null, stock: stock ?? 0 }
    const isTaken = [...kept, ...added].some(
      (other) => other.size === variant.size && other.colorName === variant.colorName,
    )
    if (isTaken) note(errors, `size-${row}`, 'The product has this size and color already.')
    note(errors, `size-${row}`, problemOf(VariantName, variant.size, 'A size'))
    note(errors, `color-${row}`, problemOf(VariantName, variant.colorName, 'A color'))
    if (stock === undefined) note(errors, `stock-${row}`, COUNT_PROBLEM)
    added.push(variant)
  }
  return added
}
