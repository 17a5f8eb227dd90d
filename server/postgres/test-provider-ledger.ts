import type { TestPayment } from '../contract/test-provider.ts'
import { anyOf } from './any-of.ts'
import { type RowOf, columns, flag, integer, moment, orNull, text, word } from './columns.ts'
import { type Pool, type Queryable, named, sql } from './database.ts'
import { grouped } from './group.ts'
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
  chargedBack: integer('charged_back'),
  isDisputed: flag('is_disputed'),
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

type NewPayment = Omit<
  RowOf<typeof PAYMENT>,
  'visibleInMs' | 'id' | 'refunded' | 'chargedBack' | 'isDisputed'
> & {
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

/** Returns the payments that are recorded now, by this call or an earlier one. */
async function insertOnce(db: Queryable, payments: NewPayment[]) {
  const rows = await PAYMENT.rows(
    db,
    named('insert-test-payments')`
      insert into test_provider.payments (
        attempt_id, session_id, store_id, amount, currency,
        status, card, decline_code, challenge_id, visible_at)
      select
        a."attemptId", a."sessionId", a."storeId", a.amount, a.currency,
        a.status, a.card, a."declineCode", a."challengeId",
        case a."visibleAfterMs"
          when 0 then 'epoch'
          else clock_timestamp() + a."visibleAfterMs" * interval '1 millisecond' end
      from json_to_recordset(${JSON.stringify(payments)}::json) as a (
        "attemptId" text, "sessionId" text, "storeId" text, amount bigint, currency text,
        status text, card text, "declineCode" text, "challengeId" text, "visibleAfterMs" integer)
      on conflict (attempt_id) do nothing
      returning ${PAYMENT.list}`,
  )
  return Promise.all(
    payments.map(async ({ attemptId }) => {
      const written = rows.find((row) => row.attemptId === attemptId)
      const known = written ?? (await find(db, attemptId))
      if (!known) throw new Error('the payment that was just written is missing')
      return known
    }),
  )
}

type Move = { attemptId: string; from: PaymentStatus[]; to: PaymentStatus; declineCode?: string }

async function move(db: Queryable, moves: Move[]) {
  const rows = await PAYMENT.rows(
    db,
    named('move-test-payments')`
      update test_provider.payments
      set status = a."to",
        decline_code = a."declineCode",
        refunded = case when a."to" = 'refunded' then amount else refunded end
      from json_to_recordset(${JSON.stringify(moves)}::json) as a (
        "attemptId" text, "from" text[], "to" text, "declineCode" text)
      where attempt_id = ${anyOf(moves.map(({ attemptId }) => attemptId))}
        and attempt_id = a."attemptId"
        and status = any(a."from")
        and not (a."to" = 'refunded' and is_disputed)
      returning ${PAYMENT.list}`,
  )
  return Promise.all(
    moves.map(async ({ attemptId }) => {
      const moved = rows.find((row) => row.attemptId === attemptId)
      const payment = moved ?? (await find(db, attemptId))
      return payment && { ...payment, isMoved: moved !== undefined }
    }),
  )
}

const BATCH = 500

const BOOKED = columns({
  ...PAID,
  sessionId: text('session_id'),
  storeId: text('store_id'),
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

const CARD = columns({ id: text('id'), card: text('card') })

async function findCards(db: Queryable, ids: string[]) {
  const rows = await CARD.rows(
    db,
    named('find-cards')`
      select ${CARD.list}
      from test_provider.payment_methods
      where id = ${anyOf(ids)}`,
  )
  return ids.map((id) => rows.find((row) => row.id === id)?.card)
}

const CHALLENGE = columns({
  attemptId: text('attempt_id'),
  sessionId: text('session_id'),
  amount: integer('amount'),
  currency: text('currency'),
  status: word<PaymentStatus>('status'),
  card: orNull(text('card')),
})

/** How many calls go to the books together, at most one for each payment. */
const MOST = 64
const BY_ATTEMPT = { most: MOST, keysOf: ({ attemptId }: { attemptId: string }) => [attemptId] }

/** The test provider's books. They share only a database with the record. */
export const openTestLedger = (db: Pool) => ({
  savePaymentMethod: async ({ id, card }: { id: string; card: string }) => {
    await db.run(
      named('save-payment-method')`
        insert into test_provider.payment_methods (id, card)
        values (${id}, ${card})`,
    )
  },
  findCard: grouped((ids: string[]) => findCards(db, ids), { most: MOST }),
  insertOnce: grouped((payments: NewPayment[]) => insertOnce(db, payments), BY_ATTEMPT),
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
  move: grouped((moves: Move[]) => move(db, moves), BY_ATTEMPT),
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
