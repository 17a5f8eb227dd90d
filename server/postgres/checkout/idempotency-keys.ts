import type { Idempotency, NewSession, SessionCreation } from '../../checkout/ports/database.ts'
import { columns, text } from '../columns.ts'
import { type Pool, type Transaction, piece, sql } from '../database.ts'
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
  { storeId, createdWith, id }: NewSession,
  { key, requestDigest }: Idempotency,
) {
  const taken = await tx.run(sql`
    insert into idempotency_keys as used (store_id, key_kind, key, request_digest, session_id)
    values (${storeId}, ${createdWith}, ${key}, ${requestDigest}, ${id})
    on conflict (store_id, key_kind, key) do update
    set request_digest = excluded.request_digest,
      session_id = excluded.session_id,
      created_at = excluded.created_at
    where used.created_at <= statement_timestamp() - interval '24 hours'`)
  return taken === 1
}

const isThatKey = ({ storeId, createdWith }: NewSession, { key }: Idempotency) => piece`
  store_id = ${storeId}
  and key_kind = ${createdWith}
  and key = ${key}`

/** Nothing was sold with it. */
const freeKey = (tx: Transaction, session: NewSession, idempotency: Idempotency) =>
  tx.run(sql`delete from idempotency_keys where ${isThatKey(session, idempotency)}`)

const FIRST = columns({ sessionId: text('session_id') })

async function findFirst(
  tx: Transaction,
  session: NewSession,
  idempotency: Idempotency,
): Promise<SessionCreation> {
  const row = await tx.row(
    sql`
      select ${FIRST.list}, request_digest = ${idempotency.requestDigest} as "isSame"
      from idempotency_keys
      where ${isThatKey(session, idempotency)}`,
  )
  if (!row) throw new Error('a key that could not be taken is there')
  if (row['isSame'] !== true) return { type: 'other_request' }
  const first = await findSession(tx, FIRST.read(row).sessionId)
  if (!first) throw new Error('the session that a key was used for is there')
  return { type: 'repeated', session: first }
}
