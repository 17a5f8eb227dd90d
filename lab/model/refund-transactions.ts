import type { NewRefund, RefundTransaction } from '../../server/checkout/ports/refund-database.ts'
import type { Refund } from '../../server/checkout/refunds/refund.ts'
import { takenOf } from './bank-disputes.ts'
import {
  type OpenTransaction,
  type OrderRow,
  type RefundRow,
  type Row,
  get,
  lock,
  newRow,
  viewOf,
} from './tables.ts'
import { assert } from './books.ts'
import { type World, createStatements } from './transact.ts'

/** When a refund is first checked after it was written. */
const FIRST_CHECK_MS = 5_000

type Move = Partial<Pick<Refund, 'state' | 'failureCode' | 'restockedUnits'>> & {
  providerRefundId: string | undefined
}

const toMoved = (
  refund: RefundRow,
  { providerRefundId, state = 'pending', ...move }: Move,
  now: number,
): RefundRow => ({
  ...refund,
  ...move,
  state,
  providerRefundId: providerRefundId ?? refund.providerRefundId,
  succeededAt: state === 'succeeded' ? new Date(now) : null,
  settledAt: state === 'pending' ? null : new Date(now),
  checks: Math.min(refund.checks + 1, 10),
  nextCheckAt: state === 'pending' ? now + Math.min(600, 2 ** refund.checks) * 1_000 : undefined,
})

/** A new refund, before anything was done. */
const toNew = (
  { actor, ...request }: NewRefund,
  { attemptId, currency }: OrderRow,
  now: number,
): RefundRow => ({
  ...request,
  kind: 'requested',
  requestedBy: actor.name,
  attemptId,
  currency,
  state: 'pending',
  restockedUnits: 0,
  providerRefundId: null,
  failureCode: null,
  failureAnswer: null,
  createdAt: new Date(now),
  succeededAt: null,
  settledAt: null,
  nextCheckAt: now + FIRST_CHECK_MS,
  checks: 0,
})

export function createRefundTransaction(world: World, tx: OpenTransaction): RefundTransaction {
  const { scheduler, storage } = world
  const { tables } = storage
  const { statement, change } = createStatements(world, tx)

  function findOrder(orderId: number): Row<OrderRow> {
    for (const row of tables.orders.values()) if (viewOf(tx, row)?.id === orderId) return row
    throw new Error(`there is no order ${orderId}`)
  }

  function read(id: string): RefundRow {
    const refund = viewOf(tx, get(tables.refunds, id))
    if (!refund) throw new Error(`there is no refund ${id}`)
    return refund
  }

  /** Moves a refund that is still pending. */
  async function move(id: string, moved: Move) {
    await statement(`sets ${moved.state ?? 'later'}`, id, () => {
      if (read(id).state !== 'pending') throw new Error(`refund ${id} is not pending`)
      return change(get(tables.refunds, id), (refund) => toMoved(refund, moved, scheduler.now()))
    })
    return read(id)
  }

  return {
    lockOrder: (_storeId, orderNumber) =>
      statement('locks', orderNumber, () => {
        const row = tables.orders.get(orderNumber)
        if (!row?.committed) return undefined
        if (!lock(tx, row)) return scheduler.block(row)
        const { id, attemptId, currency, amount, refunded, order, returned, disputes } =
          viewOf(tx, row) ?? row.committed
        const provider = get(tables.attempts, attemptId).committed?.provider
        if (!provider) throw new Error(`there is no payment attempt ${attemptId}`)
        const { quantity } = order
        const money = { currency, amountTotal: amount, refunded, disputes }
        return { id, provider, ...money, quantity, returned, isUnsure: false }
      }),

    takeKey: () => Promise.reject(new Error('requests of the model come without a key')),

    findRefund: (orderId, idempotencyKey) =>
      statement('looks for', idempotencyKey, () => {
        const { orderNumber } = viewOf(tx, findOrder(orderId))?.order ?? {}
        for (const row of tables.refunds.values()) {
          const refund = viewOf(tx, row)
          if (refund?.orderNumber === orderNumber && refund?.idempotencyKey === idempotencyKey)
            return refund
        }
        return undefined
      }),

    findRefundById: (id) =>
      statement('looks for', id, () => {
        const row = tables.refunds.get(id)
        return row && viewOf(tx, row)
      }),

    async insertRefund(orderId, refund) {
      const { id, amount, returnedUnits, refundable } = refund
      const row = findOrder(orderId)
      let isEnough = false
      await statement('reserves', id, () =>
        change(row, (order) => {
          const refunded = order.refunded + amount
          const returned = order.returned + returnedUnits
          isEnough = refunded <= refundable && returned <= order.order.quantity
          assert(
            !isEnough || refunded + takenOf(order.disputes) <= order.amount,
            'I26 nothing is refunded that is disputed and not won',
            id,
          )
          return isEnough ? { ...order, refunded, returned } : order
        }),
      )
      if (!isEnough) return { type: 'too_little_left' }
      return statement('inserts', id, () => {
        const order = viewOf(tx, row)
        if (!order) throw new Error(`there is no order ${orderId}`)
        const inserted = toNew(refund, order, scheduler.now())
        tables.refunds.set(id, newRow(tx, inserted))
        return { type: 'reserved', refund: inserted }
      })
    },

    lockRefund: (id) =>
      statement('locks', id, () => {
        const row = get(tables.orders, read(id).orderNumber)
        return lock(tx, row) ? read(id) : scheduler.block(row)
      }),

    async succeedRefund(id, { providerRefundId }) {
      const { returnedUnits, orderNumber } = read(id)
      const refund = await move(id, {
        state: 'succeeded',
        providerRefundId,
        restockedUnits: returnedUnits,
      })
      if (returnedUnits > 0) {
        const { variantId = '' } = viewOf(tx, get(tables.orders, orderNumber)) ?? {}
        await statement('takes back', variantId, () =>
          change(get(tables.variants, variantId), (variant) => ({
            ...variant,
            forSale: variant.forSale + returnedUnits,
          })),
        )
      }
      return refund
    },

    async failRefund(id, { providerRefundId, code }) {
      const refund = await move(id, { state: 'failed', providerRefundId, failureCode: code })
      const { amount, returnedUnits, orderNumber } = refund
      await statement('releases', id, () =>
        change(get(tables.orders, orderNumber), (order) => ({
          ...order,
          refunded: order.refunded - amount,
          returned: order.returned - returnedUnits,
        })),
      )
      return refund
    },

    postponeRefund: (id, { providerRefundId }) => move(id, { providerRefundId }),
  }
}
