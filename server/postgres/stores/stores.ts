import { StoreResource, UpdateStoreRequest } from '../../contract/platform/platform.ts'
import type { Seller } from '../../contract/seller.ts'
import { STORE_FIELD_NAMES } from '../../checkout/stores/store-fields.ts'
import { columns, flag, json, orNull, text } from '../columns.ts'
import { type Queryable, type RawRow, type Transaction, fragment, piece, sql } from '../database.ts'
import { MAY_BE_OPEN } from '../sessions/late-sessions.ts'
import { columnList, columnsOf, valueList } from './store-columns.ts'
import { saveSeller } from './store-terms.ts'

const PLATFORM_FIELDS = STORE_FIELD_NAMES.filter(
  (name): name is keyof typeof UpdateStoreRequest.shape & typeof name =>
    Object.hasOwn(UpdateStoreRequest.shape, name),
)

const isLeftOut = (name: (typeof PLATFORM_FIELDS)[number]) => StoreResource.shape[name].isOptional()

const OWN = columns({
  id: text('st.id'),
  test: flag('st.is_test'),
  seller: orNull(json<Seller>('(select t.content from store_terms t where t.id = st.terms_id)')),
})
const REQUIRED = columns(columnsOf(PLATFORM_FIELDS.filter((name) => !isLeftOut(name))))
const OPTIONAL = columns(columnsOf(PLATFORM_FIELDS.filter(isLeftOut)))

/** The columns of `toStore`, of `stores st`. */
export const STORE = piece`${OWN.list}, ${REQUIRED.list}, ${OPTIONAL.list}`

const isSet = (value: unknown) =>
  value !== null && value !== false && !(Array.isArray(value) && value.length === 0)

/** As on the wire: empty optional fields are left out. */
export function toStore(row: RawRow) {
  const { id, test, seller } = OWN.read(row)
  const optional = Object.entries(OPTIONAL.read(row)).filter(([, value]) => isSet(value))
  return {
    id,
    ...REQUIRED.read(row),
    test,
    ...Object.fromEntries(optional),
    ...(seller && { seller }),
  } as StoreResource
}

/** A new store must say who sells before it takes real money (decision 74). */
export async function insertStore(tx: Transaction, store: StoreResource) {
  await tx.run(sql`
    insert into stores (id, is_test, seller_required, ${columnList(store)})
    values (${store.id}, ${store.test}, ${!store.test}, ${valueList(store)})`)
  if (store.seller) await saveSeller(tx, store.id, store.seller)
}

export const insertOwner = (
  tx: Transaction,
  { storeId, email, passwordHash }: { storeId: string; email: string; passwordHash: string },
) =>
  tx.run(sql`
    insert into store_members (store_id, email, password_hash, role)
    values (${storeId}, ${email}, ${passwordHash}, 'owner')`)

export async function findStore(db: Queryable, id: string) {
  const row = await db.row(sql`select ${STORE} from stores st where st.id = ${id}`)
  return row && toStore(row)
}

/** Makes other changes of the store wait. `letsSell`: new sessions and orders do not wait. */
export const lockOf = ({ letsSell }: { letsSell: boolean }) =>
  fragment(letsSell ? 'for no key update' : 'for update')

/** False when there is no such store. */
export const lockStore = async (tx: Transaction, id: string, { letsSell = false } = {}) =>
  (await tx.run(sql`select from stores where id = ${id} ${lockOf({ letsSell })}`)) > 0

/**
 * On `stores st`: an order fixes the currency for good. An open session may become an order in its
 * currency at any moment.
 */
export const HAS_ORDERS = fragment('exists (select from orders where store_id = st.id)')
export const HAS_SESSIONS = piece`
  exists (
    select
    from checkout_sessions s
    where s.store_id = st.id
      and (s.state = 'paying' or s.state = 'open' and s.expires_at > statement_timestamp())
      and ${MAY_BE_OPEN})`
