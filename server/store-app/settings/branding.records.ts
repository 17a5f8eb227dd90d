import { brandingChanges } from '../../checkout/branding.ts'
import { type Pool, type Queryable, sql } from '../../postgres/database.ts'
import { writeStore } from '../../postgres/store-changes.ts'
import type { BrandingRecords, StoreBranding } from './branding.ts'

async function find(db: Queryable, storeId: string) {
  const found = await db.row<StoreBranding>(sql`
    select st.branding, st.contact_email as "contactEmail", st.contact_phone as "contactPhone",
      t.content as seller
    from stores st
    left join store_terms t on t.id = st.terms_id
    where st.id = ${storeId}`)
  if (!found) throw new Error('a member’s store is there')
  return found
}

async function findOfMember(db: Queryable, email: string) {
  const found = await db.row<Pick<StoreBranding, 'branding'>>(sql`
    select st.branding
    from store_members m
    join stores st on st.id = m.store_id
    where lower(m.email) = lower(${email})`)
  return found?.branding ?? null
}

const change = (
  pool: Pool,
  storeId: string,
  { branding, actor }: Parameters<BrandingRecords['change']>[1],
) =>
  pool.transaction(async (tx) => {
    const isOurs = Object.keys(brandingChanges(null, branding)).length === 0
    await writeStore(tx, storeId, { change: { branding: isOurs ? null : branding }, actor })
  })

export const openBrandingRecords = (pool: Pool): BrandingRecords => ({
  find: (storeId) => find(pool, storeId),
  findOfMember: (email) => findOfMember(pool, email),
  change: (storeId, changed) => change(pool, storeId, changed),
})
