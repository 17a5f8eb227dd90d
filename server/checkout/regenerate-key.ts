import type { Signals } from './ports/cache.ts'
import type { StoredKey } from './ports/platform-records.ts'
import type { KeyKind } from '../contract/platform.ts'
import type { Actor } from './audit.ts'

/**
 * What takes the place of a key. `seen`: the last four characters of the key that is meant;
 * `graceSeconds`: how long that one goes on beside the new one, 0 to 604,800.
 */
export type KeyReplacement = {
  key: StoredKey
  actor: Actor
  seen: string | undefined
  graceSeconds: number
}

/** `oldEndsAt`: null when the old key is void already. */
export type Replaced = { oldEndsAt: Date | null }

/** What regenerating a key asks of the world, for every surface on which it can be done. */
export type KeyRegeneration = {
  /**
   * From the commit on the key that the store had of that kind is unknown, or will be at its end;
   * one that was to end later is unknown at once. Undefined when the key is not the one any more
   * that was `seen`: nothing was changed then.
   */
  replaceKey(storeId: string, replacement: KeyReplacement): Promise<Replaced | undefined>
  signals: Signals
  createKey(kind: KeyKind, of: { isTest: boolean }): { key: string; stored: StoredKey }
  /** Tells the store's owners. `by`: who did it. */
  tellOwners(regenerated: { store: Regenerated; kind: KeyKind; by: string } & Replaced): void
}

type Regenerated = { id: string; name: string; isTest: boolean }

type Regeneration = {
  store: Regenerated
  kind: KeyKind
  actor: Actor
  /** The last four characters of the key that is meant. (Default: whichever there is.) */
  seen?: string
  /** How long the old key goes on, in seconds. (Default: not at all.) */
  graceSeconds?: number | undefined
}

/** The key that was seen has been regenerated already; nothing was done. */
export class KeyOutdated extends Error {
  override readonly name = 'KeyOutdated'
}

/**
 * Gives the store a new key of that kind, and tells its owners. The old one is void with the very
 * next request, or with the first one after its grace: each looks its key up in the record. @throws
 * {KeyOutdated}
 */
export async function regenerateKey(
  { replaceKey, signals, createKey, tellOwners }: KeyRegeneration,
  { store, kind, actor, seen, graceSeconds = 0 }: Regeneration,
) {
  const { key, stored } = createKey(kind, store)
  const replaced = await replaceKey(store.id, { key: stored, actor, seen, graceSeconds })
  if (!replaced) throw new KeyOutdated()
  await signals.publish({ type: 'key_regenerated', storeId: store.id, kind })
  tellOwners({ store, kind, by: actor.name, ...replaced })
  return { key, ...replaced }
}
