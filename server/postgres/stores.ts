import type { StoreResource, UpdateStoreRequest } from '../contract/platform.ts'
import { type Queryable, type Transaction, sql } from './database.ts'

const STORE_COLUMNS = `id, name, plan, currency, delivery_options as "deliveryOptions", allowed_origins as "allowedOrigins"`

export const insertStore = (tx: Transaction, store: StoreResource) => tx.run(sql`
  insert into stores (id, name, plan, currency, delivery_options, allowed_origins)
  values (${store.id}, ${store.name}, ${store.plan}, ${store.currency}, ${JSON.stringify(store.deliveryOptions)}, ${store.allowedOrigins})`)

export const insertOwner = (tx: Transaction, { storeId, email, passwordHash }: { storeId: string; email: string; passwordHash: string }) =>
  tx.run(sql`insert into store_members (store_id, email, password_hash, role) values (${storeId}, ${email}, ${passwordHash}, 'owner')`)

export const findStore = (db: Queryable, id: string) =>
  db.row<StoreResource>({ text: `select ${STORE_COLUMNS} from stores where id = $1`, values: [id] })

/** Changes the fields that are given; undefined when there is no such store. */
export const updateStore = (db: Queryable, id: string, change: UpdateStoreRequest) =>
  db.row<StoreResource>({
    text: `update stores set name = coalesce($2, name), plan = coalesce($3, plan), currency = coalesce($4, currency),
      delivery_options = coalesce($5::json, delivery_options), allowed_origins = coalesce($6::text[], allowed_origins)
      where id = $1 returning ${STORE_COLUMNS}`,
    values: [id, change.name ?? null, change.plan ?? null, change.currency ?? null,
      change.deliveryOptions ? JSON.stringify(change.deliveryOptions) : null, change.allowedOrigins ?? null],
  })
