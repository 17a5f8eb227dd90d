import type { Signals } from '../ports/cache.ts'
import type { StoredKey } from '../ports/platform-records.ts'
import type { KeyKind } from '../../contract/platform/platform.ts'
import type { Actor } from './audit.ts'

/**
 * The new key. `seen`: the last four characters of the key that it replaces. `graceSeconds`: how
 * long the old key still works, 0 to 604,800.
 */
export type KeyReplacement = {
  key: StoredKey
  actor: Actor
  seen: string | undefined
  graceSeconds: number
}

/** `oldEndsAt`: null when the old key has ended already. */
export type OldKey = { oldEndsAt: Date | null }

/** What it takes to regenerate a key, from any surface. */
export type KeyRegeneration = {
  /**
   * From the commit on, the old key is unknown, or ends after its grace. A key that was still in
   * its grace ends at once. Undefined, with nothing changed, when the present key is not `seen`.
   */
  replaceKey(storeId: string, replacement: KeyReplacement): Promise<OldKey | undefined>
  signals: Signals
  createKey(kind: KeyKind, of: { isTest: boolean }): { key: string; stored: StoredKey }
  /** `by`: who did it. */
  notifyOwners(regenerated: { store: KeyOwner; kind: KeyKind; by: string } & OldKey): void
}

type KeyOwner = { id: string; name: string; isTest: boolean }

type Regeneration = {
  store: KeyOwner
  kind: KeyKind
  actor: Actor
  /** The last four characters of the key to replace. (Default: whichever there is.) */
  seen?: string
  /** How long the old key still works, in seconds. (Default: 0.) */
  graceSeconds?: number | undefined
}

/** The key that was seen has been regenerated already; nothing was done. */
export class KeyOutdated extends Error {
  override readonly name = 'KeyOutdated'
}

/**
 * Gives the store a new key of that kind and notifies its owners. The old key ends at once or
 * after its grace, because every request looks its key up in the record. @throws {KeyOutdated}
 */
export async function regenerateKey(
  { replaceKey, signals, createKey, notifyOwners }: KeyRegeneration,
  { store, kind, actor, seen, graceSeconds = 0 }: Regeneration,
) {
  const { key, stored } = createKey(kind, store)
  const replaced = await replaceKey(store.id, { key: stored, actor, seen, graceSeconds })
  if (!replaced) throw new KeyOutdated()
  await signals.publish({ type: 'key_regenerated', storeId: store.id, kind })
  notifyOwners({ store, kind, by: actor.name, ...replaced })
  return { key, ...replaced }
}
