import { WITHDRAWAL_DAYS } from '../../checkout/withdrawal.ts'
import { PutProductRequest, Slug } from '../../contract/platform.ts'
import type { FileProduct } from './product-imports.ts'
import { fromCsvCell } from '../frame/csv-cell.ts'
import type { Money } from '../frame/price.ts'
import { parseProductPrice } from './product-views.ts'
import { COLUMNS, type Column, type FileLine, type FileProblem } from './import-file.ts'
import {
  COUNT_PROBLEM,
  DAYS_PROBLEM,
  TOO_MANY_VARIANTS,
  parseCount,
  parseDays,
  problemOf,
  reasonOf,
} from './product-form.ts'
import { ownWords } from '../../web/own-words.ts'

/** A product as the file states it. Undefined: it does not say. Null: the stock stays. */
export type StatedProduct = {
  slug: string
  name: string
  price: number
  description: string | undefined
  imageUrl: string | undefined
  archived: boolean | undefined
  withdrawalDays?: number
  withdrawalReason?: string | null
  variants: {
    size: string | null
    colorName: string | null
    stock: number | null
    line: FileLine
  }[]
}

type Report = (at: FileLine, column: Column, text: string) => void

/** The products of the lines, one line per variant, and all problems. */
export function readProducts(lines: FileLine[], money: Money) {
  const problems: FileProblem[] = []
  const report: Report = ({ line }, column, text) => {
    problems.push({ line, column, text })
  }
  const groups = Map.groupBy(lines, (line) => cellOf(line, 'slug') ?? '')
  const products = [...groups].map(([slug, group]) => readProduct(slug, group, { money, report }))
  return {
    products,
    problems: problems.toSorted(
      (one, other) => one.line - other.line || placeOf(one) - placeOf(other),
    ),
  }
}

const placeOf = ({ column }: FileProblem) => COLUMNS.findIndex((name) => name === column)

const cellOf = ({ cells }: FileLine, column: Column) =>
  cells[column] === undefined ? undefined : fromCsvCell(cells[column]).trim()

const OF_PRODUCT = COLUMNS.filter(
  (column) => !['slug', 'currency', 'size', 'color', 'stock'].includes(column),
)

function readProduct(
  slug: string,
  group: FileLine[],
  { money, report }: { money: Money; report: Report },
): StatedProduct {
  const { currency } = money
  const [first] = group
  if (!first) throw new Error('a group has a line')
  for (const line of group) {
    for (const column of OF_PRODUCT) {
      const cell = cellOf(line, column)
      if (cell && cell !== cellOf(first, column))
        report(line, column, `Line ${first.line} says something else of this product.`)
    }
    if ((cellOf(line, 'currency') || currency).toUpperCase() !== currency)
      report(line, 'currency', `The prices of this store are in ${currency}.`)
  }
  const price = parseProductPrice(cellOf(first, 'price') ?? '', money)
  if (price.problem !== undefined) report(first, 'price', price.problem)
  const product = {
    slug,
    name: cellOf(first, 'name') ?? '',
    price: price.amount ?? 0,
    description: cellOf(first, 'description'),
    imageUrl: cellOf(first, 'image_url'),
    archived: readArchived(first, report),
    ...readWithdrawal(first, report),
    variants: group.map((line) => readVariant(line, report)),
  }
  const slugProblem = problemOf(Slug, slug, 'The slug')
  if (slugProblem !== undefined) report(first, 'slug', slugProblem)
  reportRepeated(product, { group, report })
  reportRefused(product, { group, report })
  return product
}

const ARCHIVED = new Map([
  ['yes', true],
  ['true', true],
  ['1', true],
  ['no', false],
  ['false', false],
  ['0', false],
  ['', false],
])

function readArchived(line: FileLine, report: Report) {
  const cell = cellOf(line, 'archived')?.toLowerCase()
  if (cell === undefined) return undefined
  if (!ARCHIVED.has(cell)) report(line, 'archived', 'Write yes or no.')
  return ARCHIVED.get(cell)
}

function readWithdrawal(line: FileLine, report: Report) {
  const [text = '', reason] = [cellOf(line, 'withdrawal_days'), cellOf(line, 'withdrawal_reason')]
  const days = parseDays(text)
  if (text !== '' && days === undefined) report(line, 'withdrawal_days', DAYS_PROBLEM)
  return {
    ...(days !== undefined && { withdrawalDays: days }),
    ...(reason !== undefined && { withdrawalReason: reason || null }),
  }
}

