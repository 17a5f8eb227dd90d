import type { NewStoreExtras, SetUp, StoreOutcome } from '../../checkout/ports/platform-records.ts'
import type { StoreResource } from '../../contract/platform/platform.ts'
import { insertAudit } from '../audit-log.ts'
import { columns, flag } from '../columns.ts'
import { type Pool, type Queryable, isUniqueViolation, sql } from '../database.ts'
import { insertKey } from './store-keys.ts'
import { insertOwner, insertStore } from './stores.ts'

const FIRST_STORE_LOCK = 4242_0002

const SET_UP = columns<SetUp>({
  hasLiveStore: flag('exists (select from stores where not is_test)'),
  isInUse: flag(`
    exists (select from stores where not is_test)
    or exists (select from store_members)`),
})

export const getSetUp = (db: Queryable) => SET_UP.onlyRow(db, sql`select ${SET_UP.list}`)

/** Of those that must be first, one at a time looks whether it is. */
export async function createStore(
  pool: Pool,
  store: StoreResource,
  { keys, owner, actor, mustBeFirst = false }: NewStoreExtras,
): Promise<StoreOutcome> {
  try {
    return await pool.transaction(async (tx) => {
      if (mustBeFirst) {
        await tx.run(sql`select pg_advisory_xact_lock(${FIRST_STORE_LOCK})`)
        if ((await getSetUp(tx)).hasLiveStore) return 'is_not_first'
      }
      await insertStore(tx, store)
      for (const key of keys) await insertKey(tx, store.id, key)
      if (owner) await insertOwner(tx, { storeId: store.id, ...owner })
      if (actor) await insertAudit(tx, store.id, { actor, action: 'store.created' })
      return 'created'
    })
  } catch (error) {
    if (isUniqueViolation(error, 'store_members_email')) return 'email_taken'
    throw error
  }
}
