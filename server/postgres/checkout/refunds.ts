import type {
  RefundDatabase,
  RefundReservation,
  RefundTransaction,
} from '../../checkout/ports/refunds.ts'
import type { Refund, RefundRequest, RefundState } from '../../checkout/refund.ts'
import { getAttempt } from './attempts.ts'
import { columns, idsOf, integer, moment, orNull, text, word } from '../columns.ts'
import { type Pool, type Queryable, type Transaction, named } from '../database.ts'
import { insertStockChange } from './stock-history.ts'
import { insertAudit } from '../audit-log.ts'

/** Of `order_refunds r` and its `orders o`. */
const REFUND = columns({
  id: text('r.id'),
  orderNumber: text('o.order_number'),
  storeId: text('r.store_id'),
  attemptId: text('o.attempt_id'),
  amount: integer('r.amount'),
  currency: text('r.currency'),
  returnedUnits: integer('r.returned_units'),
  reason: orNull(text('r.reason')),
  requestedBy: text('r.requested_by'),
  state: word<RefundState>('r.state'),
  failureCode: orNull(text('r.failure_code')),
  createdAt: moment('r.created_at'),
  settledAt: orNull(moment('r.settled_at')),
})

function written(refund: Refund | undefined): Refund {
  if (!refund) throw new Error('a refund that was just written is there')
  return refund
}

/** Of `orders o` and its `payment_attempts a`. */
const LOCKED_ORDER = columns({
  id: integer('o.id'),
  provider: text('a.provider'),
  currency: text('o.currency'),
  amountTotal: integer('o.amount_total'),
  refunded: integer('o.refunded'),
  quantity: integer('o.quantity'),
  returned: integer('o.returned'),
})

const lockOrder = (tx: Transaction, storeId: string, orderNumber: string) =>
  LOCKED_ORDER.row(
    tx,
    named('lock-order')`
      select ${LOCKED_ORDER.list}
      from orders o
      join payment_attempts a on a.id = o.attempt_id
      where o.store_id = ${storeId}
        and o.order_number = ${orderNumber}
      for update of o`,
  )

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

/** One statement decides: the condition lets only those through for whom there is enough left. */
const reserve = (
  tx: Transaction,
  orderId: number,
  { amount, returnedUnits }: Pick<Refund, 'amount' | 'returnedUnits'>,
) =>
  tx.run(
    named('reserve-refund')`
      update orders
      set refunded = refunded + ${amount}, returned = returned + ${returnedUnits}
      where id = ${orderId}
        and refunded + ${amount} <= amount_total
        and returned + ${returnedUnits} <= quantity`,
  )

async function insertRefund(
  tx: Transaction,
  orderId: number,
  {
    id,
    storeId,
    orderNumber,
    amount,
    returnedUnits,
    reason,
    actor,
    idempotencyKey,
  }: RefundRequest & { id: string },
): Promise<RefundReservation> {
  if ((await reserve(tx, orderId, { amount, returnedUnits })) === 0)
    return { type: 'too_little_left' }
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
  const refund = written(await findRefund(tx, orderId, idempotencyKey))
  const details = { refund: id, amount, currency: refund.currency, returnedUnits }
  await insertAudit(tx, storeId, { actor, action: 'order.refunded', subject: orderNumber, details })
  return { type: 'reserved', refund }
}

async function lockRefund(tx: Transaction, id: string) {
  await tx.run(
    named('lock-refunded-order')`
      select
      from orders
      where id = (select order_id from order_refunds where id = ${id})
      for update`,
  )
  return written(await findById(tx, id))
}

const findById = (db: Queryable, id: string) =>
  REFUND.row(
    db,
    named('get-refund')`
      select ${REFUND.list}
      from order_refunds r
      join orders o on o.id = r.order_id
      where r.id = ${id}`,
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
    await REFUND.row(
      tx,
      named('move-refund')`
        update order_refunds r
        set state = ${state},
          failure_code = ${code ?? null},
          provider_refund_id = coalesce(${providerRefundId ?? null}, r.provider_refund_id),
          settled_at = case when ${state} <> 'pending' then clock_timestamp() end,
          checks = least(r.checks + 1, 10),
          next_check_at = case when ${state} = 'pending'
            then clock_timestamp() + least(600, 2 ^ r.checks) * interval '1 second' end
        from orders o
        where r.id = ${id}
          and r.state = 'pending'
          and o.id = r.order_id
        returning ${REFUND.list}`,
    ),
  )

/** Units that come back from a buyer: no longer sold, in stock again. */
async function returnUnits(
  tx: Transaction,
  { id, orderNumber, returnedUnits, requestedBy }: Refund,
) {
  if (returnedUnits === 0) return
  const [variantId] = await idsOf(
    tx,
    named('return-refunded-units')`
      update variants v
      set stock = v.stock + ${returnedUnits}
      from order_refunds r
      join orders o on o.id = r.order_id
      where r.id = ${id}
        and v.id = o.variant_id
      returning v.id::text`,
  )
  if (variantId === undefined) throw new Error(`the units of refund ${id} belong to no variant`)
  await insertStockChange(tx, {
    variantId,
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
      from order_refunds r
      where r.id = ${id}
        and o.id = r.order_id`,
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
  idsOf(
    db,
    named('claim-due-refunds')`
      update order_refunds
      set next_check_at = clock_timestamp() + interval '4 seconds'
      where id in (
        select r.id
        from order_refunds r
        join orders o on o.id = r.order_id
        join payment_attempts a on a.id = o.attempt_id
        where r.next_check_at <= clock_timestamp()
          and a.provider = ${provider}
        order by r.next_check_at
        limit ${limit}
        for update of r skip locked)
      returning id`,
  )

const claimRefundsOf = (db: Queryable, attemptId: string) =>
  idsOf(
    db,
    named('claim-refunds-of')`
      update order_refunds
      set next_check_at = clock_timestamp() + interval '4 seconds'
      where state = 'pending'
        and order_id = (select id from orders where attempt_id = ${attemptId})
      returning id`,
  )

export const openRefundDatabase = (pool: Pool): RefundDatabase => ({
  async getRefund(id) {
    const refund = await findById(pool, id)
    if (!refund) throw new Error(`there is no refund ${id}`)
    return { refund, attempt: (await getAttempt(pool, refund.attemptId)).attempt }
  },
  claimDueRefunds: (provider, limit) => claimDueRefunds(pool, provider, limit),
  claimRefundsOf: (attemptId) => claimRefundsOf(pool, attemptId),
  transaction: (work) => pool.transaction((tx) => work(toRefundTransaction(tx))),
})
