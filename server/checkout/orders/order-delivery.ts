import type { Order } from '../../contract/order.ts'
import { nameRead } from '../sessions/collection.ts'
import type { CheckoutSession } from '../sessions/session.ts'

export type OrderDelivery = Pick<CheckoutSession, 'quote' | 'deliveryOption'>

/**
 * The option by which the order is delivered. It is on record; older orders have only their text,
 * which begins with the option's name.
 */
export const optionOf = (
  { quote: { deliveryOptions }, deliveryOption }: OrderDelivery,
  { fulfillment: { details } }: Order,
) =>
  deliveryOptions.find(({ id }) => id === deliveryOption) ??
  deliveryOptions.find((option) => nameRead(option, details) !== undefined)
