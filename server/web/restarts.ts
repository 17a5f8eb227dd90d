import type { ServerResponse } from 'node:http'
import type { Callers } from '../admission/callers.ts'
import type { CheckoutDeps } from '../checkout/checkout-deps.ts'
import { restartSession } from '../checkout/sessions/restart-session.ts'
import { assertWithinLimit } from './answers/rate-limit-headers.ts'

export type RestartContext = {
  urls: { checkoutUrl: string }
  checkout: CheckoutDeps
  callers: Pick<Callers, 'remember'>
  sessionTtlSeconds: number
}

/** Opens a new session for a buyer whose session is over, and returns its id. */
export async function restartFor(
  { urls: { checkoutUrl }, checkout, callers, sessionTtlSeconds: ttlSeconds }: RestartContext,
  { sessionId, response }: { sessionId: string; response: ServerResponse },
): Promise<string> {
  const name = await restartSession(checkout, {
    sessionId,
    ttlSeconds,
    checkoutUrl,
    // All buyers of a store share the limit of one key.
    assertFew: async (storeId) =>
      assertWithinLimit(response, await checkout.cache.limiter.take(`restarts:${storeId}`)),
  })
  callers.remember({ kind: 'session', name })
  return name
}
