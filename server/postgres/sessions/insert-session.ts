import type {
  FirstCreation,
  NewSession,
  SeenKey,
  VariantNames,
} from '../../checkout/ports/session-creation.ts'
import { busy } from '../../checkout/errors.ts'
import type { CheckoutSession } from '../../checkout/sessions/session.ts'
import { columns, flag, integer, json, orNull, text } from '../columns.ts'
import { type Fragment, type Queryable, fragment, named, piece } from '../database.ts'
import { IN_OTHER_CELL, assertInThisCell } from '../stores/in-other-cell.ts'
import { KEY_WORKS } from '../stores/store-keys.ts'
import { NEW_SESSION, toNewSession } from './session-columns.ts'

/** `key`: the creator's. Without it the statement checks no key. */
export type AskedSession = { session: NewSession; key?: SeenKey | undefined }

/** An element of the JSON for `insertSessions`, named like the columns of `a`. */
const toElement = ({ session, key }: AskedSession) => {
  const { item, amounts, customer, ...fields } = session
  return {
    ...fields,
    ...amounts,
    product: item.product,
    size: item.size ?? null,
    color: item.color ?? null,
    quantity: item.quantity,
    customer,
    keyDigest: key ? Buffer.from(key.digest).toString('hex') : null,
    keyCurrency: key?.currency ?? null,
  }
}

/** The delivery options with which the total of `a` can be charged; null without any. */
const CHARGEABLE = fragment(`(
  select json_agg(option order by place) as delivery_options
  from json_array_elements(i.options) with ordinality as offered (option, place),
    lateral (select i.price * a.quantity + (option ->> 'fee')::bigint as charged) c
  where charged between a.minimum and a.maximum
    and charged % a.step = 0)`)

/** The names of `products p` in other languages; null without any. */
const ITEM_TRANSLATIONS = fragment(`(
  select jsonb_object_agg(tag, words - 'description')
  from jsonb_each(p.translations) translation (tag, words)
  where words ? 'name')`)

/** The key is still as it was seen, and may create sessions. */
const KEY_IS_GOOD = piece`(
  a."keyDigest" is null
  or (
    st.plan <> 'free'
    and st.currency = a."keyCurrency"
    and (a."createdWith" = 'secret' or cardinality(st.allowed_origins) = 0)
    and exists (
      select
      from api_keys k
      where k.digest = decode(a."keyDigest", 'hex')
        and k.store_id = st.id
        and k.kind = a."createdWith"
        and ${KEY_WORKS})))`

/**
 * Creates the sessions whose items are for sale, in stock and chargeable, with the prices and
 * delivery options of this moment. Its share lock on the store makes it wait for a change of the
 * currency, and such a change wait for it.
 */
async function insertSessions(
  db: Queryable,
  { name, asked, ifLocked }: { name: string; asked: AskedSession[]; ifLocked: Fragment },
): Promise<(CheckoutSession | undefined)[]> {
  const rows = await db.rows(
    named(name)`
      with s as (
        insert into checkout_sessions (
          id, store_id, product_id, variant_id,
          product_slug, product_name, item_translations, image_url, size, color,
          quantity, unit_price, currency, delivery_options, withdrawal_days, withdrawal_reason,
          success_url, cancel_url, customer, metadata, created_with, terms_id, traceparent,
          created_at, expires_at)
        select
          a.id, i.store_id, i.product_id, i.variant_id,
          i.slug, i.product_name, i.translations, i.image_url, i.size, i.color_name,
          a.quantity, i.price, i.currency, o.delivery_options, i.withdrawal_days, i.withdrawal_reason,
          a."successUrl", a."cancelUrl", a.customer, a.metadata, a."createdWith", i.terms_id, a.traceparent,
          created.at, created.at + make_interval(secs => a."ttlSeconds")
        from json_to_recordset(${JSON.stringify(asked.map(toElement))}::json) as a (
          id text, "storeId" text, "keyDigest" text, "keyCurrency" text, "createdWith" text,
          product text, size text, color text, quantity integer,
          minimum bigint, maximum bigint, step bigint,
          "successUrl" text, "cancelUrl" text, customer json, metadata text, traceparent text,
          "ttlSeconds" double precision)
        cross join lateral (
          select st.id as store_id, st.currency, st.delivery_options as options, st.terms_id,
            p.id as product_id, p.slug, p.name as product_name, p.image_url, p.price,
            ${ITEM_TRANSLATIONS} as translations, p.withdrawal_days, p.withdrawal_reason, v.id as variant_id, v.size, v.color_name
          from stores st
          -- As ofStore does.
          join products p on p.store_id collate "C" = st.id
          join variants v on v.product_id = p.id
          where st.id = a."storeId"
            and st.closed_at is null
            and not ${fragment(IN_OTHER_CELL('st'))}
            and p.slug = a.product
            and not p.archived
            and not v.removed
            and v.size is not distinct from a.size
            and v.color_name is not distinct from a.color
            and v.stock >= a.quantity
            and p.max_per_order >= a.quantity
            and ${KEY_IS_GOOD}
          for key share of st ${ifLocked}) i
        cross join lateral ${CHARGEABLE} o
        cross join (select date_trunc('milliseconds', clock_timestamp()) as at) created
        where o.delivery_options is not null
        returning *)
      select ${NEW_SESSION}
      from s
      join stores st on st.id = s.store_id`,
  )
  const created = new Map(rows.map(toNewSession).map((session) => [session.id, session]))
  return asked.map(({ session }) => created.get(session.id))
}

