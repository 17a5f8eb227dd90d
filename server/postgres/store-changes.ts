import type { StoreResource, UpdateStoreRequest } from '../contract/platform.ts'
import { countryChanges } from '../checkout/address.ts'
import { methodChanges } from '../checkout/redirect-methods.ts'
import { sellerChanges } from '../checkout/seller.ts'
import type { StoreUpdate } from '../checkout/ports/platform-records.ts'
import type { Pool } from './database.ts'
import { insertAudit } from './audit-log.ts'
import { changeCurrency, lockStore, updateStore } from './stores.ts'

type Entry = Pick<Parameters<typeof insertAudit>[2], 'action' | 'details'>

/** What the platform has changed, told as the store's own members' changes are. */
function entriesOf(before: StoreResource, after: StoreResource): Entry[] {
  const fields = {
    ...Object.fromEntries(
      (['name', 'currency', 'contactEmail', 'contactPhone'] as const)
        .filter((field) => before[field] !== after[field])
        .map((field) => [field, { from: before[field] ?? null, to: after[field] }]),
    ),
    ...countryChanges(before, after),
    ...methodChanges(before, after),
    ...(after.seller && sellerChanges(before.seller ?? null, after.seller)),
  }
  const [added, removed] = [
    [after, before],
    [before, after],
  ].map(
    ([here, there]) =>
      here?.allowedOrigins.filter((origin) => !there?.allowedOrigins.includes(origin)) ?? [],
  )
  const hasOtherDelivery =
    JSON.stringify(before.deliveryOptions) !== JSON.stringify(after.deliveryOptions)
  return [
    ...(Object.keys(fields).length > 0
      ? [{ action: 'store.changed', details: fields } as const]
      : []),
    ...(before.plan !== after.plan
      ? [{ action: 'plan.changed', details: { plan: after.plan } } as const]
      : []),
    ...(hasOtherDelivery ? [{ action: 'delivery.changed' } as const] : []),
    ...(added?.length || removed?.length
      ? [{ action: 'origins.changed', details: { added, removed } } as const]
      : []),
  ]
}

type Change = { change: UpdateStoreRequest; address: string | null }

/** Changes the fields that are given and writes that down. */
export const changeStore = (pool: Pool, id: string, { change, address }: Change) =>
  pool.transaction(async (tx): Promise<StoreUpdate> => {
    const before = await lockStore(tx, id)
    if (!before) return { type: 'no_store' }
    if (change.currency !== undefined && !(await changeCurrency(tx, id, change.currency)))
      return { type: 'currency_fixed' }
    const after = await updateStore(tx, id, change)
    for (const entry of entriesOf(before, after))
      await insertAudit(tx, id, { ...entry, actor: { name: 'platform', address } })
    return { type: 'updated', store: after }
  })
