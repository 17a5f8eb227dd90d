import type { DeliveryOption } from '../contract/delivery.ts'
import type { Plan, StoreResource, UpdateStoreRequest } from '../contract/platform.ts'
import type { RedirectMethod } from '../contract/fields.ts'
import type { Seller } from '../contract/seller.ts'
import { columns, flag, json, orNull, text, texts, word, words } from './columns.ts'
import { type Queryable, type RawRow, type Transaction, fragment, piece, sql } from './database.ts'
import { MAY_BE_OPEN } from './checkout/late-sessions.ts'
import { saveSeller } from './store-terms.ts'

export const STORE = columns({
  id: text('id'),
  name: text('name'),
  plan: word<Plan>('plan'),
  currency: text('currency'),
  deliveryOptions: json<DeliveryOption[]>('delivery_options'),
  deliveryCountries: texts('delivery_countries'),
  paymentMethods: words<RedirectMethod>('payment_methods'),
  allowedOrigins: texts('allowed_origins'),
  test: flag('is_test'),
  contactEmail: orNull(text('contact_email')),
  contactPhone: orNull(text('contact_phone')),
  seller: orNull(json<Seller>('(select t.content from store_terms t where t.id = terms_id)')),
})

export function toStore(row: RawRow): StoreResource {
  const { seller, contactEmail, contactPhone, deliveryCountries, paymentMethods, ...store } =
    STORE.read(row)
  return {
    ...store,
    ...(contactEmail !== null && { contactEmail }),
    ...(contactPhone !== null && { contactPhone }),
    ...(deliveryCountries.length > 0 && { deliveryCountries }),
    ...(paymentMethods.length > 0 && { paymentMethods }),
    ...(seller && { seller }),
  }
}

/** From now on stores say who sells before they take real money (decision 74). */
export async function insertStore(tx: Transaction, store: StoreResource) {
  await tx.run(sql`
    insert into stores (
      id, name, plan, currency, delivery_options, delivery_countries, payment_methods,
      allowed_origins, contact_email, contact_phone, is_test, seller_required)
    values (${store.id}, ${store.name}, ${store.plan}, ${store.currency},
      ${JSON.stringify(store.deliveryOptions)}, ${store.deliveryCountries ?? []},
      ${store.paymentMethods ?? []},
      ${store.allowedOrigins}, ${store.contactEmail ?? null}, ${store.contactPhone ?? null},
      ${store.test}, ${!store.test})`)
  if (store.seller) await saveSeller(tx, store.id, store.seller)
}

export const insertOwner = (
  tx: Transaction,
  { storeId, email, passwordHash }: { storeId: string; email: string; passwordHash: string },
) =>
  tx.run(
    sql`
      insert into store_members (store_id, email, password_hash, role)
      values (${storeId}, ${email}, ${passwordHash}, 'owner')`,
  )

export async function findStore(db: Queryable, id: string) {
  const row = await db.row(sql`select ${STORE.list} from stores where id = ${id}`)
  return row && toStore(row)
}

/** Whoever changes the store or creates a session of it waits from here on. */
export async function lockStore(tx: Transaction, id: string) {
  const row = await tx.row(sql`select ${STORE.list} from stores where id = ${id} for update`)
  return row && toStore(row)
}

/**
 * Of `stores st`: what fixes the currency for good, and what may do so at any moment, in the
 * currency it was created with.
 */
export const HAS_ORDERS = fragment('exists (select from orders where store_id = st.id)')
export const HAS_SESSIONS = piece`
  exists (
    select
    from checkout_sessions s
    where s.store_id = st.id
      and (s.state = 'paying' or s.state = 'open' and s.expires_at > statement_timestamp())
      and ${MAY_BE_OPEN})`

/**
 * False when it stays what it is, from the first order on. Behind `lockStore`: nobody creates a
 * session or an order meanwhile.
 */
export const changeCurrency = async (tx: Transaction, id: string, currency: string) =>
  (await tx.run(sql`
    update stores st
    set currency = ${currency}
    where st.id = ${id}
      and (st.currency = ${currency} or not ${HAS_ORDERS})`)) > 0

/** Changes the fields that are given, but for the currency, of a store that is locked. */
export async function updateStore(
  tx: Transaction,
  id: string,
  {
    name,
    plan,
    deliveryOptions,
    deliveryCountries,
    paymentMethods,
    allowedOrigins,
    contactEmail,
    contactPhone,
    seller,
  }: UpdateStoreRequest,
) {
  if (seller) await saveSeller(tx, id, seller)
  const row = await tx.row(
    sql`
      update stores
      set name = coalesce(${name ?? null}, name),
        plan = coalesce(${plan ?? null}, plan),
        delivery_options = coalesce(
          ${deliveryOptions ? JSON.stringify(deliveryOptions) : null}::json,
          delivery_options),
        delivery_countries = coalesce(${deliveryCountries ?? null}::text[], delivery_countries),
        payment_methods = coalesce(${paymentMethods ?? null}::text[], payment_methods),
        allowed_origins = coalesce(${allowedOrigins ?? null}::text[], allowed_origins),
        contact_email = coalesce(${contactEmail ?? null}, contact_email),
        contact_phone = coalesce(${contactPhone ?? null}, contact_phone)
      where id = ${id}
      returning ${STORE.list}`,
  )
  if (!row) throw new Error('a store that is locked is there')
  return toStore(row)
}
