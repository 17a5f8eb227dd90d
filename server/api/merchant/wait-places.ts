import { CheckoutError } from '../../checkout/errors.ts'

/** How many requests of one key may wait at once, whatever for. */
const MOST_OF_KEY = 100

/** How soon a key with too many is to come back. */
const RETRY_SECONDS = 1

export type WaitPlaces = {
  /**
   * A place for a request of that key; returns how to give it back. @throws {CheckoutError}
   * rate_limited: too many wait already
   */
  take(key: string): () => void
}

/** The requests of this process that wait, counted by key. */
export function createWaitPlaces(): WaitPlaces {
  const ofKey = new Map<string, number>()
  return {
    take(key) {
      const taken = ofKey.get(key) ?? 0
      if (taken >= MOST_OF_KEY)
        throw new CheckoutError(
          'rate_limited',
          `More than ${MOST_OF_KEY} requests of this key wait at once. Try again in ${RETRY_SECONDS} s.`,
          { retryAfterSeconds: RETRY_SECONDS },
        )
      ofKey.set(key, taken + 1)
      return () => {
        const left = (ofKey.get(key) ?? 1) - 1
        if (left > 0) ofKey.set(key, left)
        else ofKey.delete(key)
      }
    },
  }
}
