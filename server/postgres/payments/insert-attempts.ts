import type { NewAttempt } from '../../checkout/ports/payment-transaction.ts'
import { type Transaction, named } from '../database.ts'

const toNewRow = ({
  attempt,
  clientKeys: [single, site, region],
  receiptDigest,
  agreedToTerms,
  languages,
  language,
}: NewAttempt) => ({
  id: attempt.id,
  session_id: attempt.sessionId,
  store_id: attempt.storeId,
  provider: attempt.provider,
  client_key: single,
  client_site: site,
  client_region: region,
  receipt_digest: receiptDigest,
  variant_id: attempt.variantId,
  quantity: attempt.quantity,
  amount: attempt.amount,
  currency: attempt.currency,
  payment_method: attempt.paymentMethod,
  order_number: attempt.orderNumber,
  customer_name: attempt.customer.name,
  customer_phone: attempt.customer.phone,
  customer_email: attempt.customer.email,
  delivery_option: attempt.fulfillment.option,
  fulfillment_details: attempt.fulfillment.details,
  fulfillment_fee: attempt.fulfillment.fee,
  agreed_to_terms: agreedToTerms,
  languages,
  language,
  lease_until: attempt.leaseUntil,
})

/** Sessions and variants are locked, so what was read of them is still true. */
export async function insertAttempts(tx: Transaction, attempts: NewAttempt[]) {
  const takingOver = attempts.flatMap(({ attempt, hasKeptUnits }) =>
    hasKeptUnits ? attempt.sessionId : [],
  )
  const begun = await tx.run(named('insert-attempts')`
    with asked as materialized (
      select *
      from json_populate_recordset(null::payment_attempts,
        ${JSON.stringify(attempts.map(toNewRow))}::json)),
    handed_over as (
      update payment_attempts
      set hold_active = false, version = version + 1
      where session_id = any(${takingOver}::text[])
        and hold_active
      returning variant_id, quantity),
    taken as (
      update variants v
      set stock = v.stock - wanted.quantity
      from (
        select variant_id, sum(quantity) as quantity
        from (
          select variant_id, quantity from asked
          union all select variant_id, -quantity from handed_over) moved
        group by variant_id) wanted
      where v.id = any(array(select variant_id from asked))
        and v.id = wanted.variant_id
        and v.stock >= wanted.quantity
        and not v.removed
      returning v.id),
    begun as (
      insert into payment_attempts (
        id, session_id, store_id, provider,
        client_key, client_site, client_region, receipt_digest,
        variant_id, quantity, amount, currency, payment_method, order_number,
        customer_name, customer_phone, customer_email,
        delivery_option, fulfillment_details, fulfillment_fee, agreed_to_terms, languages,
        language, lease_until, next_check_at)
      select
        a.id, session_id, store_id, provider,
        client_key, client_site, client_region, receipt_digest,
        variant_id, quantity, amount, currency, payment_method, order_number,
        customer_name, customer_phone, customer_email,
        delivery_option, fulfillment_details, fulfillment_fee, agreed_to_terms, languages,
        language, lease_until, clock_timestamp() + interval '3 seconds'
      from asked a
      join taken on taken.id = a.variant_id
      returning session_id)
    update checkout_sessions
    set state = 'paying', version = version + 1, attempts = attempts + 1
    where id = any(array(select session_id from begun))`)
  if (begun !== attempts.length)
    throw new Error(`only ${begun} of ${attempts.length} payments could begin`)
}
