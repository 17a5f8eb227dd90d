import type { PayRequest } from '../../contract/buyer.ts'
import { goesTo } from './delivery-by-country.ts'
import type { CollectionPoint, DeliveryOption } from '../../contract/delivery.ts'
import type { ShippingAddress } from '../payments/attempt.ts'
import { writtenAddress } from '../buyers/address.ts'
import { detailsOf } from './collection.ts'
import { CheckoutError } from '../errors.ts'
import type { SessionDetails } from './session.ts'

type Deliverable = Pick<SessionDetails, 'quote' | 'store'>

/**
 * The delivery option that the buyer chose, the order's delivery details, and where the goods go.
 * @throws {CheckoutError} invalid_request: there is no such option, the address is missing, or
 * the store or the option does not deliver there
 */
export function chosenDelivery(
  { quote: { deliveryOptions }, store }: Deliverable,
  fulfillment: PayRequest['fulfillment'],
): { option: DeliveryOption; details: string; address: ShippingAddress } {
  const option = deliveryOptions.find(({ id }) => id === fulfillment.option)
  if (!option) {
    const known = deliveryOptions.map(({ id }) => id).join(', ')
    throw wrong('option', `must be one of ${known}`)
  }
  const { place: point } = option
  const entered = point
    ? undefined
    : enteredAddress(store.deliveryCountries, { ...fulfillment, option })
  const details = detailsOf(option, entered)
  if (details === undefined)
    throw wrong('details', fulfillment.details === undefined ? 'is required' : 'must not be empty')
  return { option, details, address: shippingAddress(point, fulfillment) }
}

function shippingAddress(
  point: CollectionPoint | undefined,
  { address, details = '' }: PayRequest['fulfillment'],
): ShippingAddress {
  if (point) return { street: `${point.name}\n${point.address}` }
  if (!address) return { street: details }
  const { place: street, ...parts } = address
  return { street, ...parts }
}

type DeliveryEntry = Pick<PayRequest['fulfillment'], 'address' | 'details'> & {
  option: DeliveryOption
}

/** @throws {CheckoutError} invalid_request: the store or the option does not go to this country */
function enteredAddress(countries: string[], { address, details, option }: DeliveryEntry) {
  if (!address && option.countries && countries.length > 0)
    throw wrong('address', `is required: ${option.id} does not go to every country`)
  if (!address) return details
  // The store's present setting counts. When it lists no countries any more, any country will do.
  if (countries.length > 0 && !countries.includes(address.country))
    throw wrong('address.country', `must be one of ${countries.join(', ')}`)
  if (!goesTo(option, address.country)) throw wrong('option', `does not go to ${address.country}`)
  return writtenAddress(address, { withCountry: countries.length !== 1 })
}

const wrong = (field: string, reason: string) =>
  new CheckoutError('invalid_request', `fulfillment.${field}: ${reason}`)
