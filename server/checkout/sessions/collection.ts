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

/** The name of the option, in any language, with which these details begin; the longest one. */
export const nameRead = (
  { name, translations = {}, place: point }: DeliveryOption,
  details: string,
) =>
  [name, ...Object.values(translations).map((words) => words.name)]
    .filter((each) =>
      point
        ? details === collectionText(each, point)
        : details === each || details.startsWith(`${each}, `),
    )
    .toSorted((one, other) => other.length - one.length)[0]

/** Where an order is collected; undefined when it is delivered. `options`: its session's. */
export function collectionPointOf(options: DeliveryOption[], details: string) {
  for (const option of options) {
    const { place: point } = option
    if (point && nameRead(option, details) !== undefined) return point
  }
  return undefined
}