/** One statement. It skips sessions whose store is locked, so that the others do not wait. */
export const createSessionsAtOnce = (db: Queryable, asked: AskedSession[]) =>
  insertSessions(db, { name: 'create-sessions', asked, ifLocked: fragment('skip locked') })

/** How often the reason for a refusal may be gone when we look for it. */
const MOST_TRIES = 20

/** Creates the session if its item may be sold, else says why not. */
export async function createSession(db: Queryable, session: NewSession): Promise<FirstCreation> {
  for (let tries = 0; tries < MOST_TRIES; tries += 1) {
    const [created] = await insertSessions(db, {
      name: 'create-session',
      asked: [{ session }],
      ifLocked: fragment(''),
    })
    if (created) return { type: 'created', session: created }
    const reason = await whyNot(db, session)
    if (reason) return reason
  }
  throw busy(new Error(`product ${session.item.product} changes all the time`))
}

/** What the store has of the item, `i`, that `a` asks for. */
const FOUND = columns({
  itemName: text('i.product_name'),
  isInOtherCell: flag('i.is_in_other_cell'),
  left: orNull(integer('case when i.variant_id is not null then greatest(i.stock, 0) end')),
  most: integer('i.max_per_order'),
  isChargeable: flag('o.delivery_options is not null'),
  /** With the first delivery option. */
  total: integer(`i.price * a.quantity + (i.options -> 0 ->> 'fee')::bigint`),
  /** Read only when there is no such variant. */
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

/** Undefined when nothing is in the way any more. Waits for a change of the store. */
async function whyNot(
  db: Queryable,
  { storeId, item, amounts }: NewSession,
): Promise<Exclude<FirstCreation, { session: CheckoutSession }> | undefined> {
  const found = await FOUND.row(
    db,
    named('why-no-session')`
      select ${FOUND.list}
      from (
        select ${item.quantity}::integer as quantity,
          ${amounts.minimum}::bigint as minimum,
          ${amounts.maximum}::bigint as maximum,
          ${amounts.step}::bigint as step) a
      cross join (
        select ${fragment(IN_OTHER_CELL('st'))} as is_in_other_cell,
          st.delivery_options as options, p.id as product_id, p.name as product_name, p.price,
          p.max_per_order, v.id as variant_id, v.stock
        from stores st
        -- As ofStore does.
        join products p on p.store_id collate "C" = st.id
        left join variants v on v.product_id = p.id
          and not v.removed
          and v.size is not distinct from ${item.size ?? null}
          and v.color_name is not distinct from ${item.color ?? null}
        where st.id = ${storeId}
          and st.closed_at is null
          and p.slug = ${item.product}
          and not p.archived
        for key share of st) i
      cross join lateral ${CHARGEABLE} o`,
  )
  if (!found) return { type: 'no_product' }
  const { itemName, left, most, isChargeable, total, choices } = found
  assertInThisCell(found)
  if (left === null) return { type: 'no_variant', choices: choices ?? [] }
  if (most < item.quantity) return { type: 'too_many', most }
  if (left < item.quantity) return { type: 'too_few', productName: itemName, left }
  return isChargeable ? undefined : { type: 'no_amount', total }
}
