import type { AnswerTaking, LateFailure } from '../../server/checkout/ports/charge-database.ts'
import { isToAnswer } from '../../server/checkout/refunds/refund.ts'
import { type OpenTransaction, get, lock, viewOf } from './tables.ts'
import { type World, createStatements } from './transact.ts'

/** What the merchant says, once, about the units of a refund that failed late. */
export async function answerLateFailure(
  world: World,
  tx: OpenTransaction,
  { orderNumber, refundId, answer }: LateFailure,
): Promise<AnswerTaking> {
  const { scheduler, storage } = world
  const { tables } = storage
  const { statement, change } = createStatements(world, tx)
  const refund = await statement('locks the failed', refundId, () => {
    const order = tables.orders.get(orderNumber)
    const row = tables.refunds.get(refundId)
    if (!order || !row) return undefined
    return lock(tx, order) ? viewOf(tx, row) : scheduler.block(order)
  })
  if (!refund || !isToAnswer(refund)) return { type: 'not_asked' }
  const { restockedUnits: units } = refund
  if ((answer === 'seen') !== (units === 0)) return { type: 'not_asked' }
  if (answer === 'did_not_come_back') {
    const variantId = viewOf(tx, get(tables.orders, orderNumber))?.variantId ?? ''
    let isTaken = false
    await statement('takes units out of', variantId, () =>
      change(get(tables.variants, variantId), (variant) => {
        let onHand = variant.forSale
        for (const { committed } of tables.attempts.values())
          if (committed?.variantId === variantId && committed.holdActive)
            onHand += committed.quantity
        isTaken = onHand >= units
        return isTaken ? { ...variant, forSale: variant.forSale - units } : variant
      }),
    )
    if (!isTaken) return { type: 'units_sold' }
    await statement('returns no units of', orderNumber, () =>
      change(get(tables.orders, orderNumber), (order) => ({
        ...order,
        returned: order.returned - units,
      })),
    )
  }
  await statement(`answers ${answer}`, refundId, () =>
    change(get(tables.refunds, refundId), (row) => ({
      ...row,
      failureAnswer: answer,
      restockedUnits: answer === 'did_not_come_back' ? 0 : row.restockedUnits,
    })),
  )
  return { type: 'taken', units }
}
