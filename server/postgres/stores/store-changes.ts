import type { Actor, AuditAction } from '../../checkout/stores/audit.ts'
import type { StoreUpdate } from '../../checkout/ports/platform-records.ts'
import { type StoreChange, logOf } from '../../checkout/stores/store-fields.ts'
import type { UpdateStoreRequest } from '../../contract/platform/platform.ts'
import type { GivenSeller } from '../../contract/seller.ts'
import { insertAudit } from '../audit-log.ts'
import { type Pool, type Transaction, sql } from '../database.ts'
import { STORE_COLUMNS, assignments, namesIn } from './store-columns.ts'
import { saveSeller } from './store-terms.ts'
import { HAS_ORDERS, findStore, lockOf } from './stores.ts'

type Change = { change: StoreChange & { seller?: GivenSeller | undefined }; actor: Actor }

const isSame = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)

/** The details for the audit log, by action. */
function entriesOf(before: StoreChange, change: StoreChange) {
  const entries = new Map<AuditAction, Record<string, unknown>>([['store.changed', {}]])
  for (const name of namesIn(change)) {
    const [from, to, log] = [before[name], change[name], logOf(name)]
    if (!log.isAlwaysAudited && isSame(from, to)) continue
    const { action = 'store.changed' } = log
    entries.set(action, { ...entries.get(action), ...log.details(from, to) })
  }
  return entries
}

const hasOrders = async (tx: Transaction, id: string) =>
  (await tx.run(sql`select from stores st where st.id = ${id} and ${HAS_ORDERS}`)) > 0

/**
 * Sets the given fields, and writes changed ones to the audit log. With an order the currency is
 * fixed: then nothing is changed.
 */
export async function writeStore(
  tx: Transaction,
  id: string,
  { change: { seller, ...change }, actor }: Change,
): Promise<StoreUpdate['type']> {
  const before = await STORE_COLUMNS.row(
    tx,
    sql`
      select ${STORE_COLUMNS.list}
      from stores st
      where st.id = ${id}
      ${lockOf({ letsSell: change.currency === undefined })}`,
  )
  if (!before) return 'no_store'
  // With that lock nobody can create a session or an order meanwhile.
  const { currency = before.currency } = change
  if (currency !== before.currency && (await hasOrders(tx, id))) return 'currency_fixed'
  const terms = seller && (await saveSeller(tx, id, seller))
  if (namesIn(change).length > 0)
    await tx.run(sql`update stores set ${assignments(change)} where id = ${id}`)
  const entries = entriesOf(before, change)
  entries.set('store.changed', { ...entries.get('store.changed'), ...terms })
  for (const [action, details] of entries) {
    const isEmpty = Object.keys(details).length === 0
    if (isEmpty && action === 'store.changed') continue
    await insertAudit(tx, id, { actor, action, ...(!isEmpty && { details }) })
  }
  return 'updated'
}

type PlatformChange = { change: UpdateStoreRequest; address: string | null }

export const changeStore = (pool: Pool, id: string, { change, address }: PlatformChange) =>
  pool.transaction(async (tx): Promise<StoreUpdate> => {
    const type = await writeStore(tx, id, { change, actor: { name: 'platform', address } })
    if (type !== 'updated') return { type }
    const store = await findStore(tx, id)
    if (!store) throw new Error('the locked store is missing')
    return { type, store }
  })
