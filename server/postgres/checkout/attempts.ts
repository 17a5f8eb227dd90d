import type { AttemptChange, NewAttempt } from '../../checkout/ports/database.ts'
import type { ProviderName } from '../../contract/fields.ts'
import type { AttemptState, PaymentAttempt } from '../../checkout/attempt.ts'
import { columns, flag, idsOf, integer, moment, orNull, text, word } from '../columns.ts'
import { type Queryable, type RawRow, type Transaction, named } from '../database.ts'

const ATTEMPT = columns({
  id: text('id'),
  sessionId: text('session_id'),
  storeId: text('store_id'),
  provider: word<ProviderName>('provider'),
  providerPaymentId: orNull(text('provider_payment_id')),
  variantId: text('variant_id::text'),
  state: word<AttemptState>('state'),
  version: integer('version'),
  quantity: integer('quantity'),
  holdActive: flag('hold_active'),
  amount: integer('amount'),
  currency: text('currency'),
  paymentMethod: text('payment_method'),
  orderNumber: orNull(text('order_number')),
  challengeUrl: orNull(text('challenge_url')),
  declineCode: orNull(text('decline_code')),
  leaseUntil: moment('lease_until'),
})

const BUYER = columns({
  name: text('customer_name'),
  phone: text('customer_phone'),
  email: orNull(text('customer_email')),
})

const FULFILLMENT = columns({
  details: text('fulfillment_details'),
  fee: integer('fulfillment_fee'),
})

const MOMENTS = columns({
  expiresAt: moment(
    '(select s.expires_at from checkout_sessions s where s.id = payment_attempts.session_id)',
  ),
  now: moment('clock_timestamp()'),
})

const toAttempt = (row: RawRow): PaymentAttempt => ({
  ...ATTEMPT.read(row),
  customer: BUYER.read(row),
  fulfillment: FULFILLMENT.read(row),
})

export async function findAttempt(db: Queryable, id: string) {
  const row = await db.row(
    named('get-attempt')`
      select ${ATTEMPT.list}, ${BUYER.list}, ${FULFILLMENT.list}, ${MOMENTS.list}
      from payment_attempts
      where id = ${id}`,
  )
  return row && { attempt: toAttempt(row), ...MOMENTS.read(row) }
}

export async function getAttempt(db: Queryable, id: string) {
  const found = await findAttempt(db, id)
  if (!found) throw new Error(`there is no payment attempt ${id}`)
  return found
}

export const insertAttempt = (tx: Transaction, attempt: NewAttempt) => {
  const [single = null, site = null, region = null] = attempt.clientKeys
  return tx.run(
    named('insert-attempt')`
      insert into payment_attempts (
        id, session_id, store_id, provider,
        client_key, client_site, client_region, receipt_digest,
        variant_id, quantity, amount, currency, payment_method, order_number,
        customer_name, customer_phone, customer_email,
        fulfillment_details, fulfillment_fee,
        lease_until, next_check_at)
      values (
        ${attempt.id}, ${attempt.sessionId}, ${attempt.storeId}, ${attempt.provider},
        ${single}, ${site}, ${region}, ${attempt.receiptDigest},
        ${attempt.variantId}, ${attempt.quantity}, ${attempt.amount}, ${attempt.currency},
        ${attempt.paymentMethod}, ${attempt.orderNumber},
        ${attempt.customer.name}, ${attempt.customer.phone}, ${attempt.customer.email},
        ${attempt.fulfillment.details}, ${attempt.fulfillment.fee},
        ${attempt.leaseUntil}, clock_timestamp() + interval '3 seconds')`,
  )
}

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
      update payment_attempts
      set state = coalesce(${state ?? null}, state),
        version = version + 1,
        provider_payment_id = coalesce(${providerPaymentId ?? null}, provider_payment_id),
        settled_at = case
          when ${state ?? null}::text in ('captured', 'declined', 'voided', 'refunded')
            then clock_timestamp()
          else settled_at end,
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
        update variants
        set stock = stock + ${quantity}
        where id = ${variantId}`,
    )
}

export const endHold = (tx: Transaction, id: string) =>
  tx.run(
    named('end-hold')`
      update payment_attempts
      set hold_active = false
      where id = ${id}
        and hold_active`,
  )

/**
 * The claim lasts 4 s: longer than nearly every call of a provider, and short enough for whoever
 * takes over from a process that died with it. A slower call may be asked again beside it, which
 * changes nothing.
 */
export const claimDueAttempts = (
  db: Queryable,
  providers: readonly ProviderName[],
  limit: number,
) =>
  idsOf(
    db,
    named('claim-due-attempts')`
      update payment_attempts
      set next_check_at = clock_timestamp() + interval '4 seconds'
      where id = any(array(
        select id
        from payment_attempts
        where next_check_at <= statement_timestamp()
          and provider = any(${providers})
        order by next_check_at
        limit ${limit}
        for update skip locked))
      returning id`,
  )
