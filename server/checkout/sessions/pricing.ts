import type { DeliveryOption } from '../../contract/delivery.ts'
import type { Quote } from './session.ts'

/** What the buyer pays with this delivery option; minor units. */
export function amountsOf({ unitPrice, quantity }: Quote, option: DeliveryOption) {
  const subtotal = unitPrice * quantity
  return { subtotal, fee: option.fee, total: subtotal + option.fee }
}
