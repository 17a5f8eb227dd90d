import type { FileProduct } from './product-imports.ts'
import { csvCell } from '../frame/csv-cell.ts'
import { sendCsv } from '../frame/csv-file.ts'
import { priceText } from '../frame/price.ts'
import { actorOf } from '../frame/store-app-context.ts'
import type { MemberPages } from '../frame/visits.ts'
import { COLUMNS, type Column } from './import-file.ts'
import { PRODUCT_TOOLS } from './products-frame.ts'

export const exportPages: MemberPages = {
  [`${PRODUCT_TOOLS}/export`]: {
    get: ({ app, request, response, viewer }) => {
      const { id, currency } = viewer.store
      return sendCsv(app, request, response, {
        name: 'products.csv',
        columns: COLUMNS,
        batches: app.records.catalogue.exportProducts(id),
        toRows: (product) => linesOf(product, currency),
        record: () => app.records.catalogue.auditExport(id, actorOf(viewer, request)),
      })
    },
  },
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
