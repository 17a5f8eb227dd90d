import { CheckoutError } from '../checkout/errors.ts'

export const sessionNotFound = () =>
  new CheckoutError('session_not_found', 'There is no such checkout session.')

export const unknownCursor = () =>
  new CheckoutError('invalid_request', 'cursor: must be the nextCursor of an earlier answer')
