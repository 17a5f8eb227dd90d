import { CheckoutError } from '../checkout/errors.ts'

export const sessionNotFound = () =>
  new CheckoutError('session_not_found', 'There is no such checkout session.')

export const unknownCursor = (field = 'cursor') =>
  new CheckoutError('invalid_request', `${field}: must be the nextCursor of an earlier answer`)
