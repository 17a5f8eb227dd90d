import type {
  NewRefund,
  RefundDatabase,
  RefundReservation,
  RefundTransaction,
} from '../../checkout/ports/refund-database.ts'
import type { ProviderName } from '../../contract/fields.ts'
import { getAttempt } from '../payments/attempts.ts'
import { columns, flag, idsOf, pick } from '../columns.ts'
import { type Pool, type Queryable, type Transaction, named } from '../database.ts'
import { ORDER_COLUMNS } from '../orders/order-columns.ts'
import { listDisputes } from './disputes.ts'
import { takeKey } from '../sessions/idempotency-keys.ts'
import { REFUND, findRefundById, written } from './refund-columns.ts'
import { failRefund, postponeRefund, succeedRefund } from './refund-moves.ts'
import { insertAudit } from '../audit-log.ts'
import { isUnsure } from '../sessions/session-columns.ts'
import { ofStore } from '../of-store.ts'

/** Columns of `orders o` and its `payment_attempts a`. */
const LOCKED_ORDER = columns({
  ...pick(ORDER_COLUMNS, [
    'id',
    'provider',
    'currency',
    'amountTotal',
    'refunded',
    'quantity',
    'returned',
  ]),
  isUnsure: flag(isUnsure('o.paid_at')),
})

/** Its disputes are read under the lock: a statement that waits for one sees no newer rows of others. */
async function lockOrder(tx: Transaction, storeId: string, orderNumber: string) {
  const order = await LOCKED_ORDER.row(
    tx,
    named('lock-order')`
      select ${LOCKED_ORDER.list}
      from orders o
      join payment_attempts a on a.id = o.attempt_id
      where ${ofStore('o.store_id', storeId)}
        and o.order_number = ${orderNumber}
      for update of o`,
  )
  return order && { ...order, disputes: await listDisputes(tx, order.id) }
}

const findRefund = (tx: Transaction, orderId: number, idempotencyKey: string) =>
  REFUND.row(
    tx,
    named('find-refund')`
      select ${REFUND.list}
      from order_refunds r
      join orders o on o.id = r.order_id
      where r.order_id = ${orderId}
        and r.idempotency_key = ${idempotencyKey}`,
  )

/** One statement both checks and reserves, so that two refunds cannot take the same money. */
const reserve = (
  tx: Transaction,
  orderId: number,
  { amount, returnedUnits, refundable }: Pick<NewRefund, 'amount' | 'returnedUnits' | 'refundable'>,
) =>
  tx.run(
    named('reserve-refund')`
      update orders
      set refunded = refunded + ${amount}, returned = returned + ${returnedUnits}
      where id = ${orderId}
        and refunded + ${amount} <= ${refundable}
        and returned + ${returnedUnits} <= quantity`,
  )

async function insertRefund(
  tx: Transaction,
  orderId: number,
  refund: NewRefund,
): Promise<RefundReservation> {
  if ((await reserve(tx, orderId, refund)) === 0) return { type: 'too_little_left' }
  const { id, storeId, orderNumber, amount, returnedUnits, reason, actor, idempotencyKey } = refund
  await tx.run(
    named('insert-refund')`
      insert into order_refunds (
        id, order_id, store_id, amount, currency,
        returned_units, reason, requested_by, idempotency_key)
      select
        ${id}, id, store_id, ${amount}, currency,
        ${returnedUnits}, ${reason}, ${actor.name}, ${idempotencyKey}
      from orders
      where id = ${orderId}`,
  )
  const reserved = written(await findRefund(tx, orderId, idempotencyKey))
  const details = { refund: id, amount, currency: reserved.currency, returnedUnits }
  await insertAudit(tx, storeId, { actor, action: 'order.refunded', subject: orderNumber, details })
  return { type: 'reserved', refund: reserved }
}

async function lockRefund(tx: Transaction, id: string) {
  await tx.run(
    named('lock-refunded-order')`
      select
      from orders
      where id = (select order_id from order_refunds where id = ${id})
      for update`,
  )
  return written(await findRefundById(tx, id))
}

const toRefundTransaction = (tx: Transaction): RefundTransaction => ({
  lockOrder: (storeId, orderNumber) => lockOrder(tx, storeId, orderNumber),
  takeKey: (key, made) => takeKey(tx, key, made),
  findRefund: (orderId, idempotencyKey) => findRefund(tx, orderId, idempotencyKey),
  findRefundById: (id) => findRefundById(tx, id),
  insertRefund: (orderId, refund) => insertRefund(tx, orderId, refund),
  lockRefund: (id) => lockRefund(tx, id),
  succeedRefund: (id, answer) => succeedRefund(tx, id, answer),
  failRefund: (id, answer) => failRefund(tx, id, answer),
  postponeRefund: (id, answer) => postponeRefund(tx, id, answer),
})

/** The claim lasts 4 s, as for a payment. A slower call may be made twice: that is harmless. */
const claimDueRefunds = (db: Queryable, providers: readonly ProviderName[], limit: number) =>
  idsOf(
    db,
    named('claim-due-refunds')`
      update order_refunds
      set next_check_at = clock_timestamp() + interval '4 seconds'
      where id = any(array(
        select r.id
        from order_refunds r
        where r.next_check_at <= statement_timestamp()
          -- Looked up for what is due alone, which is few.
          and (
            select a.provider
            from orders o
            join payment_attempts a on a.id = o.attempt_id
            where o.id = r.order_id) = any(${providers})
          and not exists (select from stores_elsewhere where id = r.store_id)
        order by r.next_check_at
        limit ${limit}
        for update skip locked))
      returning id`,
  )

const claimRefundsOf = (db: Queryable, attemptId: string) =>
  idsOf(
    db,
    named('claim-refunds-of')`
      update order_refunds
      set next_check_at = clock_timestamp() + interval '4 seconds'
      where state = 'pending'
        and kind = 'requested'
        and order_id = (select id from orders where attempt_id = ${attemptId})
      returning id`,
  )

export const openRefundDatabase = (pool: Pool): RefundDatabase => ({
  async getRefund(id) {
    const refund = await findRefundById(pool, id)
    if (!refund) throw new Error(`there is no refund ${id}`)
    return { refund, attempt: (await getAttempt(pool, refund.attemptId)).attempt }
  },
  claimDueRefunds: (providers, limit) => claimDueRefunds(pool, providers, limit),
  claimRefundsOf: (attemptId) => claimRefundsOf(pool, attemptId),
  transaction: (work) => pool.transaction((tx) => work(toRefundTransaction(tx))),
})
