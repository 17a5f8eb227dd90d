import type { Caller, Callers, Lookups } from '../../admission/callers.ts'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import { isSessionId } from '../../checkout/sessions/session.ts'
import type { Rate } from '../../checkout/ports/cache.ts'
import type { Exchange } from './before-express.ts'
import { assertWithinLimit } from '../answers/rate-limit-headers.ts'

export type SessionAdmission = {
  callers: Pick<Callers, 'admit' | 'take'>
  checkout: Pick<CheckoutDeps, 'cache' | 'db'>
}

/** The limit of a network, which many buyers may share. */
const NETWORK_RATE: Rate = { perSecond: 50, burst: 500 }

type Asking = Pick<Exchange, 'address' | 'response'>

/**
 * Whether the named thing exists, whose name only its buyer knows. Takes from the network's limit;
 * a name that this process has not seen lately counts as a stranger's. @throws {CheckoutError}
 * rate_limited, busy
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

/** As `admitNamed`, for sessions; a copy in the shared cache is proof enough. */
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
