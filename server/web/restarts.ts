import type { ServerResponse } from 'node:http'
import type { Callers } from '../admission/callers.ts'
import type { CheckoutDeps } from '../checkout/checkout-deps.ts'
import { restartSession } from '../checkout/restart-session.ts'
import { assertWithinLimit } from './rate-limit-headers.ts'

/** What it takes to open a session in the place of one that is over. */
export type RestartContext = {
  checkout: CheckoutDeps
  callers: Pick<Callers, 'remember'>
  sessionTtlSeconds: number
}

/** For a buyer with the page of `sessionId`: the id of the session to go on with. */
export async function restartFor(
  { checkout, callers, sessionTtlSeconds: ttlSeconds }: RestartContext,
  { sessionId, response }: { sessionId: string; response: ServerResponse },
): Promise<string> {
  const name = await restartSession(checkout, {
    sessionId,
    ttlSeconds,
    // All buyers of a store together, as often as one key may.
    assertFew: async (storeId) =>
      assertWithinLimit(response, await checkout.cache.limiter.take(`restarts:${storeId}`)),
  })
  callers.remember({ kind: 'session', name })
  return name
}
