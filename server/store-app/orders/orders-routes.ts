import { Router } from 'express'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import { orderActionRoutes } from './order-actions.ts'
import { orderEventRoutes } from './order-events.page.ts'
import { orderExportRoutes } from './order-export.page.ts'
import { orderRoutes } from './order.page.ts'
import { orderListRoutes } from './orders.page.ts'
import { refundRoutes } from './refund.page.ts'

/**
 * The store's orders, and one of them. What has a name of its own stands before what is named by a
 * number.
 */
export const ordersRoutes = (app: StoreAppContext) =>
  Router({ caseSensitive: true }).use(
    orderListRoutes(app),
    orderEventRoutes(app),
    orderExportRoutes(app),
    orderRoutes(app),
    orderActionRoutes(app),
    refundRoutes(app),
  )
