import pg from 'pg'
import { copyRows } from './grown-history.ts'

const SMALL_STORES = 20_000
const PRODUCTS = 1_000
const ORDERS = 10_000

type Copies = [table: string, changes: Record<string, string>][]

/** Of the row of the large store that is copied. */
const MODELS: Record<string, string> = {
  stores: 'model.id = $1',
  products: `model.store_id = $1 and model.slug = 'mug'`,
  variants: `model.product_id = (select id from products where store_id = $1 and slug = 'mug')`,
  checkout_sessions: 'model.id = (select session_id from newest)',
  payment_attempts: 'model.id = (select attempt_id from newest)',
  orders: 'model.id = (select id from newest)',
  events: 'model.session_id = (select session_id from newest)',
  audit_log: 'model.id = (select max(id) from audit_log where store_id = $1)',
  webhook_deliveries: `model.id = 'whd_past'`,
  webhook_endpoints: `model.id = 'we_past'`,
  idempotency_keys: `model.store_id = $1 and model.key = 'past'`,
}

/** What belongs to copy `n` of a kind. */
const partsOf = (
  kind: string,
  { storeId, number, product = number }: { storeId: string; number: string; product?: string },
) => {
  const id = (prefix: string) => `'${prefix}_${kind}' || n`
  const ofStore = { store_id: storeId }
  const ofSession = { ...ofStore, session_id: id('cs') }
  const ofOrder = { ...ofSession, order_number: id('no') }
  const catalogue: Copies = [
    ['products', { ...ofStore, id: number, slug: `'p' || n` }],
    ['variants', { ...ofStore, id: number, product_id: number }],
  ]
  const past: Copies = [
    [
      'checkout_sessions',
      {
        ...ofStore,
        id: id('cs'),
        product_id: product,
        created_at: `model.created_at - n * interval '1 minute'`,
        expires_at: `model.expires_at - n * interval '1 minute'`,
      },
    ],
    ['payment_attempts', { ...ofOrder, id: id('att'), provider_payment_id: id('pay') }],
    ['orders', { ...ofOrder, id: number, attempt_id: id('att'), charge_due_at: 'null' }],
    ['events', { ...ofOrder, id: number }],
    ['audit_log', { ...ofStore, id: number, subject: id('no') }],
    ['webhook_deliveries', { ...ofStore, number, id: id('whd'), event_id: id('evt') }],
    ['idempotency_keys', { ...ofSession, key: id('key') }],
  ]
  const store: Copies = [
    ['stores', { id: storeId, '"position"': '1000000 + n' }],
    [
      'webhook_endpoints',
      {
        ...ofStore,
        id: id('we'),
        is_enabled: 'true',
        deleted_at: 'null',
        sealed: `''`,
        key_id: `''`,
      },
    ],
  ]
  return { catalogue, past, store }
}

/** A large catalogue and a past for the store, and small stores beside it. */
export async function addManyStores(connection: pg.ClientConfig, storeId: string) {
  const client = new pg.Client({ ...connection, options: '-c session_replication_role=replica' })
  await client.connect()
  async function copy(count: number, copies: Copies) {
    for (const [table, changes] of copies) {
      const from = `generate_series(1, ${count}) n`
      await copyRows(client, { table, from, where: MODELS[table] ?? 'false', changes }, [storeId])
    }
  }
  const small = partsOf('small', { storeId: `'st_small' || n`, number: '-1000000 - n' })
  await copy(SMALL_STORES, [...small.store, ...small.catalogue, ...small.past])
  const large = partsOf('large', {
    storeId: '$1',
    number: '-9000000 - n',
    product: `-9000001 - n % ${PRODUCTS}`,
  })
  await copy(PRODUCTS, large.catalogue)
  await copy(ORDERS, large.past)
  await client.end()
}
