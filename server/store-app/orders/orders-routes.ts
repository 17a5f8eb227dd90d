import { Router } from 'express'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import { orderActionRoutes } from './order-actions.ts'
import { failedRefundRoutes } from './failed-refund.page.ts'
import { orderEventRoutes } from './order-events.page.ts'
import type { OrderStreams } from './order-streams.ts'
import { orderExportRoutes } from './order-export.page.ts'
import { orderRoutes } from './order.page.ts'
import { orderListRoutes } from './orders.page.ts'
import { refundRoutes } from './refund.page.ts'

/**
 * The store's orders, and one of them. What has a name of its own stands before what is named by a
 * number.
 */
export const ordersRoutes = (app: StoreAppContext, streams: OrderStreams) =>
  Router({ caseSensitive: true }).use(
    orderListRoutes(app),
    orderEventRoutes(app, streams),
    orderExportRoutes(app),
    orderRoutes(app),
    orderActionRoutes(app),
    refundRoutes(app),
    failedRefundRoutes(app),
  )
