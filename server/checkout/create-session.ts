import type { CreateSessionRequest } from '../contract/merchant.ts'
import { CheckoutError } from './errors.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import type { Idempotency } from './ports/database.ts'
import { refusalOf } from './stock.ts'

/**
 * Who creates a session: the store that a key belongs to, and whether the key is the public one.
 */
export type Creator = { storeId: string; keyKind: 'public' | 'secret'; allowedOrigins: string[] }

export type CreateSessionInput = {
  request: CreateSessionRequest
  /** The JSON text of `request.metadata` as it came. */
  metadataText: string | null
  ttlSeconds: number
  idempotency?: Idempotency | undefined
}

/**
 * Stock may come back between a refused creation and the look at why: then creation is tried again,
 * this often.
 */
const MAX_TRIES = 3

/** spec §4.1: a session for one product that is for sale and in stock. */
export async function createSession(
  { db, ids, events }: CheckoutDeps,
  creator: Creator,
  input: CreateSessionInput,
) {
  const {
    request: {
      items: [item],
      successUrl,
      cancelUrl,
      customer,
    },
    metadataText,
    ttlSeconds,
    idempotency,
  } = input
  if (creator.keyKind === 'public') assertAllowedAddresses(creator, { successUrl, cancelUrl })

  for (let tries = 1; ; tries += 1) {
    const id = ids.session()
    const session = await db.createSession(
      {
        id,
        storeId: creator.storeId,
        item,
        successUrl: successUrl ?? null,
        cancelUrl: cancelUrl ?? null,
        customer: customer ?? {},
        metadata: metadataText,
        ttlSeconds,
        createdWith: creator.keyKind,
      },
      idempotency,
    )
    if (session === 'other_request') {
      throw new CheckoutError(
        'invalid_request',
        'Idempotency-Key: was used for another request; use a new key',
      )
    }
    if (session) {
      if (session.id === id)
        events.sessionCreated({ sessionId: session.id, storeId: session.storeId })
      return session
    }
    const refusal = refusalOf(await db.findProduct(creator.storeId, item.product), item)
    if (refusal) throw refusal
    if (tries === MAX_TRIES)
      throw new Error(`"${item.product}" is for sale, yet no session could be created`)
  }
}

/**
 * A public key can be read by anyone: it sends buyers to the store's own addresses only (contract
 * §3).
 */
function assertAllowedAddresses(
  { allowedOrigins }: Creator,
  addresses: Record<string, string | undefined>,
) {
  if (allowedOrigins.length === 0) return
  for (const [field, address] of Object.entries(addresses)) {
    if (address !== undefined && !allowedOrigins.includes(new URL(address).origin)) {
      throw new CheckoutError(
        'invalid_request',
        `${field}: with a public key its origin must be one of the store's allowed origins`,
      )
    }
  }
}
