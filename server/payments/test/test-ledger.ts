import type { TestPayment } from '../../contract/test-provider.ts'
import {
  type RowOf,
  columns,
  flag,
  integer,
  moment,
  orNull,
  text,
  word,
} from '../../postgres/columns.ts'
import { type Pool, type Queryable, sql } from '../../postgres/database.ts'
import { openLedgerCharges } from './ledger-charges.ts'

type PaymentStatus =
  | 'challenged'
  | 'authorized'
  | 'captured'
  | 'cancelled'
  | 'refunded'
  | 'declined'

/**
 * What the test bank knows of a payment. `refunded`: what was given back; the whole amount with the
 * status of that name. `chargedBack`: what its lost dispute has given to the buyer. `isDisputed`: in
 * a dispute that is not won, so nothing of it is given back. `visibleInMs`: how long a slow bank is
 * silent, else 0.
 */
const PAYMENT = columns({
  id: integer('id'),
  attemptId: text('attempt_id'),
  sessionId: text('session_id'),
  storeId: text('store_id'),
  amount: integer('amount'),
  currency: text('currency'),
  status: word<PaymentStatus>('status'),
  refunded: integer('refunded'),
  chargedBack: integer('charged_back'),
  isDisputed: flag('is_disputed'),
  card: orNull(text('card')),
  declineCode: orNull(text('decline_code')),
  challengeId: orNull(text('challenge_id')),
  createdAt: moment('created_at'),
  visibleInMs: integer(
    'ceil(greatest(0, extract(epoch from visible_at - clock_timestamp()) * 1000))::integer',
  ),
})

export type LedgerPayment = RowOf<typeof PAYMENT>

export type NewLedgerPayment = Omit<
  LedgerPayment,
  'id' | 'refunded' | 'chargedBack' | 'isDisputed' | 'createdAt' | 'visibleInMs'
> & { visibleAfterMs: number }

type Move = {
  attemptId: string
  from: PaymentStatus[]
  to: PaymentStatus
  declineCode?: string | null
}

const BATCH = 500

const LISTED = columns({
  id: integer('id'),
  sessionId: text('session_id'),
  attempt: text('attempt_id'),
  amount: integer('amount'),
  currency: text('currency'),
  status: word<TestPayment['status']>('status'),
})

const CARD = columns({ card: text('card') })

const find = (db: Queryable, attemptId: string) =>
  PAYMENT.row(
    db,
    sql`select ${PAYMENT.list} from test_provider.payments where attempt_id = ${attemptId}`,
  )

async function insertOnce(db: Queryable, payment: NewLedgerPayment) {
  const { attemptId, visibleAfterMs } = payment
  const written = await PAYMENT.row(
    db,
    sql`
      insert into test_provider.payments (
        attempt_id, session_id, store_id, amount, currency,
        status, card, decline_code, challenge_id, visible_at)
      values (
        ${attemptId}, ${payment.sessionId}, ${payment.storeId}, ${payment.amount},
        ${payment.currency}, ${payment.status}, ${payment.card}, ${payment.declineCode},
        ${payment.challengeId},
        case ${visibleAfterMs}::integer
          when 0 then 'epoch'
          else clock_timestamp() + ${visibleAfterMs}::integer * interval '1 millisecond' end)
      on conflict (attempt_id) do nothing
      returning ${PAYMENT.list}`,
  )
  const known = written ?? (await find(db, attemptId))
  if (!known) throw new Error('the payment that was just written is missing')
  return known
}

async function move(db: Queryable, { attemptId, from, to, declineCode = null }: Move) {
  const moved = await PAYMENT.row(
    db,
    sql`
      update test_provider.payments
      set status = ${to},
        decline_code = ${declineCode},
        refunded = case when ${to} = 'refunded' then amount else refunded end
      where attempt_id = ${attemptId}
        and status = any(${from})
        and not (${to} = 'refunded' and is_disputed)
      returning ${PAYMENT.list}`,
  )
  const payment = moved ?? (await find(db, attemptId))
  return payment && { ...payment, isMoved: moved !== undefined }
}

async function* listSince(db: Queryable, since: Date) {
  for (let after = 0; ;) {
    const rows = await PAYMENT.rows(
      db,
      sql`
        select ${PAYMENT.list}
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

type Listing = { storeId: string | null; limit: number; before: number | null }

const list = (db: Queryable, { storeId, limit, before }: Listing) =>
  LISTED.rows(
    db,
    sql`
      select ${LISTED.list}
      from test_provider.payments
      where status <> 'challenged'
        and visible_at <= statement_timestamp()
        and (${storeId}::text is null or store_id = ${storeId})
        and (${before}::bigint is null or id < ${before})
      order by id desc
      limit ${limit}`,
  )

export type TestLedger = ReturnType<typeof openTestLedger>

/** The test bank's books. They share only a database with the record. */
export const openTestLedger = (db: Pool) => ({
  ...openLedgerCharges(db),
  find: (attemptId: string) => find(db, attemptId),
  savePaymentMethod: ({ id, card }: { id: string; card: string }) =>
    db.run(sql`insert into test_provider.payment_methods (id, card) values (${id}, ${card})`),
  findCard: async (id: string) =>
    (
      await CARD.row(
        db,
        sql`select ${CARD.list} from test_provider.payment_methods where id = ${id}`,
      )
    )?.card,
  /** Records the payment, unless the attempt has one, and returns the one that is recorded. */
  insertOnce: (payment: NewLedgerPayment) => insertOnce(db, payment),
  /**
   * Moves a payment in one of the states `from`; a disputed one is not refunded. `isMoved`: whether
   * this call moved it.
   */
  move: (change: Move) => move(db, change),
  /** The session's payment whose money was taken, even if it was given back. */
  findPaid: (sessionId: string) =>
    PAYMENT.row(
      db,
      sql`
        select ${PAYMENT.list}
        from test_provider.payments
        where session_id = ${sessionId}
          and status in ('captured', 'refunded')`,
    ),
  findChallenge: (id: string) =>
    PAYMENT.row(
      db,
      sql`select ${PAYMENT.list} from test_provider.payments where challenge_id = ${id}`,
    ),
  /** Every payment since then, oldest first. */
  listSince: (since: Date) => listSince(db, since),
  /** Newest first. */
  list: (listing: Listing) => list(db, listing),
})
