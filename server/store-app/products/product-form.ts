import { priceText } from '../../checkout/money.ts'
import type * as z from 'zod'
import { MAX_QUANTITY } from '../../contract/fields.ts'
import { findAlike, isSameVariant, newName, quoted } from '../../contract/names.ts'
import { PutProductRequest, Slug } from '../../contract/platform/platform.ts'
import type { NewVariant, ProductFields } from '../../checkout/sessions/catalogue.ts'
import {
  type FieldErrors,
  type FormFields,
  type FormInput,
  inputField,
  textAreaField,
  toLines,
} from '../frame/forms.ts'
import { WITHDRAWAL_DAYS } from '../../checkout/orders/withdrawal.ts'
import { html } from '../../web/html.ts'
import { type Money, withLatinDigits } from '../frame/price.ts'
import type { Viewer } from '../frame/store-app-context.ts'
import {
  COUNT_PROBLEM,
  DAYS_PROBLEM,
  MAX_VARIANTS,
  MOST_PROBLEM,
  TOO_MANY_VARIANTS,
} from './product-limits.ts'
import { parseProductPrice } from './product-views.ts'
import { foldedView } from '../frame/sections.ts'
import { readTranslations, translationFields } from '../frame/fields/translation-fields.ts'
import { readSafety, safetyFields } from './safety-fields.ts'
import { ownWords } from '../../web/own-words.ts'

const {
  description: Description,
  variants: Variants,
  maxPerOrder: Most,
  withdrawalDays: Days,
  withdrawalReason: Reason,
} = PutProductRequest.shape
const { stock: Stock } = Variants.element.shape
const Name = newName(200)
const VariantName = Name.nullable()

/** What the contract has against a value, as a sentence that begins with `label`. */
export function problemOf(schema: z.ZodType, value: unknown, label: string) {
  const issue = schema.safeParse(value, { error: ownWords }).error?.issues[0]
  return issue && `${label} ${reasonOf(issue)}.`
}

export const reasonOf = (issue: z.core.$ZodIssue) =>
  issue.code === 'too_big'
    ? `can ${issue.origin === 'string' ? `have ${issue.maximum} characters` : `be ${issue.maximum}`} at most`
    : issue.message

/** What a form of a product holds, and what is wrong with it. */
export type Form = { fields: FormFields; errors: FieldErrors }

type Reading = Money & { errors: FieldErrors }

export const productFields = (typed: FormInput, { store: { currency } }: Viewer) => [
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
  html`<div class="pair">
    ${inputField({
      typed,
      name: 'withdrawalDays',
      label: 'Days to withdraw from the contract',
      hint: 'From the day on which buyers have the goods. 0: they cannot withdraw.',
      attributes: html`required inputmode="numeric" maxlength="3" autocomplete="off"`,
    })}
    ${inputField({
      typed,
      name: 'withdrawalReason',
      label: 'Why they cannot withdraw (optional)',
      hint: 'Buyers read it before they pay, such as “Made to your measures.”',
      attributes: html`maxlength="200" dir="auto" autocomplete="off"`,
    })}
  </div>`,
  foldedView(typed, { summary: 'Units per order (optional)', names: ['maxPerOrder'] }, [
    inputField({
      typed,
      name: 'maxPerOrder',
      label: 'Most units in one order',
      hint: `From 1 to ${MAX_QUANTITY}; empty for ${MAX_QUANTITY}.`,
      attributes: html`inputmode="numeric" maxlength="3" autocomplete="off"`,
    }),
  ]),
  safetyFields(typed),
  translationFields(typed, { of: 'product' }),
]

/** Reads these fields; problems go into `errors`. */
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
  const most = readWhole(fields['maxPerOrder'], Most, MAX_QUANTITY)
  const days = readWhole(fields['withdrawalDays'], Days, WITHDRAWAL_DAYS)
  const reason = (fields['withdrawalReason'] ?? '').trim() || null
  note(errors, 'maxPerOrder', most === undefined ? MOST_PROBLEM : undefined)
  note(errors, 'withdrawalDays', days === undefined ? DAYS_PROBLEM : undefined)
  note(errors, 'withdrawalReason', problemOf(Reason, reason, 'The reason'))
  return {
    name,
    description: description === '' ? null : description,
    price: price.amount ?? 0,
    maxPerOrder: most ?? MAX_QUANTITY,
    withdrawalDays: days ?? WITHDRAWAL_DAYS,
    withdrawalReason: reason,
    safety: readSafety(fields, errors),
    translations: readTranslations(fields, { of: 'product', errors }),
  }
}

