import { columns, integer } from '../columns.ts'
import { type Queryable, fragment, named, type piece } from '../database.ts'

const ERASED = columns({
  sessions: integer('(select count(*) from session)'),
  orders: integer('(select count(*) from sold)'),
})

/** What the store wrote of a delivery text: the option's name, or all of it for a collection. */
const OPTION = fragment(`
  coalesce((
    select case when is_collected then kept.fulfillment_details else name end
    from json_array_elements(session.delivery_options) option,
      lateral (
        select option ->> 'name' as name
        union all
        select words ->> 'name'
        from json_each(option -> 'translations') translation (tag, words)) n,
      lateral (select kept.fulfillment_details = concat_ws(', ',
        name,
        option -> 'place' ->> 'name',
        option -> 'place' ->> 'address') as is_collected) c
    where starts_with(kept.fulfillment_details, name || ', ')
    order by is_collected desc
    limit 1), '')`)

/** Of `checkout_sessions s`: a dispute of its order is open, and the buyer's data is evidence. */
export const IN_DISPUTE = fragment(`
  exists (
    select
    from orders o
    where o.session_id = s.id
      and o.dispute in ('needs_response', 'under_review'))`)

type Erasure = { name: string; sessionIds: ReturnType<typeof piece> }

/**
 * Erases the buyer from these sessions, their attempts and orders, together with members' notes. No
 * session has a payment under way. One that can still be paid may get another buyer.
 */
export const eraseSessions = (db: Queryable, { name, sessionIds }: Erasure) =>
  ERASED.onlyRow(
    db,
    named(name)`
      with session as (
        update checkout_sessions
        set customer = '{}',
          version = version + 1,
          buyer_erased_at = case when state in ('complete', 'expired') then clock_timestamp() end
        where id in (${sessionIds})
        returning id, delivery_options),
      tried as (
        update payment_attempts kept
        set customer_name = '',
          customer_phone = '',
          customer_email = null,
          fulfillment_details = ${OPTION},
          client_key = null,
          client_site = null,
          client_region = null,
          card = null,
          receipt_digest = null
        from session
        where kept.session_id = session.id),
      sold as (
        update orders kept
        set customer_name = '',
          customer_phone = '',
          customer_email = null,
          fulfillment_details = ${OPTION},
          note = null,
          tracking = null,
          card = null,
          receipt_digest = null,
          search = order_search(kept.store_id, kept.order_number, '', '')
        from session
        where kept.session_id = session.id
        returning kept.id),
      unsent as (
        delete from buyer_mails
        using session
        where buyer_mails.session_id = session.id),
      refunded as (
        update order_refunds
        set reason = null
        where order_id in (select id from sold)
          and reason is not null)
      select ${ERASED.list}`,
  )
