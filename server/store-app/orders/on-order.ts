import { isOrderNumber } from '../../checkout/orders/order-number.ts'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import { about, partOf } from '../frame/visits.ts'

export const onOrder = about(({ app, request, viewer }) => {
  const orderNumber = partOf(request, 'orderNumber')
  return isOrderNumber(orderNumber)
    ? app.records.orders.findWhole(viewer.store.id, orderNumber)
    : undefined
})

export const orderPath = ({ storePath }: Pick<StoreAppContext, 'storePath'>, orderNumber: string) =>
  `${storePath}/orders/${orderNumber}`
