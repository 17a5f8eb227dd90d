import { type Branding, OUR_LOOK } from '../../checkout/branding.ts'
import { insertAudit } from '../../postgres/audit-log.ts'
import { type Pool, type Queryable, sql } from '../../postgres/database.ts'
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

const FIELDS = ['accent', 'radius', 'fontSize'] as const

/** The fields that are others now, with both values. */
const differences = (before: Branding, after: Branding) =>
  Object.fromEntries(
    FIELDS.filter((field) => before[field] !== after[field]).map((field) => [
      field,
      { from: before[field], to: after[field] },
    ]),
  )

const change = (
  pool: Pool,
  storeId: string,
  { branding, actor }: Parameters<BrandingRecords['change']>[1],
) =>
  pool.transaction(async (tx) => {
    const before = await tx.row<Pick<StoreBranding, 'branding'>>(sql`
      select branding from stores where id = ${storeId} for no key update`)
    const details = differences(before?.branding ?? OUR_LOOK, branding)
    if (Object.keys(details).length === 0) return
    const isOurs = Object.keys(differences(OUR_LOOK, branding)).length === 0
    await tx.run(sql`
      update stores
      set branding = ${isOurs ? null : JSON.stringify(branding)}
      where id = ${storeId}`)
    await insertAudit(tx, storeId, { actor, action: 'store.changed', details })
  })

export const openBrandingRecords = (pool: Pool): BrandingRecords => ({
  find: (storeId) => find(pool, storeId),
  findOfMember: (email) => findOfMember(pool, email),
  change: (storeId, changed) => change(pool, storeId, changed),
})
