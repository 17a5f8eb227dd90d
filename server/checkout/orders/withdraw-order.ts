import { announceSessions } from '../sessions/announce-session.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'
import {
  type WithdrawableOrder,
  type WithdrawalClaim,
  isOfBuyer,
  withdrawalStanding,
} from './withdrawal.ts'

/** The order, if the buyer who asks has ordered it. */
export async function findWithdrawable(
  { db }: Pick<CheckoutDeps, 'db'>,
  claim: WithdrawalClaim,
): Promise<WithdrawableOrder | undefined> {
  const order = await db.findWithdrawable(claim.orderNumber)
  return order && isOfBuyer(order, claim) ? order : undefined
}

/**
 * Withdraws from the contract about an order, if that is possible now; the buyer's statement alone
 * does it, unless it is late: then the store decides. A buyer who says it again hears when it was
 * first. Returns the order as it is afterwards; undefined when nobody with this address has such an
 * order.
 */
export async function withdrawOrder(
  { db, cache, notifyOwners }: Pick<CheckoutDeps, 'db' | 'cache' | 'notifyOwners'>,
  claim: WithdrawalClaim,
): Promise<WithdrawableOrder | undefined> {
  // A stranger holds no lock.
  if (!(await findWithdrawable({ db }, claim))) return undefined
  const { order, isNew } = await db.transaction(async (tx) => {
    const found = await tx.lockWithdrawable(claim.orderNumber)
    if (!found || !isOfBuyer(found, claim)) return { order: undefined, isNew: false }
    if (withdrawalStanding(found).type !== 'possible') return { order: found, isNew: false }
    const withdrawnAt = await tx.setWithdrawn(found)
    return { order: { ...found, withdrawnAt, withdrawnLate: found.isLate }, isNew: true }
  })
  if (order && isNew) {
    const { storeId, storeName, orderNumber, isLate } = order
    notifyOwners({ type: 'withdrawn', storeId, storeName, orderNumber, isLate })
    await announceSessions({ cache }, { writtenIn: [storeId] })
  }
  return order
}
