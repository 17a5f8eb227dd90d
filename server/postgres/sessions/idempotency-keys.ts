import type { NewSession, SessionCreation } from '../../checkout/ports/session-creation.ts'
import type { Idempotency, KeyUse, Creation, RequestKey } from '../../checkout/ports/idempotency.ts'
import { columns, flag, orNull, text } from '../columns.ts'
import { type Pool, type Transaction, piece, sql } from '../database.ts'
import { createSession } from './insert-session.ts'
import { findSession } from './sessions.ts'

/** Like `createSession`, once per key (contract §3). */
export const createSessionOnce = (
  pool: Pool,
  session: NewSession,
  idempotency: Idempotency,
): Promise<SessionCreation> =>
  pool.transaction(async (tx) => {
    const { storeId, createdWith: keyKind, id: sessionId } = session
    const key = { ...idempotency, storeId, keyKind }
    const use = await takeKey(tx, key, { sessionId })
    if (use.type === 'other_request') return use
    if (use.type === 'repeated') return findFirst(tx, use.made)
    const creation = await createSession(tx, session)
    // Nothing was created, so the key is free again.
    if (creation.type !== 'created') await freeKey(tx, key)
    return creation
  })

async function findFirst(tx: Transaction, { sessionId = '' }: Creation): Promise<SessionCreation> {
  const session = await findSession(tx, sessionId)
  if (!session) throw new Error('the session of a used key is missing')
  return { type: 'repeated', session }
}

const isThatKey = ({ storeId, keyKind, key }: RequestKey) => piece`
  store_id = ${storeId}
  and key_kind = ${keyKind}
  and key = ${key}`

const USE = columns({
  isSame: flag('is_same'),
  sessionId: orNull(text('session_id')),
  refundId: orNull(text('refund_id')),
})

/** The row makes another request with this key wait until the first one commits or gives up. */
export async function takeKey(
  tx: Transaction,
  key: RequestKey,
  { sessionId = null, refundId = null }: { [Name in keyof Creation]: string | null },
): Promise<KeyUse> {
  const taken = await tx.run(sql`
    insert into idempotency_keys as used (
      store_id, key_kind, key, request_digest, session_id, refund_id)
    values (${key.storeId}, ${key.keyKind}, ${key.key}, ${key.requestDigest},
      ${sessionId}, ${refundId})
    on conflict (store_id, key_kind, key) do update
    set request_digest = excluded.request_digest,
      session_id = excluded.session_id,
      refund_id = excluded.refund_id,
      created_at = excluded.created_at
    where used.created_at <= statement_timestamp() - interval '24 hours'`)
  return taken === 1 ? { type: 'first' } : findUse(tx, key)
}

async function findUse(tx: Transaction, key: RequestKey): Promise<KeyUse> {
  const use = await USE.row(
    tx,
    sql`
      select ${USE.list}
      from (
        select *, request_digest = ${key.requestDigest} as is_same
        from idempotency_keys
        where ${isThatKey(key)}) used`,
  )
  if (!use) throw new Error('the key that another request has taken is missing')
  const { isSame, sessionId, refundId } = use
  if (!isSame) return { type: 'other_request' }
  return {
    type: 'repeated',
    made: { ...(sessionId !== null && { sessionId }), ...(refundId !== null && { refundId }) },
  }
}

const freeKey = (tx: Transaction, key: RequestKey) =>
  tx.run(sql`delete from idempotency_keys where ${isThatKey(key)}`)
