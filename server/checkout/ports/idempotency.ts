/** What makes a request that is sent again the same one: the caller's key, and what it asked for. */
export type Idempotency = { key: string; requestDigest: Uint8Array }

/** In its store each kind of API key has a space of its own. */
export type RequestKey = Idempotency & { storeId: string; keyKind: 'public' | 'secret' }

/** What a request makes, and whoever sends it again within 24 hours is answered with. */
export type Made = { sessionId?: string; refundId?: string }

/**
 * What has become of a key that a request came with. `repeated`: the same request has `made` this
 * before; `other_request`: another one has.
 */
export type KeyUse =
  | { type: 'first' }
  | { type: 'repeated'; made: Made }
  | { type: 'other_request' }
