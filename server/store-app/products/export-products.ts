import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { stringify } from 'csv-stringify/sync'
import { Router } from 'express'
import type { FileProduct } from '../../store/product-imports.ts'
import { csvCell } from '../csv-cell.ts'
import { refuseOtherMethods } from '../message.page.ts'
import { priceText } from '../price.ts'
import { type StoreAppContext, actorOf } from '../store-app-context.ts'
import { memberPage } from '../store-auth.ts'
import { COLUMNS, type Column } from './import-file.ts'
import { PRODUCT_TOOLS } from './product-paths.ts'

export function exportRoutes(app: StoreAppContext) {
  const router = Router({ caseSensitive: true })
  router.route(`${PRODUCT_TOOLS}/export`)
    .get(memberPage(app, async (request, response, { store, ...viewer }) => {
      await app.store.catalogue.auditExport(store.id, actorOf(viewer, request))
      response.set({ 'Content-Type': 'text/csv; charset=utf-8', 'Content-Disposition': 'attachment; filename="products.csv"' })
      try {
        await pipeline(Readable.from(fileOf(app.store.catalogue.exportProducts(store.id), store.currency)), response)
      } catch (error) {
        if (!isAbandoned(error)) throw error
      }
    }))
    .all(refuseOtherMethods(app, 'GET'))
  return router
}

/** Whoever downloads may stop at any time. */
const isAbandoned = (error: unknown) => error instanceof Error && 'code' in error && error.code === 'ERR_STREAM_PREMATURE_CLOSE'

/** Spreadsheets take a file for UTF-8 when it begins with this. */
const BYTE_ORDER_MARK = '\ufeff'

async function* fileOf(batches: AsyncIterable<FileProduct[]>, currency: string) {
  yield BYTE_ORDER_MARK + toCsv([[...COLUMNS]])
  for await (const products of batches) yield toCsv(products.flatMap((product) => linesOf(product, currency)))
}

const toCsv = (lines: string[][]) => stringify(lines, { record_delimiter: '\r\n', quoted_match: /^\s|\s$|[\r\n]/ })

const linesOf = ({ variants, ...product }: FileProduct, currency: string) => variants.map(({ size, colorName, stock }) => {
  const cells: Record<Column, string> = {
    slug: product.slug, name: product.name, description: product.description ?? '', price: priceText(product.price, currency), currency,
    size: size ?? '', color: colorName ?? '', stock: String(stock), archived: product.archived ? 'yes' : 'no', image_url: product.imageUrl ?? '',
  }
  return COLUMNS.map((column) => csvCell(cells[column]))
})
