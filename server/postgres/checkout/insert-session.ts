import type { NewSession, SessionCreation, VariantNames } from '../../checkout/ports/database.ts'
import type { CheckoutItem } from '../../contract/merchant.ts'
import { columns, integer, json, orNull, text } from '../columns.ts'
import { type Queryable, type RawRow, named } from '../database.ts'
import { NEW_SESSION, toNewSession } from './session-columns.ts'

/** What the statement has found of the item, `i`, when it wrote no session `s` down. */
const FOUND = columns({
  itemName: text('i.product_name'),
  left: orNull(integer('case when i.variant_id is not null then greatest(i.stock, 0) end')),
  /** With the first delivery option. */
  total: integer('i.total + i.first_fee'),
  /** Looked up only when they are told. */
  choices: orNull(
    json<VariantNames[]>(`
      case when i.variant_id is null then (
        select coalesce(
          json_agg(
            json_build_object('size', v.size, 'colorName', v.color_name)
            order by v.position),
          '[]')
        from variants v
        where v.product_id = i.product_id
          and not v.removed) end`),
  ),
})

/**
 * Writes the session down if its item is for sale and in stock and can be charged, or says why not,
 * all of one moment; price and delivery options are those of this moment, too. Its share of the store's row makes a
 * change of the store's currency wait for it, or the other way round.
 */
export async function createSession(db: Queryable, session: NewSession): Promise<SessionCreation> {
  const {
    item,
    amounts: { minimum, maximum, step },
  } = session
  const row = await db.row(
    named('create-session')`
      with i as materialized (
        select st.id as store_id, st.currency, o.delivery_options, t.total,
          (st.delivery_options -> 0 ->> 'fee')::bigint as first_fee,
          p.id as product_id, p.slug, p.name as product_name, p.image_url, p.price,
          v.id as variant_id, v.size, v.color_name, v.stock
        from stores st
        join products p on p.store_id = st.id
        left join variants v on v.product_id = p.id
          and not v.removed
          and v.size is not distinct from ${item.size ?? null}
          and v.color_name is not distinct from ${item.color ?? null}
        cross join lateral (select p.price * ${item.quantity}::integer as total) t
        cross join lateral (
          select json_agg(option order by place) as delivery_options
          from json_array_elements(st.delivery_options)
            with ordinality as o (option, place),
            lateral (select t.total + (option ->> 'fee')::bigint as charged) c
          where charged between ${minimum} and ${maximum}
            and charged % ${step}::bigint = 0) o
        where st.id = ${session.storeId}
          and st.closed_at is null
          and p.slug = ${item.product}
          and not p.archived
        for key share of st),
      s as (
        insert into checkout_sessions (
          id, store_id, product_id, variant_id,
          product_slug, product_name, image_url, size, color,
          quantity, unit_price, currency, delivery_options,
          success_url, cancel_url, customer, metadata, created_with,
          created_at, expires_at)
        select
          ${session.id}, i.store_id, i.product_id, i.variant_id,
          i.slug, i.product_name, i.image_url, i.size, i.color_name,
          ${item.quantity}::integer, i.price, i.currency, i.delivery_options,
          ${session.successUrl}, ${session.cancelUrl}, ${JSON.stringify(session.customer)}::json,
          ${session.metadata}, ${session.createdWith},
          created.at, created.at + make_interval(secs => ${session.ttlSeconds})
        from i, (select date_trunc('milliseconds', clock_timestamp()) as at) created
        where i.stock >= ${item.quantity}::integer
          and i.delivery_options is not null
        returning *)
      select ${FOUND.list}, ${NEW_SESSION}
      from i
      join stores st on st.id = i.store_id
      left join s on true`,
  )
  if (!row) return { type: 'no_product' }
  return row['id'] === null ? whyNot(row, item) : { type: 'created', session: toNewSession(row) }
}

function whyNot(row: RawRow, { quantity }: CheckoutItem): SessionCreation {
  const { itemName, left, total, choices } = FOUND.read(row)
  if (left === null) return { type: 'no_variant', choices: choices ?? [] }
  return left < quantity
    ? { type: 'too_few', productName: itemName, left }
    : { type: 'no_amount', total }
}
