import { PutProductRequest, Slug } from '../../contract/platform.ts'
import type { FileProduct } from './product-imports.ts'
import { fromCsvCell } from '../frame/csv-cell.ts'
import { type Money, parseProductPrice } from './product-views.ts'
import { COLUMNS, type Column, type FileLine, type FileProblem } from './import-file.ts'
import {
  COUNT_PROBLEM,
  TOO_MANY_VARIANTS,
  parseCount,
  problemOf,
  reasonOf,
} from './product-form.ts'

/**
 * A product as far as the file says it: undefined for what it has no column for, null for a stock
 * that stays.
 */
export type StatedProduct = {
  slug: string
  name: string
  price: number
  description: string | undefined
  imageUrl: string | undefined
  archived: boolean | undefined
  variants: {
    size: string | null
    colorName: string | null
    stock: number | null
    line: FileLine
  }[]
}

type Report = (at: FileLine, column: Column, text: string) => void

/** The products of the lines, one line for each variant, and everything that is wrong with them. */
export function readProducts(lines: FileLine[], money: Money) {
  const problems: FileProblem[] = []
  const report: Report = ({ line }, column, text) => {
    problems.push({ line, column, text })
  }
  const groups = Map.groupBy(lines, ({ cells }) => fromCsvCell(cells.slug ?? ''))
  const products = [...groups].map(([slug, group]) => readProduct(slug, group, { money, report }))
  return {
    products,
    problems: problems.toSorted(
      (one, other) => one.line - other.line || placeOf(one) - placeOf(other),
    ),
  }
}

const placeOf = ({ column }: FileProblem) => COLUMNS.findIndex((name) => name === column)

const cellOf = ({ cells }: FileLine, column: Column) => {
  const cell = cells[column]
  return cell === undefined ? undefined : fromCsvCell(cell)
}

const OF_PRODUCT: Column[] = ['name', 'description', 'price', 'archived', 'image_url']

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
      const cell = line.cells[column]
      if (cell && cell !== first.cells[column])
        report(line, column, `Line ${first.line} says something else of this product.`)
    }
    if (line.cells.currency && line.cells.currency.trim().toUpperCase() !== currency) {
      report(line, 'currency', `The prices of this store are in ${currency}.`)
    }
  }
  const price = parseProductPrice(first.cells.price ?? '', money)
  if (price.problem !== undefined) report(first, 'price', price.problem)
  const product = {
    slug,
    name: cellOf(first, 'name') ?? '',
    price: price.amount ?? 0,
    description: cellOf(first, 'description'),
    imageUrl: cellOf(first, 'image_url'),
    archived: readArchived(first, report),
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
  const cell = line.cells.archived?.trim().toLowerCase()
  if (cell === undefined) return undefined
  if (!ARCHIVED.has(cell)) report(line, 'archived', 'Write yes or no.')
  return ARCHIVED.get(cell)
}

function readVariant(line: FileLine, report: Report): StatedProduct['variants'][number] {
  const stock = (cellOf(line, 'stock') ?? '').trim()
  const count = /^-\d{1,10}$/.test(stock) ? Number(stock) : parseCount(stock)
  if (count === undefined) report(line, 'stock', COUNT_PROBLEM)
  const [size, colorName] = [cellOf(line, 'size') || null, cellOf(line, 'color') || null]
  return { size, colorName, stock: stock === '' ? null : (count ?? 0), line }
}

type Names = { size: string | null; colorName: string | null }

export const keyOf = ({ size, colorName }: Names) => JSON.stringify([size, colorName])

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
}

/** The problems of a product that the contract names. */
function reportRefused(stated: StatedProduct, { group, report }: Reporting) {
  const { slug: _, variants, imageUrl, description, archived, ...product } = stated
  const { error } = PutProductRequest.safeParse({
    ...product,
    description: description ?? null,
    imageUrl: imageUrl || null,
    archived: archived ?? false,
    variants: variants.map(({ size, colorName, stock }) => ({
      size,
      colorName,
      stock: stock ?? 0,
    })),
  })
  for (const issue of error?.issues ?? []) {
    const [member, index, ofVariant] = issue.path
    const line = group[typeof index === 'number' ? index : 0]
    const column = COLUMN_OF[String(ofVariant ?? member)]
    if (line && column) report(line, column, `This ${reasonOf(issue)}.`)
    else if (line && issue.code === 'too_big') report(line, 'slug', TOO_MANY_VARIANTS)
  }
}

export const isNameless = ({ size, colorName }: Names) => size === null && colorName === null

/**
 * The product as it shall be: what the file does not say stays. A line without a variant is about
 * the product alone.
 */
export function completed(stated: StatedProduct, current: FileProduct | undefined): FileProduct {
  const { description, imageUrl, archived, variants, ...product } = stated
  const stockNow = (size: string | null, colorName: string | null) =>
    current?.variants.find((variant) => variant.size === size && variant.colorName === colorName)
      ?.stock
  // An empty cell is no description; one that is there and empty is left as it is.
  const written = description === '' && current?.description !== '' ? null : description
  const isOfProduct = (variant: StatedProduct['variants'][number]) =>
    current !== undefined &&
    isNameless(variant) &&
    variant.stock === null &&
    !current.variants.some(isNameless)
  return {
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
