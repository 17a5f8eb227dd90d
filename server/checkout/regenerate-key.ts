import type { Signals } from './ports/cache.ts'
import type { StoredKey } from './ports/records.ts'
import type { KeyKind } from '../contract/platform.ts'
import type { ApiAccessRecords } from '../store-app/settings/api-access.ts'
import type { Actor } from './audit.ts'
import type { Mails } from '../mail/mails.ts'

type Deps = {
  apiAccess: Pick<ApiAccessRecords, 'replaceKey'>
  signals: Signals
  mails: Pick<Mails, 'keyRegenerated'>
  createKey(kind: KeyKind): { key: string; stored: StoredKey }
}

type Regeneration = {
  store: { id: string; name: string }
  kind: KeyKind
  actor: Actor
  /** The last four characters of the key that is meant. (Default: whichever there is.) */
  seen?: string
}

/**
 * Gives the store a new key of that kind, and tells its owners. The old one is void with the very
 * next request: each looks its key up in the record. Undefined when the key that was seen has been
 * regenerated already.
 */
export async function regenerateKey(
  { apiAccess, signals, mails, createKey }: Deps,
  { store, kind, actor, seen }: Regeneration,
) {
  const { key, stored } = createKey(kind)
  if (!(await apiAccess.replaceKey(store.id, stored, { actor, seen }))) return undefined
  await signals.publish({ type: 'key_regenerated', storeId: store.id, kind })
  mails.keyRegenerated({ store, kind, by: actor.name })
  return key
}