function readVariant(line: FileLine, report: Report): StatedProduct['variants'][number] {
  const stock = cellOf(line, 'stock') ?? ''
  const count = /^-\d{1,10}$/.test(stock) ? Number(stock) : parseCount(stock)
  if (count === undefined) report(line, 'stock', COUNT_PROBLEM)
  const [size, colorName] = [cellOf(line, 'size') || null, cellOf(line, 'color') || null]
  return { size, colorName, stock: stock === '' ? null : (count ?? 0), line }
}

type Names = { size: string | null; colorName: string | null }

export const keyOf = ({ size, colorName }: Names) => JSON.stringify([size, colorName])

const trimmed = ({ size, colorName }: Names) => ({
  size: size?.trim() ?? null,
  colorName: colorName?.trim() ?? null,
})

type Reporting = { group: FileLine[]; report: Report }

function reportRepeated({ variants }: StatedProduct, { group, report }: Reporting) {
  const known = new Map<string, number>()
  for (const [index, { size, colorName }] of variants.entries()) {
    const line = group[index]
    const key = keyOf({ size, colorName })
    const before = known.get(key)
    if (line && before !== undefined)
      report(line, 'size', `Line ${before} has the same size and color.`)
    else if (line) known.set(key, line.line)
  }
}

const COLUMN_OF: Record<string, Column> = {
  name: 'name',
  description: 'description',
  imageUrl: 'image_url',
  size: 'size',
  colorName: 'color',
  stock: 'stock',
  withdrawalReason: 'withdrawal_reason',
}

/** Problems that the contract finds in a product. */
function reportRefused(stated: StatedProduct, { group, report }: Reporting) {
  const { slug: _, variants, imageUrl, description, archived, ...product } = stated
  const { error } = PutProductRequest.safeParse(
    {
      ...product,
      description: description ?? null,
      imageUrl: imageUrl || null,
      archived: archived ?? false,
      variants: variants.map(({ size, colorName, stock }) => ({
        size,
        colorName,
        stock: stock ?? 0,
      })),
    },
    { error: ownWords },
  )
  for (const issue of error?.issues ?? []) {
    const [member, index, ofVariant] = issue.path
    const line = group[typeof index === 'number' ? index : 0]
    const column = COLUMN_OF[String(ofVariant ?? member)]
    if (line && column) report(line, column, `This ${reasonOf(issue)}.`)
    else if (line && issue.code === 'too_big') report(line, 'slug', TOO_MANY_VARIANTS)
  }
}

export const isNameless = ({ size, colorName }: Names) => size === null && colorName === null

const spacedLike = (text: string, there: string | null) => (there?.trim() === text ? there : text)

/** A file has no white space around texts, so an existing text keeps its own. */
export function spacedAs(stated: StatedProduct, current: FileProduct | undefined): StatedProduct {
  if (!current) return stated
  const { variants } = stated
  const known = new Map(current.variants.map((one) => [keyOf(trimmed(one)), one]))
  for (const one of current.variants) known.set(keyOf(one), one)
  return {
    ...stated,
    name: spacedLike(stated.name, current.name),
    description: stated.description && spacedLike(stated.description, current.description),
    ...(stated.withdrawalReason && {
      withdrawalReason: spacedLike(stated.withdrawalReason, current.withdrawalReason),
    }),
    variants: variants.map((variant) => {
      const { size, colorName } = known.get(keyOf(variant)) ?? variant
      return { ...variant, size, colorName }
    }),
  }
}

/** The product after the import. What the file, or a line without variant, omits stays. */
export function completed(stated: StatedProduct, current: FileProduct | undefined): FileProduct {
  const { description, imageUrl, archived, variants, ...product } = stated
  const stockNow = (size: string | null, colorName: string | null) =>
    current?.variants.find((variant) => variant.size === size && variant.colorName === colorName)
      ?.stock
  // An empty cell means no description; one that is empty already stays empty.
  const written = description === '' && current?.description !== '' ? null : description
  const isOfProduct = (variant: StatedProduct['variants'][number]) =>
    current !== undefined &&
    isNameless(variant) &&
    variant.stock === null &&
    !current.variants.some(isNameless)
  return {
    withdrawalDays: current?.withdrawalDays ?? WITHDRAWAL_DAYS,
    withdrawalReason: current?.withdrawalReason ?? null,
    ...product,
    description: written === undefined ? (current?.description ?? null) : written,
    imageUrl: imageUrl === undefined ? (current?.imageUrl ?? null) : imageUrl || null,
    archived: archived ?? current?.archived ?? false,
    variants: variants
      .filter((variant) => !isOfProduct(variant))
      .map(({ size, colorName, stock }) => ({
        size,
        colorName,
        stock: stock ?? stockNow(size, colorName) ?? null,
      })),
  }
}
