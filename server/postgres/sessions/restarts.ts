import type { NewSession } from '../../checkout/ports/session-creation.ts'
import type {
  FirstCreator,
  Restart,
  RestartDatabase,
} from '../../checkout/ports/restart-database.ts'
import type { Unsaid } from '../../checkout/stores/seller.ts'
import { columns, flag, idsOf, integer, text, texts, word, words } from '../columns.ts'
import { type Pool, type Queryable, type Transaction, fragment, named } from '../database.ts'
import { MISSING } from '../stores/key-holders.ts'
import { createSession } from './insert-session.ts'
import { CAN_RESTART, IS_PAID_BY_ORPHAN, isUnsure } from './session-columns.ts'
import { UNITS_LEFT } from './units-left.ts'

async function findLast(db: Queryable, sessionId: string) {
  const [last] = await idsOf(
    db,
    named('find-last-restart')`
      with recursive one as (
        select id, restart_number
        from checkout_sessions
        where id = ${sessionId}
        union all
        select next.id, next.restart_number
        from one
        join checkout_sessions next on next.restarted_from = one.id)
      select id from one order by restart_number desc limit 1`,
  )
  return last
}

const LEFT = columns({ left: integer(UNITS_LEFT) })

async function findLeft(db: Queryable, sessionId: string) {
  const found = await LEFT.row(
    db,
    named('find-left-of-session')`
      select ${LEFT.list}
      from checkout_sessions s
      join variants v on v.id = s.variant_id
      where s.id = ${sessionId}`,
  )
  if (!found) throw new Error('the session or its variant is missing')
  return found.left
}

const CREATOR = columns({
  isUnsure: flag(isUnsure('s.created_at')),
  /** The key of an old session is unknown, so it counts as the one that may do less. */
  keyKind: word<'public' | 'secret'>(`coalesce(s.created_with, 'public')`),
  currency: text('st.currency'),
  allowedOrigins: texts('st.allowed_origins'),
  missing: words<Unsaid>(MISSING('st')),
})

/**
 * Makes other restarts wait, so that they see the new session. The store's currency cannot change
 * before that session is written.
 */
const lockExpired = (tx: Transaction, sessionId: string) =>
  CREATOR.row(
    tx,
    named('lock-restarted')`
      select ${CREATOR.list}
      from checkout_sessions s
      join stores st on st.id = s.store_id
      where s.id = ${sessionId}
        and s.state = 'expired'
        and ${fragment(CAN_RESTART)}
        and not ${fragment(IS_PAID_BY_ORPHAN)}
      for no key update of s
      for key share of st`,
  )

const isOvertaken = async (tx: Transaction, sessionId: string) =>
  (await tx.row(named('find-restart')`
    select from checkout_sessions where restarted_from = ${sessionId}`)) !== undefined

/** Attempts count on, however often the purchase is started again. */
const noteRestart = (tx: Transaction, { id, from }: { id: string; from: string }) =>
  tx.run(named('note-restart')`
    with restarted as (
      update checkout_sessions s
      set restarted_from = before.id,
        restart_number = before.restart_number + 1,
        attempts = before.attempts,
        price_before = case when before.currency = s.currency
          then nullif(before.unit_price, s.unit_price) end
      from checkout_sessions before
      where s.id = ${id}
        and before.id = ${from}
      returning s.store_id, s.id, s.restarted_from)
    insert into events (type, store_id, session_id, restarted_from)
    select 'checkout.session.restarted', store_id, id, restarted_from
    from restarted`)

const restart = (
  pool: Pool,
  from: string,
  toNewSession: (creator: FirstCreator) => NewSession,
): Promise<Restart> =>
  pool.transaction(async (tx) => {
    const creator = await lockExpired(tx, from)
    if (!creator) return { type: 'refused' }
    if (creator.isUnsure) return { type: 'unsure' }
    if (await isOvertaken(tx, from)) return { type: 'overtaken' }
    const creation = await createSession(tx, toNewSession(creator))
    if (creation.type === 'created') await noteRestart(tx, { id: creation.session.id, from })
    return creation
  })

export const openRestartDatabase = (pool: Pool): RestartDatabase => ({
  findLast: (sessionId) => findLast(pool, sessionId),
  findLeft: (sessionId) => findLeft(pool, sessionId),
  restart: (sessionId, toNewSession) => restart(pool, sessionId, toNewSession),
})
