import type { FileProduct } from './product-imports.ts'
import { csvCell } from '../frame/csv-cell.ts'
import { sendCsv } from '../frame/csv-file.ts'
import { priceText } from '../frame/price.ts'
import { pages } from '../frame/pages.ts'
import { type StoreAppContext, actorOf } from '../frame/store-app-context.ts'
import { memberPage } from '../frame/store-auth.ts'
import { COLUMNS, type Column } from './import-file.ts'
import { PRODUCT_TOOLS } from './product-paths.ts'

export const exportRoutes = (app: StoreAppContext) =>
  pages(app, {
    [`${PRODUCT_TOOLS}/export`]: {
      get: memberPage(app, (request, response, { store, ...viewer }) =>
        sendCsv(app, request, response, {
          name: 'products.csv',
          columns: COLUMNS,
          rows: rowsOf(app.records.catalogue.exportProducts(store.id), store.currency),
          record: () => app.records.catalogue.auditExport(store.id, actorOf(viewer, request)),
        }),
      ),
    },
  })

async function* rowsOf(batches: AsyncIterable<FileProduct[]>, currency: string) {
  // Not `yield*` of a list: a list cannot be told that the reader is gone.
  for await (const products of batches)
    for (const line of products.flatMap((product) => linesOf(product, currency))) yield line
}

const linesOf = ({ variants, ...product }: FileProduct, currency: string) =>
  variants.map(({ size, colorName, stock }) => {
    const cells: Record<Column, string> = {
      slug: product.slug,
      name: product.name,
      description: product.description ?? '',
      price: priceText(product.price, currency),
      currency,
      size: size ?? '',
      color: colorName ?? '',
      stock: String(stock ?? ''),
      archived: product.archived ? 'yes' : 'no',
      image_url: product.imageUrl ?? '',
    }
    return COLUMNS.map((column) => csvCell(cells[column]))
  })
