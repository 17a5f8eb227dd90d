import type { Request, Response } from 'express'
import { isOrderNumber } from '../../checkout/order-number.ts'
import type { OrderDetails } from './order-details.ts'
import { sendMessage } from '../frame/message.page.ts'
import type { StoreAppContext, Viewer } from '../frame/store-app-context.ts'

/** An order, and who looks at it. */
export type ShownOrder = { viewer: Viewer; order: OrderDetails }

type OnOrder = (request: Request, response: Response, shown: ShownOrder) => unknown

/** For pages and actions of the order whose number is in the address. */
export const onOrder =
  (app: StoreAppContext, handle: OnOrder) =>
  async (request: Request, response: Response, viewer: Viewer) => {
    const orderNumber: unknown = request.params['orderNumber']
    const order =
      typeof orderNumber === 'string' && isOrderNumber(orderNumber)
        ? await app.records.orders.findDetails(viewer.store.id, orderNumber)
        : undefined
    if (!order) return sendMessage(app, response, { status: 404, viewer })
    await handle(request, response, { viewer, order })
  }
