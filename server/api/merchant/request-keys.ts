import { createHash } from 'node:crypto'
import type { IncomingMessage } from 'node:http'
import type { Idempotency, RequestKey } from '../../checkout/ports/idempotency.ts'
import type { KeyHolder } from '../../checkout/ports/platform-records.ts'
import { IdempotencyHeaders } from '../../contract/merchant.ts'
import { parse } from '../../web/parse.ts'

/**
 * The key that a request came with, and what it asks for: `asked` is the same text for the same
 * request, and made for a key alone. @throws {CheckoutError} invalid_request
 */
export function readIdempotency({ headers }: IncomingMessage, asked: () => string) {
  const { 'Idempotency-Key': key } = parse(IdempotencyHeaders, {
    'Idempotency-Key': headers['idempotency-key'],
  })
  if (key === undefined) return undefined
  return { key, requestDigest: createHash('sha256').update(asked()).digest() } satisfies Idempotency
}

/** The same in the space of the key's holder. */
export function readRequestKey(
  request: IncomingMessage,
  { storeId, keyKind }: KeyHolder,
  asked: () => string,
): RequestKey | undefined {
  const idempotency = readIdempotency(request, asked)
  return idempotency && { ...idempotency, storeId, keyKind }
}
