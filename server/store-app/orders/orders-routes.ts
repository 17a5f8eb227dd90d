import { Router } from 'express'
import type { StoreAppContext } from '../store-app-context.ts'
import { orderRoutes } from './order.page.ts'
import { orderListRoutes } from './orders.page.ts'

/** The store's orders, and one of them. What has a name of its own stands before what is named by a number. */
export const ordersRoutes = (app: StoreAppContext) => Router({ caseSensitive: true }).use(orderListRoutes(app), orderRoutes(app))
