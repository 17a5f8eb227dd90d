import type { TestPayment } from '../contract/test-provider.ts'
import { type RowOf, columns, integer, moment, orNull, text, word } from './columns.ts'
import { type Pool, type Queryable, named, sql } from './database.ts'
import { toPage } from './pages.ts'
import { openTestCharges } from './test-provider-charges.ts'

type PaymentStatus =
  | 'challenged'
  | 'authorized'
  | 'captured'
  | 'cancelled'
  | 'refunded'
  | 'declined'

const PAID = {
  id: integer('id'),
  attemptId: text('attempt_id'),
  amount: integer('amount'),
  currency: text('currency'),
  status: word<PaymentStatus>('status'),
  refunded: integer('refunded'),
}

const PAYMENT = columns({
  ...PAID,
  card: orNull(text('card')),
  declineCode: orNull(text('decline_code')),
  challengeId: orNull(text('challenge_id')),
  visibleInMs: integer(
    'ceil(greatest(0, extract(epoch from visible_at - clock_timestamp()) * 1000))::integer',
  ),
})

type NewPayment = Omit<RowOf<typeof PAYMENT>, 'visibleInMs' | 'id' | 'refunded'> & {
  sessionId: string
  storeId: string
  visibleAfterMs: number
}

const find = (db: Queryable, attemptId: string) =>
  PAYMENT.row(
    db,
    named('find-test-payment')`
      select ${PAYMENT.list}
      from test_provider.payments
      where attempt_id = ${attemptId}`,
  )

/** As it is written down now, or was by an earlier call. */
async function insertOnce(db: Queryable, payment: NewPayment) {
  const written = await PAYMENT.row(
    db,
    named('insert-test-payment')`
      insert into test_provider.payments (
        attempt_id, session_id, store_id, amount, currency,
        status, card, decline_code, challenge_id, visible_at)
      values (
        ${payment.attemptId}, ${payment.sessionId}, ${payment.storeId}, ${payment.amount},
        ${payment.currency},
        ${payment.status}, ${payment.card}, ${payment.declineCode}, ${payment.challengeId},
        clock_timestamp() + ${payment.visibleAfterMs}::integer * interval '1 millisecond')
      on conflict (attempt_id) do nothing
      returning ${PAYMENT.list}`,
  )
  const known = written ?? (await find(db, payment.attemptId))
  if (!known) throw new Error('a payment that is written once is there')
  return known
}

type Move = { from: PaymentStatus[]; to: PaymentStatus; declineCode?: string }

async function move(db: Queryable, attemptId: string, { from, to, declineCode }: Move) {
  const moved = await PAYMENT.row(
    db,
    named('move-test-payment')`
      update test_provider.payments
      set status = ${to},
        decline_code = ${declineCode ?? null},
        refunded = case when ${to} = 'refunded' then amount else refunded end
      where attempt_id = ${attemptId}
        and status = any(${from})
      returning ${PAYMENT.list}`,
  )
  if (moved) return { ...moved, isMoved: true }
  const payment = await find(db, attemptId)
  return payment && { ...payment, isMoved: false }
}

const BATCH = 500

const BOOKED = columns({
  ...PAID,
  sessionId: text('session_id'),
  storeId: text('store_id'),
  chargedBack: integer(`(select coalesce(sum(d.amount), 0)::bigint from test_provider.disputes d
    where d.attempt_id = payments.attempt_id and d.state = 'lost')`),
  createdAt: moment('created_at'),
})

const findBooked = (db: Queryable, attemptId: string) =>
  BOOKED.row(
    db,
    sql`
      select ${BOOKED.list}
      from test_provider.payments
      where attempt_id = ${attemptId}`,
  )

async function* listSince(db: Queryable, since: Date) {
  for (let after = 0; ;) {
    const rows = await BOOKED.rows(
      db,
      sql`
        select ${BOOKED.list}
        from test_provider.payments
        where id > ${after}
          and created_at >= ${since}
        order by id
        limit ${BATCH}`,
    )
    yield* rows
    const last = rows.at(-1)
    if (!last || rows.length < BATCH) return
    after = last.id
  }
}

const LISTED = columns({
  id: integer('id'),
  sessionId: text('session_id'),
  attempt: text('attempt_id'),
  amount: integer('amount'),
  currency: text('currency'),
  status: word<TestPayment['status']>('status'),
})

async function list(
  db: Queryable,
  { storeId, limit, before }: { storeId: string | null; limit: number; before: number | null },
) {
  const rows = await LISTED.rows(
    db,
    sql`
      select ${LISTED.list}
      from test_provider.payments
      where status <> 'challenged'
        and visible_at <= statement_timestamp()
        and (${storeId}::text is null or store_id = ${storeId})
        and (${before}::bigint is null or id < ${before})
      order by id desc
      limit ${limit + 1}`,
  )
  return toPage(rows, { limit, toItem: ({ id: _, ...payment }): TestPayment => payment })
}

const CARD = columns({ card: text('card') })

const CHALLENGE = columns({
  attemptId: text('attempt_id'),
  sessionId: text('session_id'),
  amount: integer('amount'),
  currency: text('currency'),
  status: word<PaymentStatus>('status'),
  card: orNull(text('card')),
})

/**
 * The test provider's books, newest payment first in its list; they share a database with the
 * record and nothing else.
 */
export const openTestLedger = (db: Pool) => ({
  savePaymentMethod: async ({ id, card }: { id: string; card: string }) => {
    await db.run(
      named('save-payment-method')`
        insert into test_provider.payment_methods (id, card)
        values (${id}, ${card})`,
    )
  },
  findCard: async (paymentMethodId: string) =>
    (
      await CARD.row(
        db,
        named('find-card')`
          select ${CARD.list}
          from test_provider.payment_methods
          where id = ${paymentMethodId}`,
      )
    )?.card,
  insertOnce: (payment: NewPayment) => insertOnce(db, payment),
  find: (attemptId: string) => find(db, attemptId),
  findPaid: (sessionId: string) =>
    PAYMENT.row(
      db,
      sql`
        select ${PAYMENT.list}
        from test_provider.payments
        where session_id = ${sessionId}
          and status in ('captured', 'refunded')`,
    ),
  move: (attemptId: string, change: Move) => move(db, attemptId, change),
  ...openTestCharges(db),
  findChallenge: (challengeId: string) =>
    CHALLENGE.row(
      db,
      sql`
        select ${CHALLENGE.list}
        from test_provider.payments
        where challenge_id = ${challengeId}`,
    ),
  findBooked: (attemptId: string) => findBooked(db, attemptId),
  listSince: (since: Date) => listSince(db, since),
  list: (query: { storeId: string | null; limit: number; before: number | null }) =>
    list(db, query),
})
