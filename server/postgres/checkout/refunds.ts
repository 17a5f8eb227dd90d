import type {
  LockedOrder,
  RefundDatabase,
  RefundTransaction,
} from '../../checkout/ports/refunds.ts'
import type { Refund } from '../../checkout/refund.ts'
import { getAttempt } from './attempts.ts'
import { type Pool, type Queryable, type Transaction, fragment, named } from '../database.ts'
import { insertStockChange } from './stock-history.ts'
import { insertAudit } from '../audit-log.ts'

/** Of `order_refunds r` and its `orders o`. */
const REFUND = fragment(`
  r.id, o.order_number as "orderNumber", r.store_id as "storeId", o.attempt_id as "attemptId",
  r.amount,
  r.currency, r.returned_units as "returnedUnits", r.reason, r.requested_by as "requestedBy",
  r.state,
  r.failure_code as "failureCode", r.created_at as "createdAt",
  r.settled_at as "settledAt"`)

function written(refund: Refund | undefined): Refund {
  if (!refund) throw new Error('a refund that was just written is there')
  return refund
}

const lockOrder = (tx: Transaction, storeId: string, orderNumber: string) =>
  tx.row<LockedOrder>(
    named('lock-order')`
      select o.id, a.provider, o.currency, o.amount_total as "amountTotal", o.refunded,
        o.quantity, o.returned
      from orders o join payment_attempts a on a.id = o.attempt_id
      where o.store_id = ${storeId} and o.order_number = ${orderNumber} for update of o`,
  )

const findRefund = (tx: Transaction, orderId: number, idempotencyKey: string) =>
  tx.row<Refund>(
    named('find-refund')`
      select ${REFUND} from order_refunds r join orders o on o.id = r.order_id
      where r.order_id = ${orderId} and r.idempotency_key = ${idempotencyKey}`,
  )

/** One statement decides: the condition lets only those through for whom there is enough left. */
const reserve = (
  tx: Transaction,
  orderId: number,
  { amount, returnedUnits }: Pick<Refund, 'amount' | 'returnedUnits'>,
) =>
  tx.run(
    named('reserve-refund')`
      update orders set refunded = refunded + ${amount}, returned = returned + ${returnedUnits}
      where id = ${orderId} and refunded + ${amount} <= amount_total
        and returned + ${returnedUnits} <= quantity`,
  )

const insertRefund: (
  tx: Transaction,
  ...refund: Parameters<RefundTransaction['insertRefund']>
) => Promise<Refund | undefined> = async (
  tx,
  orderId,
  { id, storeId, orderNumber, amount, returnedUnits, reason, actor, idempotencyKey },
) => {
  if ((await reserve(tx, orderId, { amount, returnedUnits })) === 0) return undefined
  await tx.run(
    named('insert-refund')`
      insert into order_refunds (id, order_id, store_id, amount, currency, returned_units, reason,
        requested_by, idempotency_key)
      select ${id}, id, store_id, ${amount}, currency, ${returnedUnits}, ${reason}, ${actor.name},
        ${idempotencyKey}
      from orders where id = ${orderId}`,
  )
  const refund = written(await findRefund(tx, orderId, idempotencyKey))
  const details = { refund: id, amount, currency: refund.currency, returnedUnits }
  await insertAudit(tx, storeId, { actor, action: 'order.refunded', subject: orderNumber, details })
  return refund
}

async function lockRefund(tx: Transaction, id: string) {
  await tx.run(
    named('lock-refunded-order')`
      select from orders where id = (select order_id from order_refunds where id = ${id})
      for update`,
  )
  return written(await findById(tx, id))
}

const findById = (db: Queryable, id: string) =>
  db.row<Refund>(
    named('get-refund')`
      select ${REFUND} from order_refunds r join orders o on o.id = r.order_id where r.id = ${id}`,
  )

