import { Router } from 'express'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import { archiveRoutes } from './archive-product.page.ts'
import { editProductRoutes } from './edit-product.page.ts'
import { exportRoutes } from './export-products.ts'
import { importPreviewRoutes } from './import-preview.page.ts'
import type { ImportReader } from './import-reader.ts'
import { importRoutes } from './import-upload.page.ts'
import { newProductRoutes } from './new-product.page.ts'
import { pictureRoutes } from './picture.page.ts'
import { productListRoutes } from './product-list.page.ts'
import { productRoutes } from './product.page.ts'
import { stockHistoryRoutes } from './stock-history.page.ts'

/** The store's products, their stock, and the files with which many are changed at once. */
export const productsRoutes = (app: StoreAppContext, importReader: ImportReader) =>
  Router({ caseSensitive: true }).use(
    productListRoutes(app),
    newProductRoutes(app),
    exportRoutes(app),
    importRoutes(app, importReader),
    importPreviewRoutes(app),
    productRoutes(app),
    editProductRoutes(app),
    archiveRoutes(app),
    stockHistoryRoutes(app),
    pictureRoutes(app),
  )
