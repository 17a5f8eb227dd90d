import type { PayRequest } from '../contract/buyer.ts'
import type { DeliveryOption } from '../contract/delivery.ts'
import { writtenAddress } from './address.ts'
import { detailsOf } from './collection.ts'
import { CheckoutError } from './errors.ts'
import type { SessionDetails } from './session.ts'

type Deliverable = Pick<SessionDetails, 'quote' | 'store'>

/**
 * The option that the buyer chose, and where the order goes with it. @throws {CheckoutError}
 * invalid_request: there is no such option, or it needs a place that it delivers to
 */
export function chosenDelivery(
  { quote: { deliveryOptions }, store }: Deliverable,
  fulfillment: PayRequest['fulfillment'],
): { option: DeliveryOption; details: string } {
  const option = deliveryOptions.find(({ id }) => id === fulfillment.option)
  if (!option) {
    const known = deliveryOptions.map(({ id }) => id).join(', ')
    throw wrong('option', `must be one of ${known}`)
  }
  const entered = option.place ? undefined : enteredPlace(store.deliveryCountries, fulfillment)
  const details = detailsOf(option, entered)
  if (details === undefined)
    throw wrong('details', fulfillment.details === undefined ? 'is required' : 'must not be empty')
  return { option, details }
}

/** @throws {CheckoutError} invalid_request: the store does not deliver there */
function enteredPlace(countries: string[], { address, details }: PayRequest['fulfillment']) {
  if (!address) return details
  // What the store has set meanwhile counts; where it asks for none any more, any will do.
  if (countries.length > 0 && !countries.includes(address.country))
    throw wrong('address.country', `must be one of ${countries.join(', ')}`)
  return writtenAddress(address, { withCountry: countries.length !== 1 })
}

const wrong = (field: string, reason: string) =>
  new CheckoutError('invalid_request', `fulfillment.${field}: ${reason}`)
