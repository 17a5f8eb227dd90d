import type { DeliveryOption } from '../../contract/delivery.ts'
import type { Order } from '../../contract/order.ts'
import { collectionText } from '../sessions/collection.ts'
import type { CheckoutSession } from '../sessions/session.ts'

export type OrderDelivery = Pick<CheckoutSession, 'quote' | 'deliveryOption'>

const beginsIn =
  (details: string) =>
  ({ name, place: point }: DeliveryOption) =>
    point
      ? details === collectionText(name, point)
      : details === name || details.startsWith(`${name}, `)

/**
 * The option by which the order is delivered. It is on record; older orders have only their text,
 * which begins with the option's name.
 */
export const optionOf = (
  { quote: { deliveryOptions }, deliveryOption }: OrderDelivery,
  { fulfillment: { details } }: Order,
) =>
  deliveryOptions.find(({ id }) => id === deliveryOption) ?? deliveryOptions.find(beginsIn(details))
