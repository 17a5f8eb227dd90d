import { type Pool, type Queryable, fragment, sql } from '../../postgres/database.ts'
import { lockStore } from '../../postgres/stores.ts'
import { writeStore } from '../../postgres/store-changes.ts'
import type { SavedSeller, SellerRecords } from './seller.ts'

/** In JSON a date is a text. */
type Row = Omit<SavedSeller, 'since'> & { since: string | null }

/** A `SavedSeller`, of `stores st` and its `store_terms t` of now. */
export const SAVED_SELLER = fragment(`
  json_build_object(
    'version', coalesce(t.version, 0),
    'since', t.created_at,
    'seller', t.content,
    'hasContact', st.contact_email is not null or st.contact_phone is not null,
    'isRequired', st.seller_required
  ) as "savedSeller"`)

export const toSeller = ({ since, ...saved }: Row): SavedSeller => ({
  ...saved,
  since: since === null ? null : new Date(since),
})

async function find(db: Queryable, storeId: string) {
  const found = await db.row<{ savedSeller: Row }>(sql`
    select ${SAVED_SELLER}
    from stores st
    left join store_terms t on t.id = st.terms_id
    where st.id = ${storeId}`)
  if (!found) throw new Error('a member’s store is there')
  return toSeller(found.savedSeller)
}

const change = (
  pool: Pool,
  storeId: string,
  { seller, version, actor }: Parameters<SellerRecords['change']>[1],
) =>
  pool.transaction(async (tx) => {
    await lockStore(tx, storeId)
    const before = await find(tx, storeId)
    if (before.version !== version) return false
    await writeStore(tx, storeId, { change: { seller }, actor })
    return true
  })

export const openSellerRecords = (pool: Pool): SellerRecords => ({
  find: (storeId) => find(pool, storeId),
  change: (storeId, changed) => change(pool, storeId, changed),
})
