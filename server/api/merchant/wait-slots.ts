import { CheckoutError } from '../../checkout/errors.ts'

/** How many requests of one key may wait at once, for sessions and events together. */
const MOST_OF_KEY = 100

/** When a key with too many requests may try again. */
const RETRY_SECONDS = 1

export type WaitSlots = ReturnType<typeof createWaitSlots>

/** Counts the requests of this process that wait, by key. */
export function createWaitSlots() {
  const ofKey = new Map<string, number>()
  return {
    /**
     * Takes a slot for a request of that key, and returns the function that gives it back. @throws
     * {CheckoutError} rate_limited
     */
    take(key: string) {
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
