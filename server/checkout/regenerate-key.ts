import type { Signals } from './ports/cache.ts'
import type { StoredKey } from './ports/platform-records.ts'
import type { KeyKind } from '../contract/platform.ts'
import type { Actor } from './audit.ts'

/** What regenerating a key asks of the world, for every surface on which it can be done. */
export type KeyRegeneration = {
  /**
   * From the commit on the key that the store had of that kind is unknown. False when it is not the
   * one any more whose last four characters were `seen`: nothing was changed then.
   */
  replaceKey(
    storeId: string,
    key: StoredKey,
    by: { actor: Actor; seen: string | undefined },
  ): Promise<boolean>
  signals: Signals
  createKey(kind: KeyKind): { key: string; stored: StoredKey }
  /** Tells the store's owners. `by`: who did it. */
  tellOwners(regenerated: { store: Regenerated; kind: KeyKind; by: string }): void
}

type Regenerated = { id: string; name: string }

type Regeneration = {
  store: Regenerated
  kind: KeyKind
  actor: Actor
  /** The last four characters of the key that is meant. (Default: whichever there is.) */
  seen?: string
}

/** The key that was seen has been regenerated already; nothing was done. */
export class KeyOutdated extends Error {
  override readonly name = 'KeyOutdated'
}

/**
 * Gives the store a new key of that kind, and tells its owners. The old one is void with the very
 * next request: each looks its key up in the record. @throws {KeyOutdated}
 */
export async function regenerateKey(
  { replaceKey, signals, createKey, tellOwners }: KeyRegeneration,
  { store, kind, actor, seen }: Regeneration,
) {
  const { key, stored } = createKey(kind)
  if (!(await replaceKey(store.id, stored, { actor, seen }))) throw new KeyOutdated()
  await signals.publish({ type: 'key_regenerated', storeId: store.id, kind })
  tellOwners({ store, kind, by: actor.name })
  return key
}
