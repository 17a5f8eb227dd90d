import { announceSessions } from '../sessions/announce-session.ts'
import type { CheckoutDeps } from '../checkout-deps.ts'
import type { Delivery, Fulfilment } from '../ports/database.ts'
import type { RequestKey } from '../ports/idempotency.ts'
import { madeBefore } from '../sessions/used-keys.ts'

/** No more orders to fulfil are counted, so that a long list costs no more than a short one. */
export const MOST_COUNTED = 100

type Standing = {
  fulfilledAt: Date | null
  withdrawnAt: Date | null
  amountTotal: number
  refunded: number
}

/** Whether the buyer waits for it: not sent, not withdrawn, and not refunded in full. */
export const isToFulfil = ({ fulfilledAt, withdrawnAt, amountTotal, refunded }: Standing) =>
  fulfilledAt === null && withdrawnAt === null && (amountTotal === 0 || refunded < amountTotal)

/**
 * Marks an order as fulfilled, or as not fulfilled again, and corrects its tracking. False when
 * nothing changed, or the same request did it before.
 * @throws {CheckoutError} invalid_request: the key was used for another request
 */
export async function setFulfilled(
  { db, cache }: Pick<CheckoutDeps, 'db' | 'cache'>,
  { request, ...change }: Fulfilment & { request?: RequestKey | undefined },
): Promise<boolean> {
  const isChanged = await db.transaction(async (tx) => {
    if (request && madeBefore(await tx.takeKey(request, {}))) return false
    return tx.setFulfilled(change)
  })
  if (isChanged && change.isFulfilled)
    await announceSessions({ cache }, { writtenIn: [change.storeId] })
  return isChanged
}

/**
 * Marks an order as delivered, and thereby as fulfilled, or as not delivered again. False when
 * nothing changed, or the same request did it before.
 * @throws {CheckoutError} invalid_request: the key was used for another request
 */
export async function setDelivered(
  { db, cache }: Pick<CheckoutDeps, 'db' | 'cache'>,
  { request, ...change }: Delivery & { request?: RequestKey | undefined },
): Promise<boolean> {
  const { isDelivered: isFulfilled, storeId, orderNumber, actor } = change
  const { isFirst, isChanged } = await db.transaction(async (tx) => {
    if (request && madeBefore(await tx.takeKey(request, {})))
      return { isFirst: false, isChanged: false }
    const isFirst =
      isFulfilled && (await tx.setFulfilled({ storeId, orderNumber, isFulfilled, actor }))
    return { isFirst, isChanged: await tx.setDelivered(change) }
  })
  if (isFirst) await announceSessions({ cache }, { writtenIn: [storeId] })
  return isChanged
}
