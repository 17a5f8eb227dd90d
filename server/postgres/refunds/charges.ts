import type { ChargeDatabase, ChargeTransaction } from '../../checkout/ports/charge-database.ts'
import type { ProviderName } from '../../contract/fields.ts'
import { columns, idsOf, integer, orNull, text } from '../columns.ts'
import { type Pool, type Queryable, type Transaction, named } from '../database.ts'
import { getAttempt } from '../payments/attempts.ts'
import { listDisputes, writeDispute } from './disputes.ts'
import { answerLateFailure, failSucceededRefund } from './late-failures.ts'
import { insertProviderRefund } from './provider-refunds.ts'
import { REFUND } from './refund-columns.ts'
import { failRefund, succeedRefund } from './refund-moves.ts'

const BEGUN = columns({ number: integer('charge_readings'), onRecord: integer('charge_read') })

/** A provider that does not answer is asked again 5, 10, 20 … 600 s later. */
const countReading = (db: Queryable, attemptId: string) =>
  BEGUN.row(
    db,
    named('begin-reading')`
      update orders
      set charge_readings = charge_readings + 1,
        charge_due_at = clock_timestamp()
          + least(600, 5 * 2 ^ least(charge_readings - charge_read, 7)) * interval '1 second'
      where attempt_id = ${attemptId}
      returning ${BEGUN.list}`,
  )

/**
 * Notes the news with the attempt. The writer of the order locks the attempt first: either the
 * order is there now, or it will be written with a reading that is due.
 */
async function leaveNews(db: Queryable, attemptId: string) {
  const left = await db.run(named('leave-charge-news')`
    update payment_attempts
    set has_news = true
    where id = ${attemptId}
      and state not in ('declined', 'voided', 'refunded')`)
  return left === 1
}

async function beginReading(db: Queryable, attemptId: string) {
  let begun = await countReading(db, attemptId)
  if (!begun && (await leaveNews(db, attemptId))) begun = await countReading(db, attemptId)
  return begun && { ...begun, attempt: (await getAttempt(db, attemptId)).attempt }
}

/** Columns of `orders o` and its `stores s`. */
const CHARGE = columns({
  orderId: integer('o.id'),
  orderNumber: text('o.order_number'),
  storeId: text('o.store_id'),
  storeName: text('s.name'),
  amountTotal: integer('o.amount_total'),
  currency: text('o.currency'),
  captured: orNull(integer('o.captured')),
  readingNumber: integer('o.charge_read'),
})

async function lockCharge(tx: Transaction, attemptId: string) {
  const charge = await CHARGE.row(
    tx,
    named('lock-charge')`
      select ${CHARGE.list}
      from orders o
      join stores s on s.id = o.store_id
      where o.attempt_id = ${attemptId}
      for update of o`,
  )
  if (!charge) throw new Error(`attempt ${attemptId} has no order`)
  const refunds = await REFUND.rows(
    tx,
    named('refunds-of-order')`
      select ${REFUND.list}
      from order_refunds r
      join orders o on o.id = r.order_id
      where r.order_id = ${charge.orderId}`,
  )
  return { ...charge, refunds, disputes: await listDisputes(tx, charge.orderId) }
}

/** Readings that began later go on, and finish by themselves. */
const finishReading = (
  tx: Transaction,
  orderId: number,
  { number, captured, dispute, readAgain }: Parameters<ChargeTransaction['finishReading']>[1],
) =>
  tx.run(named('finish-reading')`
    update orders
    set charge_read = ${number},
      captured = ${captured},
      dispute = ${dispute},
      charge_due_at = case
        when charge_readings > ${number} then charge_due_at
        when ${readAgain} then clock_timestamp() + interval '1 hour' end
    where id = ${orderId}`)

const claimDueReadings = (db: Queryable, providers: readonly ProviderName[], limit: number) =>
  idsOf(
    db,
    named('claim-due-readings')`
      update orders
      set charge_due_at = clock_timestamp() + interval '10 seconds'
      where id = any(array(
        select o.id
        from orders o
        where o.charge_due_at <= statement_timestamp()
          -- Looked up for what is due alone, which is few.
          and (select provider from payment_attempts where id = o.attempt_id) = any(${providers})
          and not exists (select from stores_elsewhere where id = o.store_id)
        order by o.charge_due_at
        limit ${limit}
        for update skip locked))
      returning attempt_id as id`,
  )

async function findAttemptId(
  db: Queryable,
  { provider, paymentId }: Parameters<ChargeDatabase['findAttemptId']>[0],
) {
  const [attemptId] = await idsOf(
    db,
    named('find-attempt-of-payment')`
      select id
      from payment_attempts
      where provider_payment_id = ${paymentId}
        and provider = ${provider}`,
  )
  return attemptId
}

const toChargeTransaction = (tx: Transaction): ChargeTransaction => ({
  lockCharge: (attemptId) => lockCharge(tx, attemptId),
  insertProviderRefund: (orderId, refund) => insertProviderRefund(tx, orderId, refund),
  succeedRefund: (id, answer) => succeedRefund(tx, id, answer),
  failRefund: (id, answer) => failRefund(tx, id, answer),
  failSucceededRefund: (id, failure) => failSucceededRefund(tx, id, failure),
  writeDispute: (orderId, dispute) => writeDispute(tx, orderId, dispute),
  finishReading: (orderId, reading) => finishReading(tx, orderId, reading),
})

export const openChargeDatabase = (pool: Pool): ChargeDatabase => ({
  beginReading: (attemptId) => beginReading(pool, attemptId),
  claimDueReadings: (providers, limit) => claimDueReadings(pool, providers, limit),
  findAttemptId: (payment) => findAttemptId(pool, payment),
  answerLateFailure: (failure) => pool.transaction((tx) => answerLateFailure(tx, failure)),
  transaction: (work) => pool.transaction((tx) => work(toChargeTransaction(tx))),
})
