import { WITHDRAWAL_DAYS } from '../../../checkout/orders/withdrawal.ts'
import { MAX_QUANTITY } from '../../../contract/fields.ts'
import { type VariantNames, findAlike, quoted } from '../../../contract/names.ts'
import type { FileProblem } from './import-file.ts'
import type { FileProduct, ProductColumns, StatedProduct } from './product-imports.ts'
import { type ProductTexts, fromTexts, languageColumn, toTexts } from './product-texts.ts'
import { COUNT_PROBLEM, MAX_VARIANTS, TOO_MANY_VARIANTS } from '../product-limits.ts'

/** A product after the import. `variants`: those that are new, or counted otherwise. */
export type ImportedProduct = ProductColumns &
  ProductTexts & {
    slug: string
    isNew: boolean
    isChanged: boolean
    variants: { size: string | null; colorName: string | null; stock: number | null }[]
  }

const NEW = {
  description: null,
  archived: false,
  max_per_order: MAX_QUANTITY,
  image_url: null,
  withdrawal_days: WITHDRAWAL_DAYS,
  withdrawal_reason: null,
  translations: {},
  safety: null,
}

const isNameless = ({ size, colorName }: VariantNames) => size === null && colorName === null

/** A file has no white space around texts, so a text that is there keeps its own. */
const isSame = (value: unknown, there: unknown) =>
  value === there || (typeof there === 'string' && there.trim() === (value ?? ''))

const keyOf = ({ size, colorName }: VariantNames) => JSON.stringify([size, colorName])

const looseKeyOf = ({ size, colorName }: VariantNames) =>
  keyOf({ size: size?.trim() ?? null, colorName: colorName?.trim() ?? null })

type Row = StatedProduct['variants'][number] & {
  before: FileProduct['variants'][number] | undefined
}

/** What the file says otherwise. */
function changesIn(stated: object, current: object) {
  const before = new Map<string, unknown>(Object.entries(current))
  return Object.entries(stated).filter(
    ([name, value]) => value !== undefined && !isSame(value, before.get(name) ?? null),
  )
}

/** What the file makes of a product. What it does not say stays as it is. */
export function importProduct(
  stated: StatedProduct,
  current: FileProduct | undefined,
): { product: ImportedProduct; problems: FileProblem[] } {
  const said = changesIn(stated.columns, { ...NEW, ...current })
  const textsBefore = toTexts(current ?? NEW)
  const saidTexts = changesIn(
    Object.fromEntries(stated.texts.map(({ column, text }) => [column, text])),
    textsBefore,
  )
  const { problems, ...texts } = fromTexts({ ...textsBefore, ...Object.fromEntries(saidTexts) })
  const rows = rowsOf(stated, current)
  const variants = rows
    .filter((row) => !row.before || (row.stock !== null && row.stock !== row.before.stock))
    .map(({ size, colorName, stock }) => ({ size, colorName, stock }))
  const { name, price } = stated.columns
  const isNew = current === undefined
  return {
    product: {
      ...NEW,
      name,
      price,
      ...current,
      ...Object.fromEntries(said),
      ...texts,
      slug: stated.slug,
      isNew,
      isChanged: isNew || said.length + saidTexts.length + variants.length > 0,
      variants,
    },
    problems: [
      ...problemsOf(stated, { rows, current }),
      ...problems.map(([column, text]) => {
        const { line } = stated.texts.find((one) => one.column === column) ?? stated
        return { line, column, text }
      }),
    ],
  }
}

/** The variants of the lines. A line without one may be about the product alone. */
function rowsOf({ variants }: StatedProduct, current: FileProduct | undefined): Row[] {
  const there = current?.variants ?? []
  const known = new Map([
    ...there.map((one) => [looseKeyOf(one), one] as const),
    ...there.map((one) => [keyOf(one), one] as const),
  ])
  return variants
    .filter((one) => one.stock !== null || !isNameless(one) || !current || there.some(isNameless))
    .map((one): Row => {
      const before = known.get(keyOf(one))
      const { size, colorName } = before ?? one
      return { ...one, size, colorName, before }
    })
}

/** Only a description may have several lines. Spaces without width may stand between letters. */
const CONTROL = /[\p{Cc}\p{Zl}\p{Zp}]|^[\u200b\u2060]|[\u200b\u2060]$/u

const codeOf = (found: string) => found.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')

type ProductRows = { rows: Row[]; current: FileProduct | undefined }

/** What speaks against the file beside what is there already. */
function problemsOf(
  { line, slug, columns, texts: said }: StatedProduct,
  { rows, current }: ProductRows,
) {
  const problems: FileProblem[] = []
  const there = current?.variants ?? []
  const added = rows.filter(({ before }) => !before)
  const texts = new Set<unknown>(
    [current, current && toTexts(current), ...there].flatMap((one) => Object.values(one ?? {})),
  )
  const report = (at: number, column: string, text: string) =>
    problems.push({ line: at, column, text })
  /** What has control characters already may keep them. */
  const checkControl = (at: number, column: string, text: string | null | undefined) => {
    const [found] = (!texts.has(text) && text?.match(CONTROL)) || []
    if (found === undefined) return
    report(
      at,
      column,
      `This holds a line break or another control character, U+${codeOf(found)}: take it out.`,
    )
  }
  checkControl(line, 'slug', slug)
  checkControl(line, 'name', columns.name)
  checkControl(line, 'withdrawal_reason', columns.withdrawal_reason)
  for (const { line: at, column, text } of said)
    if (languageColumn(column)?.field === 'name') checkControl(at, column, text)
  const alike = findAlike<VariantNames>([...there, ...added], there)
  const isNamed = current ? !there.some(isNameless) : !rows.every(isNameless)
  for (const row of rows) {
    checkControl(row.line, 'size', row.size)
    checkControl(row.line, 'color', row.colorName)
    if (row === alike?.variant)
      report(
        row.line,
        'size',
        `This makes ${quoted(row)}, which looks the same as ${quoted(alike.other)}: keep one of them.`,
      )
    if (isNamed && isNameless(row))
      report(row.line, 'size', 'This product comes in sizes or colors: say which one this is.')
    // A count below 0 may only repeat the units that an export says are owed.
    if (row.stock !== null && row.stock < 0 && row.stock !== row.before?.stock)
      report(row.line, 'stock', COUNT_PROBLEM)
  }
  if (there.length + added.length > MAX_VARIANTS) report(line, 'slug', TOO_MANY_VARIANTS)
  return problems
}
