import type { NewSession } from '../../checkout/ports/database.ts'
import { type Queryable, named } from '../database.ts'
import { NEW_SESSION, toNewSession } from './session-columns.ts'

/**
 * Inserts the session if its item is for sale and in stock; price and delivery options are those of
 * this moment. Its share of the store's row makes a change of the store's currency wait for it, or
 * the other way round.
 */
export async function createSession(db: Queryable, session: NewSession) {
  const { item } = session
  const row = await db.row(
    named('create-session')`
      with s as (
        insert into checkout_sessions (
          id, store_id, product_id, variant_id,
          product_slug, product_name, image_url, size, color,
          quantity, unit_price, currency, delivery_options,
          success_url, cancel_url, customer, metadata, created_with,
          created_at, expires_at)
        select
          ${session.id}, st.id, p.id, v.id,
          p.slug, p.name, p.image_url, v.size, v.color_name,
          ${item.quantity}::integer, p.price, st.currency, st.delivery_options,
          ${session.successUrl}, ${session.cancelUrl}, ${JSON.stringify(session.customer)}::json,
          ${session.metadata}, ${session.createdWith},
          created.at, created.at + make_interval(secs => ${session.ttlSeconds})
        from stores st
        join products p on p.store_id = st.id
        join variants v on v.product_id = p.id,
          (select date_trunc('milliseconds', clock_timestamp()) as at) created
        where st.id = ${session.storeId}
          and p.slug = ${item.product}
          and not p.archived
          and not v.removed
          and v.size is not distinct from ${item.size ?? null}
          and v.color_name is not distinct from ${item.color ?? null}
          and v.stock >= ${item.quantity}::integer
        for key share of st
        returning *)
      select ${NEW_SESSION}
      from s
      join stores st on st.id = s.store_id`,
  )
  return row && toNewSession(row)
}
