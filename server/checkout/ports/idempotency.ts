/** Two requests are the same one when their keys and their digests are equal. */
export type Idempotency = { key: string; requestDigest: Uint8Array }

/** Each kind of API key of a store has its own keys. */
export type RequestKey = Idempotency & { storeId: string; keyKind: 'public' | 'secret' }

/** What the first request made. The same request gets it as the answer for 24 hours. */
export type Creation = { sessionId?: string; refundId?: string }

/** `repeated`: the same request made `made` before. `other_request`: another one used the key. */
export type KeyUse =
  | { type: 'first' }
  | { type: 'repeated'; made: Creation }
  | { type: 'other_request' }
