import type { Caller, Callers, Lookups } from '../admission/callers.ts'
import type { CheckoutDeps } from '../checkout/checkout-deps.ts'
import { isSessionId } from '../checkout/session.ts'
import type { Rate } from '../checkout/ports/cache.ts'
import type { Exchange } from './before-express.ts'
import { assertWithinLimit } from './rate-limit-headers.ts'

/** What tells a buyer's request from a stranger's. */
export type SessionAdmission = {
  callers: Pick<Callers, 'admit' | 'take'>
  checkout: Pick<CheckoutDeps, 'cache' | 'db'>
}

/** What all pages of one customer's network may ask: many buyers may share it. */
const NETWORK_RATE: Rate = { perSecond: 50, burst: 500 }

type Asking = Pick<Exchange, 'address' | 'response'>

/**
 * Whether there is what a page is asked for by a name that only its buyer knows. Its network has not
 * asked too much, and a name that this process has not heard of lately is a stranger’s.
 * @throws {CheckoutError} rate_limited, busy
 */
export async function admitNamed(
  { callers }: Pick<SessionAdmission, 'callers'>,
  caller: Caller,
  { address, response }: Asking,
  lookups: Lookups,
) {
  const share = await callers.take(address, { purpose: 'pages', rate: NETWORK_RATE })
  if (share?.allowed === false) assertWithinLimit(response, share)
  return callers.admit({ ...caller, address }, lookups)
}

/** As `admitNamed`; all processes share the copies of sessions. */
export const admitSession = async (context: SessionAdmission, id: string, asking: Asking) => {
  const { cache, db } = context.checkout
  return (
    isSessionId(id) &&
    admitNamed(context, { kind: 'session', name: id }, asking, {
      hasTrace: async () => (await cache.sessions.find(id)) !== undefined,
      isKnown: async () => (await db.findSession(id)) !== undefined,
    })
  )
}
