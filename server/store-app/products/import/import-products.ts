import * as z from 'zod'
import { PutProductRequest, Slug } from '../../../contract/platform/platform.ts'
import { ownWords } from '../../../web/own-words.ts'
import type { Money } from '../../frame/price.ts'
import { type Column, type FileLine, type FileProblem, isColumn } from './import-file.ts'
import { parseCount, parseWhole, problemOf, reasonOf } from '../product-form.ts'
import { COUNT_PROBLEM, DAYS_PROBLEM, MOST_PROBLEM } from '../product-limits.ts'
import type { StatedProduct } from './product-imports.ts'
import { isTextColumn, textSchema } from './product-texts.ts'
import { parseProductPrice } from '../product-views.ts'

/** With any problem the file is not imported. */
export type ReadProducts = { products: StatedProduct[]; problems: FileProblem[] }

const orNull = (cell: unknown) => (cell === '' ? null : cell)

const ARCHIVED = new Map([
  ...['yes', 'true', '1'].map((word) => [word, true] as const),
  ...['no', 'false', '0', ''].map((word) => [word, false] as const),
])

const { shape } = PutProductRequest
const Variant = shape.variants.element.shape

/** The cells of a product's first line, which say what it is. */
const ProductCells = z.object({
  slug: Slug,
  name: shape.name,
  description: z.preprocess(orNull, shape.description.unwrap()).optional(),
  image_url: z.preprocess(orNull, shape.imageUrl.unwrap()).optional(),
  archived: z
    .preprocess((cell) => ARCHIVED.get(String(cell).toLowerCase()), z.boolean())
    .optional(),
  max_per_order: z.preprocess(toWhole, shape.maxPerOrder),
  withdrawal_days: z.preprocess(toWhole, shape.withdrawalDays),
  withdrawal_reason: z.preprocess(orNull, shape.withdrawalReason),
})

const VariantCells = z.object({
  size: z.preprocess(orNull, Variant.size),
  color: z.preprocess(orNull, Variant.colorName),
  stock: z.preprocess(toCount, Variant.stock),
})

function toWhole(cell: unknown) {
  return typeof cell === 'string' && cell !== '' ? (parseWhole(cell) ?? cell) : undefined
}

function toCount(cell: unknown) {
  if (typeof cell !== 'string' || cell === '') return undefined
  return /^-\d{1,10}$/.test(cell) ? Number(cell) : (parseCount(cell) ?? cell)
}

/** Where the contract says too little. */
const TEXTS: Partial<Record<Column, string>> = {
  stock: COUNT_PROBLEM,
  archived: 'Write yes or no.',
  max_per_order: MOST_PROBLEM,
  withdrawal_days: DAYS_PROBLEM,
}

const OF_VARIANT: Column[] = ['slug', 'currency', 'size', 'color', 'stock']

/** The products of the lines, one line per variant, and all problems that they have by themselves. */
export function readProducts(lines: FileLine[], money: Money): ReadProducts {
  const problems: (FileProblem & { column: Column })[] = []
  const report: Report = ({ line }, column, text) => problems.push({ line, column, text })
  const columns = Object.keys(lines[0]?.cells ?? {}).filter(isColumn)
  const reading: Reading = { columns, money, report }
  const groups = Map.groupBy(lines, ({ cells }) => cells.slug ?? '').values()
  const products = [...groups].flatMap((group) => {
    reportContrary(group, reading)
    return readProduct(group, reading)
  })
  const indexOf = ({ column }: { column: Column }) => columns.indexOf(column)
  problems.sort((one, other) => one.line - other.line || indexOf(one) - indexOf(other))
  return { products, problems }
}

type Report = (at: FileLine, column: Column, text: string) => void
type Reading = { columns: Column[]; money: Money; report: Report }

/** The line that says what a product's column has: its first, or of its texts the first with one. */
const sayingLine = (group: FileLine[], column: Column) =>
  (isTextColumn(column) && group.find(({ cells }) => cells[column])) || group[0]

/** All lines of a product say the same of it, or nothing; and no two are of the same variant. */
function reportContrary(group: FileLine[], { columns, money: { currency }, report }: Reading) {
  const said = columns
    .filter((column) => !OF_VARIANT.includes(column))
    .map((column) => ({ column, first: sayingLine(group, column) }))
  const known = new Map<string, FileLine>()
  for (const line of group) {
    const { cells } = line
    for (const { column, first } of said)
      if (first && cells[column] && cells[column] !== first.cells[column])
        report(line, column, `Line ${first.line} says something else of this product.`)
    if ((cells.currency || currency).toUpperCase() !== currency)
      report(line, 'currency', `The prices of this store are in ${currency}.`)
    const key = JSON.stringify([cells.size, cells.color])
    const before = known.get(key)
    if (before) report(line, 'size', `Line ${before.line} has the same size and color.`)
    known.set(key, before ?? line)
  }
}

const readTexts = (group: FileLine[], { columns, report }: Reading) =>
  columns.filter(isTextColumn).flatMap((column) => {
    const line = sayingLine(group, column)
    if (!line) return []
    const text = line.cells[column] || null
    const schema = text === null ? undefined : textSchema(column)
    const problem = schema && problemOf(schema, text, 'This')
    if (problem !== undefined) report(line, column, problem)
    return [{ line: line.line, column, text }]
  })

function readProduct(group: FileLine[], reading: Reading): StatedProduct[] {
  const { money, report } = reading
  const variants = group.flatMap((line) => {
    const cells = readCells(line, VariantCells, report)
    if (!cells) return []
    const { size, color, stock = null } = cells
    return [{ line: line.line, size, colorName: color, stock }]
  })
  const [first] = group
  const cells = first && readCells(first, ProductCells, report)
  const texts = readTexts(group, reading)
  const price = parseProductPrice(first?.cells.price ?? '', money)
  if (first && price.problem !== undefined) report(first, 'price', price.problem)
  if (!first || !cells || price.amount === undefined) return []
  const { slug, ...columns } = cells
  const { line } = first
  return [{ line, slug, columns: { ...columns, price: price.amount }, texts, variants }]
}

/** Undefined when the contract refuses a cell. */
function readCells<Cells>(line: FileLine, schema: z.ZodType<Cells>, report: Report) {
  const { data, error } = schema.safeParse(line.cells, { error: ownWords })
  for (const issue of error?.issues ?? []) {
    const name = String(issue.path[0])
    const column = isColumn(name) ? name : 'slug'
    const text = `${column === 'slug' ? 'The slug' : 'This'} ${reasonOf(issue)}.`
    report(line, column, TEXTS[column] ?? text)
  }
  return data
}
