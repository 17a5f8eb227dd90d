import type { AttemptChange, NewAttempt, RecentPayments } from '../../checkout/ports/database.ts'
import type { AttemptState, PaymentAttempt } from '../../checkout/attempt.ts'
import { type Queryable, type Transaction, named } from '../database.ts'

type AttemptRow = {
  id: string
  session_id: string
  store_id: string
  provider: PaymentAttempt['provider']
  provider_payment_id: string | null
  variant_id: string
  state: AttemptState
  version: number
  quantity: number
  hold_active: boolean
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
  provider: row.provider,
  providerPaymentId: row.provider_payment_id,
  variantId: row.variant_id,
  state: row.state,
  version: row.version,
  quantity: row.quantity,
  holdActive: row.hold_active,
  amount: row.amount,
  currency: row.currency,
  paymentMethod: row.payment_method,
  customer: { name: row.customer_name, phone: row.customer_phone, email: row.customer_email },
  fulfillment: { details: row.fulfillment_details, fee: row.fulfillment_fee },
  challengeUrl: row.challenge_url,
  declineCode: row.decline_code,
  leaseUntil: row.lease_until,
})

export async function findAttempt(db: Queryable, id: string) {
  const row = await db.row<AttemptRow>(
    named('get-attempt')`
      select id, session_id, store_id, provider, provider_payment_id, variant_id::text, state,
        version, quantity, hold_active, amount, currency, payment_method,
        customer_name, customer_phone, customer_email, fulfillment_details, fulfillment_fee,
        challenge_url, decline_code, lease_until,
        clock_timestamp() as now
      from payment_attempts where id = ${id}`,
  )
  return row && { attempt: toAttempt(row), now: row.now }
}

export async function getAttempt(db: Queryable, id: string) {
  const found = await findAttempt(db, id)
  if (!found) throw new Error(`there is no payment attempt ${id}`)
  return found
}

export const insertAttempt = (tx: Transaction, attempt: NewAttempt) =>
  tx.run(
    named('insert-attempt')`
      insert into payment_attempts (id, session_id, store_id, provider, client_key, variant_id,
        quantity, amount, currency, payment_method, customer_name, customer_phone,
        customer_email, fulfillment_details, fulfillment_fee, lease_until, next_check_at)
      values (${attempt.id}, ${attempt.sessionId}, ${attempt.storeId}, ${attempt.provider},
        ${attempt.clientKey}, ${attempt.variantId},
        ${attempt.quantity}, ${attempt.amount}, ${attempt.currency}, ${attempt.paymentMethod},
        ${attempt.customer.name}, ${attempt.customer.phone}, ${attempt.customer.email},
        ${attempt.fulfillment.details}, ${attempt.fulfillment.fee}, ${attempt.leaseUntil},
        clock_timestamp() + interval '3 seconds')`,
  )

/**
 * When to look at the attempt again: soon (3 s), or 1, 2, 4 … 30 s later each time nothing new was
 * learnt.
 */
export const updateAttempt = (
  tx: Transaction,
  id: string,
  { state, check, challengeUrl, declineCode, leaseUntil, providerPaymentId }: AttemptChange,
) =>
  tx.run(
    named('update-attempt')`
      update payment_attempts set
        state = coalesce(${state ?? null}, state),
        version = version + 1,
        provider_payment_id = coalesce(${providerPaymentId ?? null}, provider_payment_id),
        settled_at = case when ${state ?? null}::text in ('captured', 'declined', 'voided',
          'refunded') then clock_timestamp() else settled_at end,
        challenge_url = coalesce(${challengeUrl ?? null}, challenge_url),
        decline_code = coalesce(${declineCode ?? null}, decline_code),
        lease_until = coalesce(${leaseUntil ?? null}::timestamptz, lease_until),
        checks = case when ${check}::text = 'later' then least(checks + 1, 5) else 0 end,
        next_check_at = case ${check}::text
          when 'soon' then clock_timestamp() + interval '3 seconds'
          when 'later' then clock_timestamp() + least(30, 2 ^ checks) * interval '1 second' end
      where id = ${id}`,
  )

/** Gives the held units back, once. */
export async function releaseHold(tx: Transaction, { id, variantId, quantity }: PaymentAttempt) {
  const released = await endHold(tx, id)
  if (released)
    await tx.run(
      named('return-stock')`
        update variants set stock = stock + ${quantity} where id = ${variantId}`,
    )
}

export const endHold = (tx: Transaction, id: string) =>
  tx.run(
    named('end-hold')`
      update payment_attempts set hold_active = false where id = ${id} and hold_active`,
  )

/**
 * The claim lasts 4 s: longer than nearly every call of a provider, and short enough for whoever
 * takes over from a process that died with it. A slower call may be asked again beside it, which
 * changes nothing.
 */
export const claimDueAttempts = async (db: Queryable, provider: string, limit: number) =>
  (
    await db.rows<{ id: string }>(
      named('claim-due-attempts')`
        update payment_attempts set next_check_at = clock_timestamp() + interval '4 seconds'
        where id in (select id from payment_attempts
          where next_check_at <= clock_timestamp() and provider = ${provider}
          order by next_check_at limit ${limit} for update skip locked)
        returning id`,
    )
  ).map(({ id }) => id)

/** How many of the store's payments the share of declines is taken of, the latest ones. */
const STORE_SAMPLE = 200

const ADDRESS_LOCK = 4242

type Counted = { clientKey: string | null; storeId: string; windowSeconds: number }

/** Payments of one client wait for each other here until the transaction ends. */
export async function countRecentPayments(
  tx: Transaction,
  { clientKey, storeId, windowSeconds }: Counted,
): Promise<RecentPayments> {
  if (clientKey !== null)
    await tx.run(
      named('lock-client')`select pg_advisory_xact_lock(${ADDRESS_LOCK}, hashtext(${clientKey}))`,
    )
  const row = await tx.row<{
    holds: number
    declines: number
    settled: number
    storeDeclines: number
  }>(
    named('recent-payments')`
      select
        (select count(*) from payment_attempts
        where client_key = ${clientKey} and hold_active) as holds,
        (select count(*) from payment_attempts
        where client_key = ${clientKey} and state = 'declined'
          and settled_at > clock_timestamp() - make_interval(secs => ${windowSeconds})) as declines,
        settled, "storeDeclines"
      from (select count(*) as settled,
        count(*) filter (where state = 'declined') as "storeDeclines" from (
        select state from payment_attempts
        where store_id = ${storeId}
          and settled_at > clock_timestamp() - make_interval(secs => ${windowSeconds})
        order by settled_at desc limit ${STORE_SAMPLE}) latest) store`,
  )
  if (!row) throw new Error('an aggregate has one row')
  return {
    client: { holds: row.holds, declines: row.declines },
    store: { settled: row.settled, declines: row.storeDeclines },
  }
}
