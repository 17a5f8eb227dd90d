import type { Check } from '../../checkout/ports/payment-transaction.ts'
import type { ProviderName } from '../../contract/fields.ts'
import type { AttemptState, PaymentAttempt, PaymentCard } from '../../checkout/payments/attempt.ts'
import { columns, flag, idsOf, integer, json, moment, orNull, text, word } from '../columns.ts'
import { type Queryable, type RawRow, type Transaction, named, piece } from '../database.ts'
import { scheduled } from './attempt-moves.ts'

const ofStore = (column: string) =>
  `(select ${column} from stores where stores.id = payment_attempts.store_id)`

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
  receiptEmail: orNull(text(`case when ${ofStore('provider_receipts')} then customer_email end`)),
  statementName: orNull(text(ofStore('statement_name'))),
  challengeUrl: orNull(text('challenge_url')),
  declineCode: orNull(text('decline_code')),
  card: orNull(json<PaymentCard>('card')),
  leaseUntil: moment('lease_until'),
})

const BUYER = columns({
  name: text('customer_name'),
  phone: text('customer_phone'),
  email: orNull(text('customer_email')),
})

const FULFILLMENT = columns({
  option: orNull(text('delivery_option')),
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
  const row = await db.row(named('get-attempt')`
    select ${ATTEMPT.list}, ${BUYER.list}, ${FULFILLMENT.list}, ${MOMENTS.list}
    from payment_attempts
    where id = ${id}`)
  return row && { attempt: toAttempt(row), ...MOMENTS.read(row) }
}

export async function getAttempt(db: Queryable, id: string) {
  const found = await findAttempt(db, id)
  if (!found) throw new Error(`there is no payment attempt ${id}`)
  return found
}

export async function findWaiting(db: Queryable, sessionId: string) {
  const [id] = await idsOf(
    db,
    named('find-waiting')`
      select id
      from payment_attempts
      where session_id = ${sessionId}
        and state = 'requires_action'`,
  )
  return id
}

export const scheduleAttempt = (tx: Transaction, id: string, check: Check) =>
  tx.run(named('schedule-attempt')`
    update payment_attempts t
    set version = t.version + 1,
      ${scheduled(piece`${check}::text`)}
    where id = ${id}`)

/**
 * The claim lasts 4 s: longer than nearly every provider call, but not long for a process that
 * takes over from a dead one. A slower call may be made twice, which changes nothing.
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
          and not exists (select from stores_elsewhere e where e.id = store_id)
        order by next_check_at
        limit ${limit}
        for update skip locked))
      returning id`,
  )
