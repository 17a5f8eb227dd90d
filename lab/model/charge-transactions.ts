import type { ChargeTransaction } from '../../server/checkout/ports/charge-database.ts'
import { createRefundTransaction } from './refund-transactions.ts'
import {
  type OpenTransaction,
  type OrderRow,
  type Row,
  get,
  lock,
  newRow,
  viewOf,
} from './tables.ts'
import { type World, createStatements } from './transact.ts'

/** When a reading is done again whose end the bank may not tell. */
const READ_AGAIN_MS = 60 * 60_000

export const orderOf = (orders: ReadonlyMap<string, Row<OrderRow>>, attemptId: string) =>
  [...orders.values()].find(({ committed }) => committed?.attemptId === attemptId)

export function createChargeTransaction(world: World, tx: OpenTransaction): ChargeTransaction {
  const { scheduler, storage } = world
  const { tables } = storage
  const { statement, change } = createStatements(world, tx)
  const { succeedRefund, failRefund } = createRefundTransaction(world, tx)

  function findOrder(orderId: number): Row<OrderRow> {
    for (const row of tables.orders.values()) if (viewOf(tx, row)?.id === orderId) return row
    throw new Error(`there is no order ${orderId}`)
  }

  return {
    succeedRefund,
    failRefund,

    lockCharge: (attemptId) =>
      statement('locks the charge of', attemptId, () => {
        const row = orderOf(tables.orders, attemptId)
        if (!row) throw new Error(`attempt ${attemptId} has no order`)
        if (!lock(tx, row)) return scheduler.block(row)
        const order = viewOf(tx, row)
        if (!order) throw new Error(`attempt ${attemptId} has no order`)
        const { id, readingNumber, captured, amount, currency, disputes } = order
        const { orderNumber } = order.order
        const refunds = [...tables.refunds.values()].flatMap((refund) => {
          const values = viewOf(tx, refund)
          return values?.orderNumber === orderNumber ? values : []
        })
        const store = { storeId: 'st_1', storeName: 'Loom & Co' }
        return {
          ...store,
          orderId: id,
          orderNumber,
          readingNumber,
          captured,
          amountTotal: amount,
          currency,
          refunds,
          disputes,
        }
      }),

    async insertProviderRefund(orderId, { provider, providerRefundId, ...theirs }) {
      const row = findOrder(orderId)
      const { amount, state, failureCode, createdAt, refundId } = theirs
      const id = refundId !== null && !tables.refunds.has(refundId) ? refundId : theirs.id
      await statement('inserts', id, () => {
        const order = viewOf(tx, row)
        if (!order) throw new Error(`there is no order ${orderId}`)
        const values = {
          id,
          kind: 'provider' as const,
          providerRefundId,
          orderNumber: order.order.orderNumber,
          storeId: 'st_1',
          attemptId: order.attemptId,
          amount,
          currency: order.currency,
          returnedUnits: 0,
          restockedUnits: 0,
          reason: null,
          requestedBy: provider,
          state,
          failureCode,
          failureAnswer: null,
          createdAt,
          succeededAt: state === 'succeeded' ? createdAt : null,
          settledAt: state === 'pending' ? null : createdAt,
          idempotencyKey: providerRefundId,
          nextCheckAt: undefined,
          checks: 0,
        }
        tables.refunds.set(id, newRow(tx, values))
      })
      if (state !== 'failed')
        await statement('counts', id, () =>
          change(row, (order) => ({ ...order, refunded: order.refunded + amount })),
        )
      return get(tables.refunds, id).dirty ?? fail(id)
    },

    async failSucceededRefund(id, { code }) {
      const row = get(tables.refunds, id)
      await statement('sets failed late', id, () =>
        change(row, (refund) => ({
          ...refund,
          state: 'failed' as const,
          failureCode: code,
          settledAt: new Date(scheduler.now()),
        })),
      )
      const refund = viewOf(tx, row) ?? fail(id)
      await statement('frees', id, () =>
        change(get(tables.orders, refund.orderNumber), (order) => ({
          ...order,
          refunded: order.refunded - refund.amount,
        })),
      )
      return refund
    },

    writeDispute: (orderId, dispute) =>
      statement('writes', dispute.providerDisputeId, () =>
        change(findOrder(orderId), (order) => ({
          ...order,
          disputes: [
            ...order.disputes.filter(
              ({ providerDisputeId }) => providerDisputeId !== dispute.providerDisputeId,
            ),
            dispute,
          ],
        })),
      ),

    finishReading: (orderId, { number, captured, dispute, readAgain }) =>
      statement('has read', String(number), () =>
        change(findOrder(orderId), (order) => ({
          ...order,
          readingNumber: number,
          captured,
          dispute,
          readingDueAt:
            order.readings > number
              ? order.readingDueAt
              : readAgain
                ? scheduler.now() + READ_AGAIN_MS
                : undefined,
        })),
      ),
  }
}

function fail(id: string): never {
  throw new Error(`there is no refund ${id}`)
}
