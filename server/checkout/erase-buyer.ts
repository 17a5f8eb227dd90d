import { announceSession } from './announce-session.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import { CheckoutError } from './errors.ts'
import type { Buyer, BuyerRecords } from './ports/buyer-records.ts'

type Deps = Pick<CheckoutDeps, 'db' | 'cache'> & { buyers: Pick<BuyerRecords, 'eraseBuyer'> }

/**
 * contract §4: takes a buyer out of all records of a store, copies included, and counts these. While
 * a payment of theirs is under way nothing is erased: its order needs to know where to go.
 * @throws {CheckoutError} payment_in_progress
 */
export async function eraseBuyer(deps: Deps, buyer: Buyer, address: string | null) {
  const erased = { orders: 0, sessions: 0 }
  for (;;) {
    const batch = await deps.buyers.eraseBuyer(buyer, address)
    if (batch.type === 'under_way')
      throw new CheckoutError(
        'payment_in_progress',
        'A payment of this buyer is under way. Ask again when it has ended, in some minutes.',
      )
    if (batch.sessionIds.length === 0) return erased
    await Promise.all(batch.sessionIds.map((sessionId) => announceSession(deps, sessionId)))
    erased.orders += batch.orders
    erased.sessions += batch.sessionIds.length
  }
}
