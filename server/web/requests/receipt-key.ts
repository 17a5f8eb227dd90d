import type { IncomingMessage } from 'node:http'
import { receiptDigest } from '../../auth/receipt-keys.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import { ReceiptKey } from '../../contract/receipt-key.ts'

/** The digest of the request's receipt key, if any. @throws {CheckoutError} invalid_request */
export function receiptDigestOf(request: IncomingMessage) {
  const key = receiptKeyOf(request)
  if (key === undefined || key === '') return undefined
  if (!ReceiptKey.safeParse(key).success)
    throw new CheckoutError(
      'invalid_request',
      'Receipt-Key: must be 32 to 128 letters, digits, - or _',
    )
  return receiptDigest(key)
}

/** What was sent as the key of the receipt. */
export const receiptKeyOf = ({ headers }: IncomingMessage) => headers['receipt-key']?.toString()