/** Undefined when the schema refuses the number. */
const readWhole = (
  text: string | undefined,
  schema: z.ZodType<number | undefined>,
  otherwise: number,
) => (!text ? otherwise : schema.safeParse(parseWhole(text) ?? null).data)

export function note(errors: FieldErrors, field: string, problem: string | undefined) {
  if (problem !== undefined) errors[field] ??= problem
}

/** "Linen shirt, white" becomes `linen-shirt-white`. Letters of all scripts stay. */
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

/** Names between commas, each once. */
const namesOf = (text: string) => [
  ...new Set(
    text
      .split(/[,،、\n]/)
      .map((name) => name.trim())
      .filter((name) => name !== ''),
  ),
]

/** A count; empty for none, undefined when the text is no count. */
export function parseCount(text: string) {
  const digits = withLatinDigits(text).replaceAll(/\s/g, '')
  const count = /^\d{0,10}$/.test(digits) ? Stock.safeParse(Number(digits)) : undefined
  return count?.success ? count.data : undefined
}

function alikeProblem(names: string[]) {
  const alike = findAlike(
    names.map((size) => ({ size, colorName: null })),
    [],
  )
  return (
    alike && `${quoted(alike.variant)} looks the same as ${quoted(alike.other)}: write one of them.`
  )
}

/** All combinations of sizes and colors, each with the stock. */
export function readCombinations(fields: FormFields, errors: FieldErrors): NewVariant[] {
  const [sizes, colors] = [namesOf(fields['sizes'] ?? ''), namesOf(fields['colors'] ?? '')]
  const stock = parseCount(fields['stock'] ?? '')
  for (const name of sizes) note(errors, 'sizes', problemOf(Name, name, 'A size'))
  for (const name of colors) note(errors, 'colors', problemOf(Name, name, 'A color'))
  note(errors, 'sizes', alikeProblem(sizes))
  note(errors, 'colors', alikeProblem(colors))
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

/** Undefined when the text is no whole number. */
export function parseWhole(text: string) {
  const digits = withLatinDigits(text).trim()
  return /^\d+$/.test(digits) ? Number(digits) : undefined
}

/** The rows for new variants in a product's form. */
export const EMPTY_ROWS = [1, 2, 3]
export const ROW_FIELDS = EMPTY_ROWS.flatMap((row) => [
  `size-${row}`,
  `color-${row}`,
  `stock-${row}`,
])

type Rows = { kept: { size: string | null; colorName: string | null }[]; errors: FieldErrors }

export function readRows(fields: FormFields, { kept, errors }: Rows) {
  const added: NewVariant[] = []
  for (const row of EMPTY_ROWS) {
    const [size, colorName, count] = ['size', 'color', 'stock'].map((name) =>
      (fields[`${name}-${row}`] ?? '').trim(),
    )
    if (!size && !colorName && !count) continue
    const stock = parseCount(count ?? '')
    const variant = { size: size || null, colorName: colorName || null, stock: stock ?? 0 }
    const others = [...kept, ...added]
    const alike = findAlike([...others, variant], kept)
    if (others.some(isSameVariant(variant)))
      note(errors, `size-${row}`, 'The product has this size and color already.')
    else if (alike)
      note(errors, `size-${row}`, `${quoted(variant)} looks the same as ${quoted(alike.other)}.`)
    note(errors, `size-${row}`, problemOf(VariantName, variant.size, 'A size'))
    note(errors, `color-${row}`, problemOf(VariantName, variant.colorName, 'A color'))
    if (stock === undefined) note(errors, `stock-${row}`, COUNT_PROBLEM)
    added.push(variant)
  }
  return added
}
