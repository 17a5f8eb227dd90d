import { CheckoutError } from '../../checkout/errors.ts'

/** A list's page. @throws {CheckoutError} invalid_request: no list has made the cursor in `field` */
export function knownPage<Page>(page: Page | undefined, field = 'cursor') {
  if (page !== undefined) return page
  throw new CheckoutError(
    'invalid_request',
    `${field}: must be the nextCursor of an earlier answer`,
  )
}
