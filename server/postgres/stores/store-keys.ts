import type { Actor } from '../../checkout/stores/audit.ts'
import type { StoredKey } from '../../checkout/ports/platform-records.ts'
import type { KeyReplacement, OldKey } from '../../checkout/stores/regenerate-key.ts'
import type { KeyKind } from '../../contract/platform/platform.ts'
import { insertAudit } from '../audit-log.ts'
import { columns, moment, orNull, text } from '../columns.ts'
import { type Pool, type Transaction, fragment, sql } from '../database.ts'

/** The key `api_keys k` is the present one, or an older one that has not ended. */
export const KEY_WORKS = fragment('(k.ends_at is null or k.ends_at > statement_timestamp())')

/** For a store without a key of this kind. */
export const insertKey = (
  tx: Transaction,
  storeId: string,
  { kind, digest, last4, publicText }: StoredKey,
) =>
  tx.run(sql`
    insert into api_keys (store_id, kind, digest, last4, public_text, created_by)
    values (${storeId}, ${kind}, ${digest}, ${last4}, ${publicText}, 'platform')`)

/** What remains of a key when a new one takes its row. */
const OLD = columns({
  digest: text(`encode(digest, 'hex')`),
  last4: text('last4'),
  publicText: orNull(text('public_text')),
  createdAt: moment('created_at'),
  createdBy: text('created_by'),
  lastUsedAt: orNull(moment('last_used_at')),
})

const ENDING = columns({ oldEndsAt: moment('ends_at') })

/**
 * The new key takes the present key's row, so another replacement waits and then finds the new key.
 * The old key gets its own row if it has a grace.
 */
export const replaceKey = (
  pool: Pool,
  storeId: string,
  { key, actor, seen, graceSeconds }: KeyReplacement,
): Promise<OldKey | undefined> =>
  pool.transaction(async (tx) => {
    const { kind, digest, last4, publicText } = key
    const old = await OLD.row(
      tx,
      sql`
        select ${OLD.list}
        from api_keys
        where store_id = ${storeId} and kind = ${kind} and ends_at is null
          and last4 = coalesce(${seen ?? null}, last4)
        for update`,
    )
    if (!old) return undefined
    await deleteOld(tx, storeId, kind)
    await tx.run(sql`
      update api_keys
      set digest = ${digest},
        last4 = ${last4},
        public_text = ${publicText},
        created_by = ${actor.name},
        created_at = clock_timestamp(),
        last_used_at = null
      where store_id = ${storeId} and kind = ${kind} and ends_at is null`)
    const ending =
      graceSeconds > 0
        ? await ENDING.row(
            tx,
            sql`
              insert into api_keys (
                store_id, kind, digest, last4, public_text, created_at, created_by, last_used_at,
                ends_at)
              values (${storeId}, ${kind}, decode(${old.digest}, 'hex'), ${old.last4},
                ${old.publicText}, ${old.createdAt}, ${old.createdBy}, ${old.lastUsedAt},
                clock_timestamp() + make_interval(secs => ${graceSeconds}))
              returning ${ENDING.list}`,
          )
        : undefined
    const details = { kind, ...(graceSeconds > 0 && { graceSeconds }) }
    await insertAudit(tx, storeId, { actor, action: 'key.regenerated', details })
    return { oldEndsAt: ending?.oldEndsAt ?? null }
  })

const deleteOld = (tx: Transaction, storeId: string, kind: KeyKind) =>
  tx.run(sql`
    delete from api_keys
    where store_id = ${storeId} and kind = ${kind} and ends_at is not null`)

/** Ends the key early; writes nothing about a key that has ended already. */
export const endOldKey = (
  pool: Pool,
  storeId: string,
  { kind, actor }: { kind: KeyKind; actor: Actor },
) =>
  pool.transaction(async (tx) => {
    const ended = await tx.run(sql`
      delete from api_keys k
      where k.store_id = ${storeId} and k.kind = ${kind}
        and k.ends_at is not null and ${KEY_WORKS}`)
    if (ended > 0) await insertAudit(tx, storeId, { actor, action: 'key.ended', details: { kind } })
  })
