import type { StoredKey } from '../checkout/ports/records.ts'
import type { KeyKind, Plan } from '../contract/platform.ts'
import { type Queryable, fragment, named } from './database.ts'
import {
  EXPIRE_LATE,
  type Overtaken,
  SESSION,
  SESSION_PARTS,
  STATE,
  type SessionRow,
  settledRow,
  toSession,
} from './checkout/sessions.ts'

type HolderRow = { holder_id: string; kind: KeyKind; plan: Plan; allowed_origins: string[] }

const HOLDER = fragment('k.store_id as holder_id, k.kind, ks.plan, ks.allowed_origins')

const toHolder = (row: HolderRow) => ({
  storeId: row.holder_id,
  keyKind: row.kind,
  plan: row.plan,
  allowedOrigins: row.allowed_origins,
})

/**
 * Keys are read from here at every request: a key that was regenerated is unknown to the very next
 * one, in every process.
 */
export async function findKeyHolder(db: Queryable, digest: Buffer) {
  const row = await db.row<HolderRow>(
    named('find-key-holder')`
      select ${HOLDER} from api_keys k join stores ks on ks.id = k.store_id
      where k.digest = ${digest}`,
  )
  return row && toHolder(row)
}

/**
 * The key's holder and, in the same round trip, the session with this id if it is of the holder's
 * store.
 */
export async function findKeyHolderAndSession(db: Queryable, digest: Buffer, sessionId: string) {
  const row = await settledRow(() =>
    db.row<HolderRow & Partial<SessionRow> & Overtaken>(
      named('find-key-holder-and-session')`
        with late as (${EXPIRE_LATE} = ${sessionId} returning id)
        select ${HOLDER}, ${STATE}, ${SESSION}
        from api_keys k join stores ks on ks.id = k.store_id
          left join (checkout_sessions s
            join stores st on st.id = s.store_id) on s.id = ${sessionId}
              and s.store_id = k.store_id
          ${SESSION_PARTS} where k.digest = ${digest}`,
    ),
  )
  if (!row) return undefined
  return {
    holder: toHolder(row),
    session: row.id === null ? undefined : toSession(row as SessionRow),
  }
}

/** Gives the store this key; one of the same kind that it had is void from the commit on. */
export const putKey = (
  db: Queryable,
  {
    storeId,
    createdBy,
    kind,
    digest,
    last4,
    publicText,
  }: StoredKey & { storeId: string; createdBy: string },
) =>
  db.run(
    named('put-key')`
      insert into api_keys (store_id, kind, digest, last4, public_text, created_by)
      values (${storeId}, ${kind}, ${digest}, ${last4}, ${publicText}, ${createdBy})
      on conflict (store_id, kind) do update
      set digest = excluded.digest, last4 = excluded.last4, public_text = excluded.public_text,
        created_by = excluded.created_by, created_at = clock_timestamp(), last_used_at = null`,
  )
