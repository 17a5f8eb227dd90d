import { announceSessions } from './announce-session.ts'
import type { CheckoutDeps } from './checkout-deps.ts'
import {
  type WithdrawableOrder,
  type WithdrawalClaim,
  type WithdrawalStanding,
  withdrawalStanding,
} from './withdrawal.ts'

/** The order as it is afterwards, and whether this call has withdrawn it. */
type Withdrawal = { order: WithdrawableOrder; standing: WithdrawalStanding; isNew: boolean }

/**
 * Withdraws from the contract about an order, if that is possible now; the buyer's statement alone
 * does it. Whoever says it again hears when it was first. Undefined when nobody with this address
 * has such an order.
 */
export async function withdrawOrder(
  { db, cache, tellOwners }: Pick<CheckoutDeps, 'db' | 'cache' | 'tellOwners'>,
  claim: WithdrawalClaim,
): Promise<Withdrawal | undefined> {
  const withdrawal = await db.transaction(async (tx) => {
    const order = await tx.lockWithdrawable(claim)
    if (!order) return undefined
    const standing = withdrawalStanding(order)
    if (standing.type !== 'possible') return { order, standing, isNew: false }
    const withdrawnAt = await tx.setWithdrawn(order)
    const withdrawn = { type: 'withdrawn', at: withdrawnAt } as const
    return { order: { ...order, withdrawnAt }, standing: withdrawn, isNew: true }
  })
  if (withdrawal?.isNew) {
    const { storeId, storeName, orderNumber } = withdrawal.order
    tellOwners({ type: 'withdrawn', storeId, storeName, orderNumber })
    await announceSessions({ cache }, { writtenIn: [storeId] })
  }
  return withdrawal
}
