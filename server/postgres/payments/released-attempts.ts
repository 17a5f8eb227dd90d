import type { Release, ReleasedAttempt } from '../../checkout/ports/payment-transaction.ts'
import { buyerMail } from '../buyers/buyer-mail-writes.ts'
import { columns, flag, text } from '../columns.ts'
import { type Queryable, type Transaction, fragment, named, piece } from '../database.ts'
import { moved } from './attempt-moves.ts'

const RELEASED = columns({
  id: text('moved.id'),
  variantId: text('moved.variant_id::text'),
  endsSoldOut: flag('coalesce(freed.id is not null and had <= 0 and has > 0, false)'),
})

/**
 * Parts of a `with` after `freed`, the attempts whose hold has just ended: returns their units. The
 * variants are locked in the order that all transactions use.
 */
const RETURNED = fragment(`
  units as materialized (
    select v.id, held.quantity
    from variants v
    join (
      select variant_id, sum(quantity) as quantity
      from freed
      group by variant_id) held on held.variant_id = v.id
    where v.id = any(array(select variant_id from freed))
    order by v.id
    for no key update of v),
  returned as (
    update variants v
    set stock = v.stock + units.quantity
    from units
    where v.id = any(array(select id from units))
      and v.id = units.id
    returning v.id, v.stock - units.quantity as had, case when v.removed then 0 else v.stock end as has)`)

/** Ends holds, returns their units, and sets the state of the sessions. */
export const releaseAttempts = (tx: Transaction, releases: Release[]): Promise<ReleasedAttempt[]> =>
  RELEASED.rows(
    tx,
    named('release-attempts')`
      with ${moved(releases)},
      freed as (select id, variant_id, quantity from moved where seen_hold and not hold_active),
      ${RETURNED},
      resolved as (
        update reconciliation_breaks b
        set resolution = moved.resolution, resolved_at = clock_timestamp()
        from moved
        where b.attempt_id = any(array(select id from moved))
          and b.attempt_id = moved.id
          and moved.resolution is not null
          and b.resolved_at is null),
      given_back as (
        update checkout_sessions s
        set state = moved.session_state, version = s.version + 1
        from moved
        where s.id = any(array(select session_id from moved))
          and s.id = moved.session_id
        returning s.id, s.store_id, s.state),
      emitted as (
        insert into events (type, store_id, session_id)
        select 'checkout.session.expired', store_id, id from given_back where state = 'expired'),
      written as (${buyerMail('uncollected', piece`select id from moved where collects`)})
      select ${RELEASED.list}
      from moved
      left join freed on freed.id = moved.id
      left join returned on returned.id = moved.variant_id`,
  )

/**
 * Returns units that were kept for a next payment that has not come in time. It locks the sessions
 * first, as payments do, so a payment takes its units over or finds them returned.
 */
export const returnKeptUnits = (db: Queryable, limit: number) =>
  RELEASED.rows(
    db,
    named('return-kept-units')`
      with late as materialized (
        select s.id
        from payment_attempts a
        join checkout_sessions s on s.id = a.session_id
        where a.hold_active
          and a.state = 'voided'
          and (a.lease_until <= statement_timestamp() or s.state = 'expired')
          and not exists (select from stores_elsewhere e where e.id = a.store_id)
        limit ${limit}
        for no key update of s skip locked),
      moved as (
        update payment_attempts
        set hold_active = false, version = version + 1
        where session_id = any(array(select id from late))
          and hold_active
          and state = 'voided'
        returning id, variant_id, quantity),
      freed as (select * from moved),
      ${RETURNED}
      select ${RELEASED.list}
      from moved
      join freed on freed.id = moved.id
      left join returned on returned.id = moved.variant_id`,
  )
