import type { DisputeState } from '../../checkout/refunds/dispute.ts'
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
import { type Pool, type Queryable, type Transaction, piece, sql } from '../../postgres/database.ts'

const DECISION = columns({
  id: integer('id'),
  amount: integer('amount'),
  failureCode: orNull(text('failure_code')),
})

type Part = { refundId: string; attemptId: string; amount: number }

const findRefund = (tx: Transaction, refundId: string) =>
  DECISION.row(
    tx,
    sql`
      select ${DECISION.list}
      from test_provider.refunds
      where refund_id = ${refundId}`,
  )

const MONEY = columns({
  left: integer('amount - refunded'),
  isDisputed: flag('is_disputed'),
})

/** Refunds and disputes of one payment wait for each other. */
const lockPayment = (tx: Transaction, attemptId: string) =>
  MONEY.row(
    tx,
    sql`
      select ${MONEY.list}
      from test_provider.payments
      where attempt_id = ${attemptId}
      for update`,
  )

type Own = { attemptId: string; amount: number }

/** False, and nothing changed, when the payment has not this much left to give back. */
async function giveBack(tx: Transaction, { attemptId, amount }: Own) {
  const given = await tx.run(sql`
    update test_provider.payments
    set refunded = refunded + ${amount},
      status = case when refunded + ${amount} = amount then 'refunded' else status end
    where attempt_id = ${attemptId}
      and status = 'captured'
      and not is_disputed
      and refunded + ${amount} <= amount`)
  return given === 1
}

/** A decision never changes. */
async function refundOnce(tx: Transaction, { refundId, attemptId, amount }: Part) {
  const money = await lockPayment(tx, attemptId)
  const before = await findRefund(tx, refundId)
  if (before) return before
  const isGiven = await giveBack(tx, { attemptId, amount })
  const refusal = money?.isDisputed ? 'charge_disputed' : 'amount_too_large'
  await tx.run(
    sql`
      insert into test_provider.refunds (store_id, refund_id, attempt_id, amount, failure_code)
      values (${storeOf(attemptId)}, ${refundId}, ${attemptId}, ${amount}, ${isGiven ? null : refusal})
      on conflict (refund_id) do nothing`,
  )
  const decision = await findRefund(tx, refundId)
  if (!decision) throw new Error('the refund that was just decided is missing')
  return decision
}

/** Of a payment in these books. */
const storeOf = (attemptId: string) =>
  piece`(select store_id from test_provider.payments where attempt_id = ${attemptId})`

/** Nobody asked for this refund, so nobody is refused: without enough money nothing is recorded. */
async function refundByBank(tx: Transaction, { attemptId, amount }: Own) {
  if (!(await giveBack(tx, { attemptId, amount }))) return undefined
  return DECISION.row(
    tx,
    sql`
      insert into test_provider.refunds (store_id, attempt_id, amount)
      values (${storeOf(attemptId)}, ${attemptId}, ${amount})
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

export type LedgerDispute = RowOf<typeof DISPUTE>

type NewDispute = Pick<LedgerDispute, 'amount' | 'reason' | 'state' | 'dueAt'> & {
  attemptId: string
}

/** A lost one takes what is left, as banks correct it. False, and nothing changed, when none is. */
async function dispute(
  tx: Transaction,
  { attemptId, amount: asked, reason, state, dueAt }: NewDispute,
) {
  const money = await lockPayment(tx, attemptId)
  if (!money || (state !== 'won' && money.left === 0)) return false
  const most = state === 'lost' ? money.left : Number.MAX_SAFE_INTEGER
  await tx.run(sql`
    with moved as (
      update test_provider.disputes
      set state = ${state}, due_at = ${dueAt}, changed_at = clock_timestamp(),
        amount = least(amount, ${most})
      where attempt_id = ${attemptId}
      returning amount),
    opened as (
      insert into test_provider.disputes (store_id, attempt_id, amount, reason, state, due_at)
      select ${storeOf(attemptId)}, ${attemptId}, least(${asked}::bigint, ${most}), ${reason}, ${state}, ${dueAt}::timestamptz
      where not exists (select from moved)
      returning amount)
    update test_provider.payments p
    set is_disputed = ${state !== 'won'},
      charged_back = case when ${state} = 'lost' then d.amount else 0 end
    from (select amount from moved union all select amount from opened) d
    where p.attempt_id = ${attemptId}`)
  return true
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

/** What happens to captured money. */
export const openLedgerCharges = (db: Pool) => ({
  refundOnce: (part: Part) => db.transaction((tx) => refundOnce(tx, part)),
  refundByBank: (refund: Own) => db.transaction((tx) => refundByBank(tx, refund)),
  takeBackRefund: (failure: { attemptId: string; code: string }) => takeBackRefund(db, failure),
  dispute: (asked: NewDispute) => db.transaction((tx) => dispute(tx, asked)),
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
