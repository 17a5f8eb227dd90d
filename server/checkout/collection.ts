import type { CollectionPlace, DeliveryOption } from '../contract/delivery.ts'

/** What stands in an order that is collected: the store's words alone. */
const textOf = (name: string, place: CollectionPlace) => `${name}, ${place.name}, ${place.address}`

/**
 * The details of an order with this option (contract §5). Where to collect is the store's to say,
 * whatever was sent. Undefined when there is no address to deliver to.
 */
export function detailsOf({ name, place }: DeliveryOption, entered = '') {
  if (place) return textOf(name, place)
  return entered.trim() === '' ? undefined : `${name}, ${entered}`
}

/**
 * Where an order with these details is collected; undefined when it is delivered. `options`: those of
 * its session.
 */
export const placeOf = (options: DeliveryOption[], details: string) =>
  options.find(({ name, place }) => place && textOf(name, place) === details)?.place
