import type { Idempotency, NewSession, SessionCreation } from '../../checkout/ports/database.ts'
import { columns, text } from '../columns.ts'
import { type Pool, type Transaction, sql } from '../database.ts'
import { createSession } from './insert-session.ts'
import { findSession } from './sessions.ts'

/**
 * As `createSession`, once per key (contract §3). The key's row makes a twin wait until the first
 * one is committed or given up.
 */
export const createSessionOnce = (
  pool: Pool,
  session: NewSession,
  idempotency: Idempotency,
): Promise<SessionCreation> =>
  pool.transaction(async (tx) => {
    if (!(await takeKey(tx, session, idempotency))) return findFirst(tx, session, idempotency)
    const creation = await createSession(tx, session)
    if (creation.type !== 'created') await freeKey(tx, session, idempotency)
    return creation
  })

async function takeKey(
  tx: Transaction,
  { storeId, id }: NewSession,
  { key, requestDigest }: Idempotency,
) {
  const taken = await tx.run(sql`
    insert into idempotency_keys as used (store_id, key, request_digest, session_id)
    values (${storeId}, ${key}, ${requestDigest}, ${id})
    on conflict (store_id, key) do update
    set request_digest = excluded.request_digest,
      session_id = excluded.session_id,
      created_at = excluded.created_at
    where used.created_at <= clock_timestamp() - interval '24 hours'`)
  return taken === 1
}

/** Nothing was sold with it. */
const freeKey = (tx: Transaction, { storeId }: NewSession, { key }: Idempotency) =>
  tx.run(sql`
    delete from idempotency_keys
    where store_id = ${storeId}
      and key = ${key}`)

const FIRST = columns({ sessionId: text('session_id') })

async function findFirst(
  tx: Transaction,
  { storeId }: NewSession,
  { key, requestDigest }: Idempotency,
): Promise<SessionCreation> {
  const row = await tx.row(
    sql`
      select ${FIRST.list}, request_digest = ${requestDigest} as "isSame"
      from idempotency_keys
      where store_id = ${storeId}
        and key = ${key}`,
  )
  if (!row) throw new Error('a key that could not be taken is there')
  if (row['isSame'] !== true) return { type: 'other_request' }
  const session = await findSession(tx, FIRST.read(row).sessionId)
  if (!session) throw new Error('the session that a key was used for is there')
  return { type: 'repeated', session }
}
