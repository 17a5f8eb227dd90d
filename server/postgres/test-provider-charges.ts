import type { DisputeState } from '../checkout/dispute.ts'
import { type RowOf, columns, integer, moment, orNull, text, word } from './columns.ts'
import { type Pool, type Queryable, type Transaction, named, sql } from './database.ts'

const DECISION = columns({
  id: integer('id'),
  amount: integer('amount'),
  failureCode: orNull(text('failure_code')),
})

type Part = { refundId: string; attemptId: string; amount: number }

const findRefund = (tx: Transaction, refundId: string) =>
  DECISION.row(
    tx,
    named('find-test-refund')`
      select ${DECISION.list}
      from test_provider.refunds
      where refund_id = ${refundId}`,
  )

/** Refunds of one payment wait for each other; what was decided once stays so. */
async function refundOnce(tx: Transaction, { refundId, attemptId, amount }: Part) {
  await tx.run(
    named('lock-test-payment')`
      select
      from test_provider.payments
      where attempt_id = ${attemptId}
      for update`,
  )
  const before = await findRefund(tx, refundId)
  if (before) return before
  const given = await tx.run(
    named('refund-test-payment')`
      update test_provider.payments
      set refunded = refunded + ${amount},
        status = case when refunded + ${amount} = amount then 'refunded' else status end
      where attempt_id = ${attemptId}
        and status = 'captured'
        and refunded + ${amount} <= amount`,
  )
  await tx.run(
    named('insert-test-refund')`
      insert into test_provider.refunds (refund_id, attempt_id, amount, failure_code)
      values (${refundId}, ${attemptId}, ${amount}, ${given === 1 ? null : 'amount_too_large'})
      on conflict (refund_id) do nothing`,
  )
  const decision = await findRefund(tx, refundId)
  if (!decision) throw new Error('a refund that was just decided is there')
  return decision
}

type Own = { attemptId: string; amount: number }

/** What is left is given back at once: nobody has asked, so nobody is refused. */
async function refundByBank(tx: Transaction, { attemptId, amount }: Own) {
  const given = await tx.run(sql`
    update test_provider.payments
    set refunded = refunded + ${amount},
      status = case when refunded + ${amount} = amount then 'refunded' else status end
    where attempt_id = ${attemptId}
      and status = 'captured'
      and refunded + ${amount} <= amount`)
  if (given === 0) return undefined
  return DECISION.row(
    tx,
    sql`
      insert into test_provider.refunds (attempt_id, amount)
      values (${attemptId}, ${amount})
      returning ${DECISION.list}`,
  )
}

/** The card's bank has sent the money back. */
const takeBackRefund = (db: Queryable, { attemptId, code }: { attemptId: string; code: string }) =>
  DECISION.row(
    db,
    sql`
      with taken as (
        update test_provider.refunds
        set failure_code = ${code}, changed_at = clock_timestamp()
        where id = (
          select id
          from test_provider.refunds
          where attempt_id = ${attemptId}
            and failure_code is null
          order by id desc
          limit 1)
        returning *),
      freed as (
        update test_provider.payments p
        set refunded = p.refunded - taken.amount, status = 'captured'
        from taken
        where p.attempt_id = taken.attempt_id)
      select ${DECISION.list}
      from taken`,
  )

const REFUND = columns({
  id: integer('id'),
  refundId: orNull(text('refund_id')),
  amount: integer('amount'),
  failureCode: orNull(text('failure_code')),
  createdAt: moment('created_at'),
})

const DISPUTE = columns({
  id: integer('d.id'),
  amount: integer('d.amount'),
  currency: text('p.currency'),
  reason: text('d.reason'),
  state: word<DisputeState>('d.state'),
  dueAt: orNull(moment('d.due_at')),
  openedAt: moment('d.created_at'),
})

type NewDispute = Pick<RowOf<typeof DISPUTE>, 'amount' | 'reason' | 'state' | 'dueAt'> & {
  attemptId: string
}

async function dispute(db: Pool, { attemptId, amount, reason, state, dueAt }: NewDispute) {
  await db.run(sql`
    with moved as (
      update test_provider.disputes
      set state = ${state}, due_at = ${dueAt}, changed_at = clock_timestamp()
      where attempt_id = ${attemptId}
      returning id)
    insert into test_provider.disputes (attempt_id, amount, reason, state, due_at)
    select ${attemptId}, ${amount}, ${reason}, ${state}, ${dueAt}::timestamptz
    where not exists (select from moved)`)
}

const PAYMENT_ID = columns({ id: integer('p.id') })

async function* listChanged(db: Queryable, since: Date) {
  const rows = await PAYMENT_ID.rows(
    db,
    sql`
      select ${PAYMENT_ID.list}
      from (
        select attempt_id from test_provider.refunds where changed_at >= ${since}
        union
        select attempt_id from test_provider.disputes where changed_at >= ${since}) changed
      join test_provider.payments p on p.attempt_id = changed.attempt_id`,
  )
  for (const { id } of rows) yield id
}

/** What becomes of captured money, asked for or not, and what the test bank knows of that. */
export const openTestCharges = (db: Pool) => ({
  refundOnce: (part: Part) => db.transaction((tx) => refundOnce(tx, part)),
  refundByBank: (refund: Own) => db.transaction((tx) => refundByBank(tx, refund)),
  takeBackRefund: (failure: { attemptId: string; code: string }) => takeBackRefund(db, failure),
  dispute: (asked: NewDispute) => dispute(db, asked),
  listRefunds: (attemptId: string) =>
    REFUND.rows(
      db,
      sql`
        select ${REFUND.list}
        from test_provider.refunds
        where attempt_id = ${attemptId}
        order by id`,
    ),
  listDisputes: (attemptId: string) =>
    DISPUTE.rows(
      db,
      sql`
        select ${DISPUTE.list}
        from test_provider.disputes d
        join test_provider.payments p on p.attempt_id = d.attempt_id
        where d.attempt_id = ${attemptId}
        order by d.id`,
    ),
  listChanged: (since: Date) => listChanged(db, since),
})
