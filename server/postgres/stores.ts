import type { StoreResource, UpdateStoreRequest } from '../contract/platform.ts'
import { type Queryable, type Transaction, fragment, sql } from './database.ts'

const STORE = fragment('id, name, plan, currency, delivery_options as "deliveryOptions", allowed_origins as "allowedOrigins"')

export const insertStore = (tx: Transaction, store: StoreResource) => tx.run(sql`
  insert into stores (id, name, plan, currency, delivery_options, allowed_origins)
  values (${store.id}, ${store.name}, ${store.plan}, ${store.currency}, ${JSON.stringify(store.deliveryOptions)}, ${store.allowedOrigins})`)

export const insertOwner = (tx: Transaction, { storeId, email, passwordHash }: { storeId: string; email: string; passwordHash: string }) =>
  tx.run(sql`insert into store_members (store_id, email, password_hash, role) values (${storeId}, ${email}, ${passwordHash}, 'owner')`)

export const findStore = (db: Queryable, id: string) =>
  db.row<StoreResource>(sql`select ${STORE} from stores where id = ${id}`)

/** Whoever changes the store waits from here on. */
export const lockStore = (tx: Transaction, id: string) =>
  tx.row<StoreResource>(sql`select ${STORE} from stores where id = ${id} for no key update`)

/** Changes the fields that are given; undefined when there is no such store. */
export const updateStore = (db: Queryable, id: string, { name, plan, currency, deliveryOptions, allowedOrigins }: UpdateStoreRequest) =>
  db.row<StoreResource>(sql`
    update stores set name = coalesce(${name ?? null}, name), plan = coalesce(${plan ?? null}, plan),
      currency = coalesce(${currency ?? null}, currency),
      delivery_options = coalesce(${deliveryOptions ? JSON.stringify(deliveryOptions) : null}::json, delivery_options),
      allowed_origins = coalesce(${allowedOrigins ?? null}::text[], allowed_origins)
    where id = ${id} returning ${STORE}`)
