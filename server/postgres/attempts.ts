import type { AttemptChange, NewAttempt } from '../checkout/ports.ts'
import type { AttemptState, PaymentAttempt } from '../checkout/attempt.ts'
import { type Queryable, type Transaction, named, sql } from './database.ts'

type AttemptRow = {
  id: string
  session_id: string
  store_id: string
  variant_id: string
  state: AttemptState
  quantity: number
  amount: number
  currency: string
  payment_method: string
  customer_name: string
  customer_phone: string
  customer_email: string | null
  fulfillment_details: string
  fulfillment_fee: number
  challenge_url: string | null
  decline_code: string | null
  lease_until: Date
  now: Date
}

const toAttempt = (row: AttemptRow): PaymentAttempt => ({
  id: row.id,
  sessionId: row.session_id,
  storeId: row.store_id,
  variantId: row.variant_id,
  state: row.state,
  quantity: row.quantity,
  amount: row.amount,
  currency: row.currency,
  paymentMethod: row.payment_method,
  customer: { name: row.customer_name, phone: row.customer_phone, email: row.customer_email },
  fulfillment: { details: row.fulfillment_details, fee: row.fulfillment_fee },
  challengeUrl: row.challenge_url,
  declineCode: row.decline_code,
  leaseUntil: row.lease_until,
})

export async function getAttempt(db: Queryable, id: string) {
  const row = await db.row<AttemptRow>(named('get-attempt', sql`
    select a.id, a.session_id, s.store_id, a.variant_id::text, a.state, a.quantity, a.amount, a.currency, a.payment_method,
      a.customer_name, a.customer_phone, a.customer_email, a.fulfillment_details, a.fulfillment_fee, a.challenge_url, a.decline_code,
      a.lease_until, clock_timestamp() as now
    from payment_attempts a join checkout_sessions s on s.id = a.session_id where a.id = ${id}`))
  if (!row) throw new Error(`there is no payment attempt ${id}`)
  return { attempt: toAttempt(row), now: row.now }
}

export const insertAttempt = (tx: Transaction, attempt: NewAttempt) => tx.run(named('insert-attempt', sql`
  insert into payment_attempts (id, session_id, variant_id, quantity, amount, currency, payment_method, customer_name, customer_phone,
    customer_email, fulfillment_details, fulfillment_fee, lease_until, next_check_at)
  values (${attempt.id}, ${attempt.sessionId}, ${attempt.variantId}, ${attempt.quantity}, ${attempt.amount}, ${attempt.currency},
    ${attempt.paymentMethod}, ${attempt.customer.name}, ${attempt.customer.phone}, ${attempt.customer.email},
    ${attempt.fulfillment.details}, ${attempt.fulfillment.fee}, ${attempt.leaseUntil}, clock_timestamp() + interval '5 seconds')`))

/** When to look at the attempt again: soon (5 s), or 1, 2, 4 … 30 s later each time nothing new was learnt. */
export const updateAttempt = (tx: Transaction, id: string, { state, check, challengeUrl, declineCode, leaseUntil }: AttemptChange) =>
  tx.run(named('update-attempt', sql`
    update payment_attempts set
      state = coalesce(${state ?? null}, state),
      challenge_url = coalesce(${challengeUrl ?? null}, challenge_url),
      decline_code = coalesce(${declineCode ?? null}, decline_code),
      lease_until = coalesce(${leaseUntil ?? null}::timestamptz, lease_until),
      checks = case when ${check}::text = 'later' then least(checks + 1, 5) else 0 end,
      next_check_at = case ${check}::text
        when 'soon' then clock_timestamp() + interval '5 seconds'
        when 'later' then clock_timestamp() + least(30, 2 ^ checks) * interval '1 second' end
    where id = ${id}`))

/** Gives the held units back, once. */
export async function releaseHold(tx: Transaction, { id, variantId, quantity }: PaymentAttempt) {
  const released = await endHold(tx, id)
  if (released) await tx.run(named('return-stock', sql`update variants set stock = stock + ${quantity} where id = ${variantId}`))
}

export const endHold = (tx: Transaction, id: string) =>
  tx.run(named('end-hold', sql`update payment_attempts set hold_active = false where id = ${id} and hold_active`))

/** The claim lasts 15 s: longer than an attempt's provider calls may take. */
export const claimDueAttempts = async (db: Queryable, limit: number) =>
  (await db.rows<{ id: string }>(named('claim-due-attempts', sql`
    update payment_attempts set next_check_at = clock_timestamp() + interval '15 seconds'
    where id in (select id from payment_attempts where next_check_at <= clock_timestamp()
      order by next_check_at limit ${limit} for update skip locked)
    returning id`))).map(({ id }) => id)
