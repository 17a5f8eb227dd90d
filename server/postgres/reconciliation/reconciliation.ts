import type { AttemptState } from '../../checkout/payments/attempt.ts'
import type { ReconciliationBreak } from '../../checkout/ports/payment-transaction.ts'
import type {
  ReconciliationRecords,
  RecordedPayment,
} from '../../checkout/ports/platform-records.ts'
import { NOW } from '../sessions/sessions.ts'
import { columns, flag, integer, moment, orNull, text, word } from '../columns.ts'
import type { DatabaseAddress } from '../connection/session.ts'
import { type Queryable, type RawRow, fragment, openConnection, sql } from '../database.ts'

const BATCH = 1000

/** What a process began less than this long ago may still go on. */
const QUIET = fragment(`interval '1 minute'`)

/** Columns of `PAYMENTS`. */
const PAYMENT = columns({
  attemptId: text('a.id'),
  sessionId: text('a.session_id'),
  providerPaymentId: orNull(text('a.provider_payment_id')),
  state: word<AttemptState>('a.state'),
})

/** Columns of `PAYMENTS`, all null for a payment without an order. */
const ORDER = columns({
  orderNumber: text('o.order_number'),
  amount: integer('o.amount_total'),
  currency: text('o.currency'),
  refunded: integer('o.refunded - r.pending'),
  refundPending: integer('r.pending'),
})

const PAYMENTS = fragment(`
  payment_attempts a
  left join orders o on o.attempt_id = a.id
  left join lateral (
    select
      coalesce(sum(amount) filter (where state = 'pending'), 0)::bigint as pending,
      max(settled_at) as settled_at
    from order_refunds
    where order_id = o.id) r on true`)

/** Of the same rows. */
const JOINED = columns({
  isMoving: orNull(flag('isMoving')),
  orderNumber: orNull(text('o.order_number')),
})

function toPayment(row: RawRow): RecordedPayment {
  const { isMoving, orderNumber } = JOINED.read(row)
  return {
    ...PAYMENT.read(row),
    isMoving: isMoving === true,
    order: orderNumber === null ? null : ORDER.read(row),
  }
}

const UNRESOLVED_BREAK = columns({
  id: integer('b.id'),
  attemptId: text('b.attempt_id'),
  sessionId: text('b.session_id'),
  orderNumber: orNull(text('o.order_number')),
  kind: word<ReconciliationBreak['kind']>('b.kind'),
  amount: integer('b.amount'),
  currency: text('b.currency'),
  detectedAt: moment('b.detected_at'),
})

type Reconciliation = ReconciliationRecords & { close(): Promise<void> }

/**
 * The record for a comparison with a provider's books. It has its own connection, because a
 * temporary table remembers what was found.
 */
export async function openReconciliation(connection: DatabaseAddress): Promise<Reconciliation> {
  const db = await openConnection(connection)
  await db.run(sql`create temporary table found_payments (attempt_id text primary key)`)
  const { now: startedAt } = await NOW.onlyRow(db, sql`select ${NOW.list}`)
  return {
    startedAt,
    findPayments: (payments) => findPayments(db, startedAt, payments),
    listMissing: (provider, since) => listMissing(db, startedAt, { provider, since }),
    listUnresolvedBreaks: () =>
      inBatches(0, {
        rowsAfter: (id) =>
          UNRESOLVED_BREAK.rows(
            db,
            sql`
              select ${UNRESOLVED_BREAK.list}
              from reconciliation_breaks b
              left join orders o on o.session_id = b.session_id
              where b.id > ${id}
                and b.resolved_at is null
                and b.detected_at <= ${startedAt}::timestamptz - ${QUIET}
              order by b.id
              limit ${BATCH}`,
          ),
        keyOf: ({ id }) => id,
      }),
    close: () => db.close(),
  }
}

const PAYMENT_IN_OTHER_CELL = columns({ attemptId: text('p.attempt_id') })

async function findPayments(
  db: Queryable,
  startedAt: Date,
  payments: Parameters<ReconciliationRecords['findPayments']>[0],
) {
  const attemptIds = payments.map(({ attemptId }) => attemptId)
  const paymentIds = payments.map(({ paymentId }) => paymentId)
  const rows = await db.rows(sql`
    with found as (
      insert into found_payments
      select a.id
      from unnest(${attemptIds}::text[], ${paymentIds}::text[]) as p (attempt_id, payment_id)
      join payment_attempts a on a.id = p.attempt_id
      where a.provider_payment_id is null
        or a.provider_payment_id = p.payment_id
      on conflict do nothing)
    select ${PAYMENT.list}, ${ORDER.list},
      greatest(coalesce(a.settled_at, a.lease_until), r.settled_at)
        > ${startedAt}::timestamptz - ${QUIET} as "isMoving"
    from ${PAYMENTS}
    where a.id = any(${attemptIds})`)
  const inOtherCell = await PAYMENT_IN_OTHER_CELL.rows(
    db,
    sql`
      select ${PAYMENT_IN_OTHER_CELL.list}
      from unnest(${attemptIds}::text[], ${payments.map(({ storeId }) => storeId)}::text[])
        as p (attempt_id, store_id)
      where is_elsewhere(p.attempt_id, p.store_id)`,
  )
  return new Map<string, RecordedPayment | 'in_other_cell'>([
    ...rows.map(toPayment).map((payment) => [payment.attemptId, payment] as const),
    ...inOtherCell.map(({ attemptId }) => [attemptId, 'in_other_cell'] as const),
  ])
}

async function* listMissing(
  db: Queryable,
  startedAt: Date,
  { provider, since }: { provider: string; since: Date },
) {
  const rowsAfter = (attemptId: string) =>
    db.rows(sql`
      select ${PAYMENT.list}, ${ORDER.list}, false as "isMoving"
      from ${PAYMENTS}
      where a.id > ${attemptId}
        and a.provider = ${provider}
        and a.state = 'captured'
        and a.created_at >= ${since}
        and a.settled_at <= ${startedAt}::timestamptz - ${QUIET}
        and not exists (select from found_payments f where f.attempt_id = a.id)
      order by a.id
      limit ${BATCH}`)
  yield* inBatches('', {
    rowsAfter: async (attemptId) => (await rowsAfter(attemptId)).map(toPayment),
    keyOf: ({ attemptId }) => attemptId,
  })
}

type Batches<Row, Key> = { rowsAfter: (key: Key) => Promise<Row[]>; keyOf: (row: Row) => Key }

async function* inBatches<Row, Key>(
  first: Key,
  { rowsAfter, keyOf }: Batches<Row, Key>,
): AsyncGenerator<Row> {
  for (let after = first; ;) {
    const rows = await rowsAfter(after)
    yield* rows
    const last = rows.at(-1)
    if (last === undefined || rows.length < BATCH) return
    after = keyOf(last)
  }
}
