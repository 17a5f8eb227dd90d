import { CheckoutError } from '../checkout/errors.ts'

export const sessionNotFound = () =>
  new CheckoutError('session_not_found', 'There is no such checkout session.')

export const productNotFound = (slug: string) =>
  new CheckoutError('product_not_found', `There is no product "${slug}" in this store.`)

export const unknownCursor = () =>
  new CheckoutError('invalid_request', 'cursor: must be the nextCursor of an earlier answer')
