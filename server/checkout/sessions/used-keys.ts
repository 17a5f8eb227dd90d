import { CheckoutError } from '../errors.ts'
import type { KeyUse } from '../ports/idempotency.ts'

/**
 * What the same request made before; undefined for the first one.
 * @throws {CheckoutError} invalid_request: another request used the key
 */
export function madeBefore(use: KeyUse) {
  switch (use.type) {
    case 'first':
      return undefined
    case 'repeated':
      return use.made
    case 'other_request':
      throw keyOfOtherRequest()
  }
}

export const keyOfOtherRequest = () =>
  new CheckoutError(
    'invalid_request',
    'Idempotency-Key: was used for another request; use a new key',
  )
