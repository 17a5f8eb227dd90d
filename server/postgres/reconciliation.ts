import type pg from 'pg'
import type {
  ReconciliationRecords,
  RecordedPayment,
  UnresolvedBreak,
} from '../checkout/ports/records.ts'
import { type Queryable, type Statement, fragment, openConnection, sql } from './database.ts'

const BATCH = 1000

/** What a process began less than this before may still be going on. */
const QUIET = fragment(`interval '1 minute'`)

type OrderRow = {
  orderNumber: string
  orderAmount: number
  orderCurrency: string
  refunded: number
  refundPending: number
}
type PaymentRow = Omit<RecordedPayment, 'order'> & (OrderRow | { orderNumber: null })

const toPayment = (row: PaymentRow): RecordedPayment => {
  const { attemptId, sessionId, providerPaymentId, state, isMoving } = row
  const payment = { attemptId, sessionId, providerPaymentId, state, isMoving }
  if (row.orderNumber === null) return { ...payment, order: null }
  const { orderNumber, orderAmount: amount, orderCurrency: currency, refunded, refundPending } = row
  return { ...payment, order: { orderNumber, amount, currency, refunded, refundPending } }
}

const PAYMENT = fragment(`
  a.id as "attemptId", a.session_id as "sessionId", a.provider_payment_id as "providerPaymentId",
  a.state,
  o.order_number as "orderNumber", o.amount_total as "orderAmount", o.currency as "orderCurrency",
  o.refunded - r.pending as refunded, r.pending as "refundPending"`)

const PAYMENTS = fragment(`
  payment_attempts a left join orders o on o.attempt_id = a.id
  left join lateral (
    select coalesce(sum(amount) filter (where state = 'pending'), 0)::bigint as pending,
      max(settled_at) as settled_at
    from order_refunds where order_id = o.id) r on true`)

type Reconciliation = ReconciliationRecords & { close(): Promise<void> }

/**
 * The record as it is compared with the provider's books, on a connection of its own, for it
 * remembers what was found.
 */
export async function openReconciliation(connection: pg.ClientConfig): Promise<Reconciliation> {
  const db = await openConnection(connection)
  await db.run(sql`create temporary table found_payments (attempt_id text primary key)`)
  const start = await db.row<{ startedAt: Date }>(sql`select clock_timestamp() as "startedAt"`)
  if (!start) throw new Error('a clock has a time')
  const { startedAt } = start
  return {
    startedAt,
    findPayments: (payments) => findPayments(db, startedAt, payments),
    listMissing: (provider, since) => listMissing(db, startedAt, { provider, since }),
    listUnresolvedBreaks: () =>
      inBatches<UnresolvedBreak & { id: number }, number>(db, 0, {
        statement: (after) => sql`
          select b.id, b.attempt_id as "attemptId", b.session_id as "sessionId",
            o.order_number as "orderNumber", b.kind, b.amount,
            b.currency, b.detected_at as "detectedAt"
          from reconciliation_breaks b left join orders o on o.session_id = b.session_id
          where b.id > ${after} and b.resolved_at is null
            and b.detected_at <= ${startedAt}::timestamptz - ${QUIET}
          order by b.id limit ${BATCH}`,
        keyOf: ({ id }) => id,
      }),
    close: () => db.close(),
  }
}

async function findPayments(
  db: Queryable,
  startedAt: Date,
  payments: { attemptId: string; paymentId: string }[],
) {
  const attemptIds = payments.map(({ attemptId }) => attemptId)
  const paymentIds = payments.map(({ paymentId }) => paymentId)
  const rows = await db.rows<PaymentRow>(sql`
    with found as (
      insert into found_payments
        select a.id
        from unnest(${attemptIds}::text[], ${paymentIds}::text[]) as p (attempt_id, payment_id)
        join payment_attempts a on a.id = p.attempt_id
        where a.provider_payment_id is null or a.provider_payment_id = p.payment_id
      on conflict do nothing)
    select ${PAYMENT},
      greatest(coalesce(a.settled_at, a.lease_until),
      r.settled_at) > ${startedAt}::timestamptz - ${QUIET} as "isMoving"
    from ${PAYMENTS} where a.id = any(${attemptIds})`)
  return new Map(rows.map((row) => [row.attemptId, toPayment(row)]))
}

async function* listMissing(
  db: Queryable,
  startedAt: Date,
  { provider, since }: { provider: string; since: Date },
) {
  const rows = inBatches<PaymentRow, string>(db, '', {
    statement: (after) => sql`
      select ${PAYMENT}, false as "isMoving"
      from ${PAYMENTS}
      where a.id > ${after} and a.provider = ${provider} and a.state = 'captured'
        and a.created_at >= ${since}
        and a.settled_at <= ${startedAt}::timestamptz - ${QUIET}
        and not exists (select from found_payments f where f.attempt_id = a.id)
      order by a.id limit ${BATCH}`,
    keyOf: ({ attemptId }) => attemptId,
  })
  for await (const row of rows) yield toPayment(row)
}

type Batches<Row, Key> = { statement: (after: Key) => Statement; keyOf: (row: Row) => Key }

async function* inBatches<Row, Key>(
  db: Queryable,
  first: Key,
  { statement, keyOf }: Batches<Row, Key>,
): AsyncGenerator<Row> {
  for (let after = first; ;) {
    const rows = await db.rows<Row>(statement(after))
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < BATCH) return
    after = keyOf(last)
  }
}
