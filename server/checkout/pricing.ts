import type { DeliveryOption } from '../contract/delivery.ts'
import type { Quote } from './session.ts'

/** What the buyer would pay with this delivery option; minor units. */
export function amountsOf({ unitPrice, quantity }: Quote, option: DeliveryOption) {
  const subtotal = unitPrice * quantity
  return { subtotal, fee: option.fee, total: subtotal + option.fee }
}

/** The option shown as chosen until the buyer chooses. */
export function defaultOption({ deliveryOptions }: Quote) {
  const [first] = deliveryOptions
  if (!first) throw new Error('a quote always has a delivery option')
  return first
}
