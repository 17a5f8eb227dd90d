import type { BuyerMailKind } from '../../checkout/ports/buyer-mails.ts'
import { MOST_CORRECTIONS } from '../../checkout/orders/receipt.ts'
import { type Fragment, type Queryable, fragment, named, piece } from '../database.ts'

/** Where `stores st` wants these mails. The law asks for the acknowledgement of a withdrawal. */
const WANTED: Record<BuyerMailKind, string> = {
  confirmation: 'and st.mails_buyers',
  refund: 'and st.mails_buyers',
  refund_failed: 'and st.mails_buyers',
  fulfilment: 'and st.mails_buyers',
  uncollected: 'and st.mails_buyers',
  withdrawal: '',
  withdrawal_link: '',
}

/** Of `stores st`: a test store costs nobody anything, so its mails reach its members alone. */
export const mayMail = (email: Fragment) => piece`
  (not st.is_test or exists (
    select
    from store_members member
    where member.store_id = st.id and without_case(member.email) = without_case(${email})))`

/**
 * Writes the mail to the buyers of these attempts, who have given an address, where the store wants
 * that. As a statement, or as a part of the one that makes it true.
 */
export const buyerMail = (
  kind: BuyerMailKind,
  attemptIds: Fragment,
  refundId: string | null = null,
) => piece`
  insert into buyer_mails (store_id, kind, session_id, attempt_id, refund_id)
  select a.store_id, ${kind}, a.session_id, a.id, ${refundId}
  from payment_attempts a
  join stores st on st.id = a.store_id
  where a.id = any(array(${attemptIds}))
    and a.customer_email is not null
    and ${mayMail(fragment('a.customer_email'))}
    ${fragment(WANTED[kind])}
  on conflict do nothing`

/** What makes a row of `buyer_mails m` wait anew, also for the process that has claimed it. */
export const WAITS_ANEW = fragment(`
  edition = m.edition + 1,
  claims = m.claims + 1,
  state = 'waiting',
  refusal = null,
  put_off_by = null,
  counted = false,
  handed_over = 0,
  due_at = clock_timestamp(),
  ended_at = null`)

/**
 * Nothing of the address before is left, except in other payments of the session. The same address
 * again changes nothing, unless the mail server has refused it. The session is locked first, as an
 * erasure does it.
 */
export const correctEmail = (db: Queryable, sessionId: string, email: string) =>
  db.run(named('correct-buyer-email')`
    with held as (
      select id
      from checkout_sessions
      where id = ${sessionId}
      for no key update),
    again as (
      update buyer_mails m
      set ${WAITS_ANEW}
      from payment_attempts a
      join stores st on st.id = a.store_id
      where m.session_id = (select id from held)
        and m.kind = 'confirmation'
        and m.edition <= ${MOST_CORRECTIONS}
        and a.id = m.attempt_id
        and ${mayMail(piece`${email}::text`)}
        and (m.state = 'refused' or a.customer_email <> ${email})
      returning attempt_id),
    paid as (
      update payment_attempts
      set customer_email = ${email}
      where id = any(array(select attempt_id from again)))
    update orders
    set customer_email = ${email}
    where attempt_id = any(array(select attempt_id from again))`)