/** Moves a refund that is still pending. */
const move = async (
  tx: Transaction,
  id: string,
  {
    state,
    code,
    providerRefundId,
  }: { state: Refund['state']; code?: string; providerRefundId: string | undefined },
) =>
  written(
    await tx.row<Refund>(
      named('move-refund')`
        update order_refunds r set state = ${state}, failure_code = ${code ?? null},
          provider_refund_id = coalesce(${providerRefundId ?? null}, r.provider_refund_id),
          settled_at = case when ${state} <> 'pending' then clock_timestamp() end,
          checks = least(r.checks + 1, 10),
          next_check_at = case when ${state} = 'pending' then clock_timestamp() + least(600,
          2 ^ r.checks) * interval '1 second' end
        from orders o where r.id = ${id} and r.state = 'pending' and o.id = r.order_id
        returning ${REFUND}`,
    ),
  )

/** Units that come back from a buyer: no longer sold, in stock again. */
async function returnUnits(
  tx: Transaction,
  { id, orderNumber, returnedUnits, requestedBy }: Refund,
) {
  if (returnedUnits === 0) return
  const variant = await tx.row<{ id: string }>(
    named('return-refunded-units')`
      update variants v set stock = v.stock + ${returnedUnits} from order_refunds r
      join orders o on o.id = r.order_id
      where r.id = ${id} and v.id = o.variant_id returning v.id::text`,
  )
  if (!variant) throw new Error(`the units of refund ${id} belong to no variant`)
  await insertStockChange(tx, {
    variantId: variant.id,
    delta: returnedUnits,
    reason: 'refund_return',
    orderNumber,
    actor: requestedBy,
  })
}

const release = (tx: Transaction, { id }: Refund) =>
  tx.run(
    named('release-refund')`
      update orders o
      set refunded = o.refunded - r.amount, returned = o.returned - r.returned_units
      from order_refunds r where r.id = ${id} and o.id = r.order_id`,
  )

const toRefundTransaction = (tx: Transaction): RefundTransaction => ({
  lockOrder: (storeId, orderNumber) => lockOrder(tx, storeId, orderNumber),
  findRefund: (orderId, idempotencyKey) => findRefund(tx, orderId, idempotencyKey),
  insertRefund: (orderId, refund) => insertRefund(tx, orderId, refund),
  lockRefund: (id) => lockRefund(tx, id),
  async succeedRefund(id, answer) {
    const refund = await move(tx, id, { ...answer, state: 'succeeded' })
    await returnUnits(tx, refund)
    return refund
  },
  async failRefund(id, answer) {
    const refund = await move(tx, id, { ...answer, state: 'failed' })
    await release(tx, refund)
    return refund
  },
  postponeRefund: (id, answer) => move(tx, id, { ...answer, state: 'pending' }),
})

/**
 * The claim lasts 4 s, as one of a payment does; a slower call may be repeated beside it, which
 * changes nothing.
 */
const claimDueRefunds = (db: Queryable, provider: string, limit: number) =>
  db.rows<{ id: string }>(
    named('claim-due-refunds')`
      update order_refunds set next_check_at = clock_timestamp() + interval '4 seconds'
      where id in (
        select r.id from order_refunds r join orders o on o.id = r.order_id
        join payment_attempts a on a.id = o.attempt_id
        where r.next_check_at <= clock_timestamp() and a.provider = ${provider}
        order by r.next_check_at limit ${limit}
        for update of r skip locked)
      returning id`,
  )

const claimRefundsOf = (db: Queryable, attemptId: string) =>
  db.rows<{ id: string }>(
    named('claim-refunds-of')`
      update order_refunds set next_check_at = clock_timestamp() + interval '4 seconds'
      where state = 'pending'
        and order_id = (select id from orders where attempt_id = ${attemptId}) returning id`,
  )

const idsOf = (rows: { id: string }[]) => rows.map(({ id }) => id)

export const openRefundDatabase = (pool: Pool): RefundDatabase => ({
  async getRefund(id) {
    const refund = await findById(pool, id)
    if (!refund) throw new Error(`there is no refund ${id}`)
    return { refund, attempt: (await getAttempt(pool, refund.attemptId)).attempt }
  },
  claimDueRefunds: async (provider, limit) => idsOf(await claimDueRefunds(pool, provider, limit)),
  claimRefundsOf: async (attemptId) => idsOf(await claimRefundsOf(pool, attemptId)),
  transaction: (work) => pool.transaction((tx) => work(toRefundTransaction(tx))),
})
