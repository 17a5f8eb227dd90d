import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Idempotency, RequestKey } from '../../checkout/ports/idempotency.ts'
import type { KeyHolder } from '../../checkout/ports/platform-records.ts'
import { IdempotencyHeaders } from '../../contract/merchant.ts'
import { parse } from '../../web/requests/parse.ts'

/**
 * The request's `Idempotency-Key` and the digest of what it asks for; undefined without a key.
 * `asked` returns the same text for the same request. @throws {CheckoutError} invalid_request
 */
export function readIdempotency({ headers }: IncomingMessage, asked: () => string) {
  const { 'Idempotency-Key': key } = parse(IdempotencyHeaders, {
    'Idempotency-Key': headers['idempotency-key'],
  })
  if (key === undefined) return undefined
  return { key, requestDigest: createHash('sha256').update(asked()).digest() } satisfies Idempotency
}

/** The same with the store and kind of the API key, within which an `Idempotency-Key` is unique. */
export function readRequestKey(
  request: IncomingMessage,
  { storeId, keyKind }: KeyHolder,
  asked: () => string,
): RequestKey | undefined {
  const idempotency = readIdempotency(request, asked)
  return idempotency && { ...idempotency, storeId, keyKind }
}
