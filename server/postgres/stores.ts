import type { DeliveryOption } from '../contract/delivery.ts'
import type { Plan, StoreResource, UpdateStoreRequest } from '../contract/platform.ts'
import { columns, flag, json, text, texts, word } from './columns.ts'
import { type Queryable, type Transaction, fragment, piece, sql } from './database.ts'
import { MAY_BE_OPEN } from './checkout/late-sessions.ts'

export const STORE = columns({
  id: text('id'),
  name: text('name'),
  plan: word<Plan>('plan'),
  currency: text('currency'),
  deliveryOptions: json<DeliveryOption[]>('delivery_options'),
  allowedOrigins: texts('allowed_origins'),
  test: flag('is_test'),
})

export const insertStore = (tx: Transaction, store: StoreResource) =>
  tx.run(sql`
    insert into stores (id, name, plan, currency, delivery_options, allowed_origins, is_test)
    values (${store.id}, ${store.name}, ${store.plan}, ${store.currency},
      ${JSON.stringify(store.deliveryOptions)}, ${store.allowedOrigins}, ${store.test})`)

export const insertOwner = (
  tx: Transaction,
  { storeId, email, passwordHash }: { storeId: string; email: string; passwordHash: string },
) =>
  tx.run(
    sql`
      insert into store_members (store_id, email, password_hash, role)
      values (${storeId}, ${email}, ${passwordHash}, 'owner')`,
  )

export const findStore = (db: Queryable, id: string) =>
  STORE.row(db, sql`select ${STORE.list} from stores where id = ${id}`)

/** Whoever changes the store or creates a session of it waits from here on. */
export const lockStore = (tx: Transaction, id: string) =>
  STORE.row(tx, sql`select ${STORE.list} from stores where id = ${id} for update`)

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
  { name, plan, deliveryOptions, allowedOrigins }: UpdateStoreRequest,
) {
  const store = await STORE.row(
    tx,
    sql`
      update stores
      set name = coalesce(${name ?? null}, name),
        plan = coalesce(${plan ?? null}, plan),
        delivery_options = coalesce(
          ${deliveryOptions ? JSON.stringify(deliveryOptions) : null}::json,
          delivery_options),
        allowed_origins = coalesce(${allowedOrigins ?? null}::text[], allowed_origins)
      where id = ${id}
      returning ${STORE.list}`,
  )
  if (!store) throw new Error('a store that is locked is there')
  return store
}
