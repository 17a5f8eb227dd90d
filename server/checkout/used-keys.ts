import { CheckoutError } from './errors.ts'
import type { KeyUse } from './ports/idempotency.ts'

/**
 * What a request has made that came with this key before; undefined for the first. @throws
 * {CheckoutError} invalid_request, when that was another request
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
