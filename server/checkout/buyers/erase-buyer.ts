import { announceSession } from '../sessions/announce-session.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'
import { CheckoutError } from '../errors.ts'
import type { Buyer, BuyerRecords } from '../ports/buyer-records.ts'

type Deps = Pick<CheckoutDeps, 'db' | 'cache'> & { buyers: Pick<BuyerRecords, 'eraseBuyer'> }

/**
 * Erases a buyer from all records of a store, cached copies included, and counts them (contract
 * §4). Nothing is erased while a payment of the buyer is under way, because its order needs the
 * address, or disputed: the buyer's data is the merchant's evidence.
 * @throws {CheckoutError} payment_in_progress, payment_disputed
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
    if (batch.type === 'disputed') throw stillDisputed(batch.dueAt)
    if (batch.sessionIds.length === 0) return erased
    await Promise.all(batch.sessionIds.map((sessionId) => announceSession(deps, sessionId)))
    erased.orders += batch.orders
    erased.sessions += batch.sessionIds.length
  }
}

function stillDisputed(dueAt: Date | null) {
  const by = dueAt === null ? '' : ` by ${dueAt.toISOString()}`
  return new CheckoutError(
    'payment_disputed',
    `The buyer’s bank disputes a payment, and what is erased is no evidence. Answer the dispute${by}. Ask again when it is closed.`,
  )
}
