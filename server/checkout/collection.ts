import type { CollectionPlace, DeliveryOption } from '../contract/delivery.ts'

/** The details of an order that the buyer collects: only words of the store. */
export const collectionText = (name: string, place: CollectionPlace) =>
  `${name}, ${place.name}, ${place.address}`

/**
 * The details of an order with this option (contract §5). For a collection the store says where,
 * and `entered` is ignored. Undefined when a delivery has no address.
 */
export function detailsOf({ name, place }: DeliveryOption, entered = '') {
  if (place) return collectionText(name, place)
  return entered.trim() === '' ? undefined : `${name}, ${entered}`
}

/** Where an order is collected; undefined when it is delivered. `options`: its session's. */
export const placeOf = (options: DeliveryOption[], details: string) =>
  options.find(({ name, place }) => place && collectionText(name, place) === details)?.place
