import type { CollectionPoint, DeliveryOption } from '../../contract/delivery.ts'

/** The details of an order that the buyer collects: only words of the store. */
export const collectionText = (name: string, point: CollectionPoint) =>
  `${name}, ${point.name}, ${point.address}`

/**
 * The details of an order with this option (contract §5). For a collection the store says where,
 * and `entered` is ignored. Undefined when a delivery has no address.
 */
export function detailsOf({ name, place: point }: DeliveryOption, entered = '') {
  if (point) return collectionText(name, point)
  return entered.trim() === '' ? undefined : `${name}, ${entered}`
}

/** Where an order is collected; undefined when it is delivered. `options`: its session's. */
export function collectionPointOf(options: DeliveryOption[], details: string) {
  for (const { name, place: point } of options)
    if (point && collectionText(name, point) === details) return point
  return undefined
}
