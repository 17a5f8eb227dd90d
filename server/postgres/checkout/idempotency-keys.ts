import type { CheckoutSession } from '../../checkout/session.ts'
import type { Idempotency, NewSession } from '../../checkout/ports/database.ts'
import { columns, text } from '../columns.ts'
import { type Pool, type Transaction, sql } from '../database.ts'
import { createSession } from './create-session.ts'
import { findSession } from './sessions.ts'

/** Nothing was sold: the key is free again. */
class NotCreated extends Error {
  override readonly name = 'NotCreated'
}

/**
 * As `createSession`, once per key (contract §3). The key's row makes a twin wait until the first
 * one is committed or given up.
 */
export async function createSessionOnce(
  pool: Pool,
  session: NewSession,
  idempotency: Idempotency,
): Promise<CheckoutSession | 'other_request' | undefined> {
  try {
    return await pool.transaction(async (tx) => {
      if (await takeKey(tx, session, idempotency)) {
        const created = await createSession(tx, session)
        if (!created) throw new NotCreated()
        return created
      }
      return findFirst(tx, session, idempotency)
    })
  } catch (error) {
    if (error instanceof NotCreated) return undefined
    throw error
  }
}

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

const FIRST = columns({ sessionId: text('session_id') })

async function findFirst(
  tx: Transaction,
  { storeId }: NewSession,
  { key, requestDigest }: Idempotency,
) {
  const row = await tx.row(
    sql`
      select ${FIRST.list}, request_digest = ${requestDigest} as "isSame"
      from idempotency_keys
      where store_id = ${storeId}
        and key = ${key}`,
  )
  if (!row) throw new Error('a key that could not be taken is there')
  return row['isSame'] === true ? findSession(tx, FIRST.read(row).sessionId) : 'other_request'
}
