import type { IdleTimes } from '../../checkout/ports/cache.ts'
import type { Actor } from '../../checkout/stores/audit.ts'
import {
  CONFIRMED_SECONDS,
  IDLE_SECONDS,
  type MemberSession,
  type MemberStore,
  type NewMemberSession,
  type Role,
  type SignedInMember,
  type StoreMember,
} from '../frame/members/accounts.ts'
import {
  bytes,
  columns,
  flag,
  integer,
  moment,
  orNull,
  text,
  word,
} from '../../postgres/columns.ts'
import {
  type Pool,
  type Queryable,
  type RawRow,
  fragment,
  named,
  sql,
} from '../../postgres/database.ts'
import { CHOSEN_SALE_MAILS } from '../../postgres/orders/sale-mails.ts'
import { insertAudit } from '../../postgres/audit-log.ts'
import { insertSession } from '../frame/members/member-sessions.records.ts'

/** How far the record's last use of a session may lag, so that not each request writes. */
const SEEN_GRAIN = fragment(`interval '5 minutes'`)

const IDLE = fragment(`interval '${IDLE_SECONDS} seconds'`)

const CONFIRMED = `interval '${CONFIRMED_SECONDS} seconds'`

/** Of the session, its `store_members m` and their `stores st`. */
const SIGNED_IN = columns({
  memberId: integer('m.id'),
  email: text('m.email'),
  role: word<Role>('m.role'),
  secondFactorSince: orNull(moment('m.second_factor_since')),
  saleMails: CHOSEN_SALE_MAILS,
  isConfirmed: flag(`coalesce(session.confirmed_at > statement_timestamp() - ${CONFIRMED}, false)`),
  hasProblems: flag(`
    exists (
      select from reconciliation_breaks where store_id = st.id)
    or exists (
      select from orphaned_payments where store_id = st.id)`),
  hasOpenProblems: flag(`
    exists (
      select from reconciliation_breaks
      where store_id = st.id and resolved_at is null)
    or exists (
      select from orphaned_payments
      where store_id = st.id and resolved_at is null)`),
})

const STORE = columns<MemberStore>(
  {
    id: text('st.id'),
    name: text('st.name'),
    plan: word('st.plan'),
    isTest: flag('st.is_test'),
    currency: text('st.currency'),
    language: text('st.language'),
    timeZone: text('st.time_zone'),
    logoUrl: orNull(text('st.logo_url')),
    confirmRefundsAbove: orNull(integer('st.confirm_refunds_above')),
  },
  { prefix: 'store.' },
)

function toMember(row: RawRow): SignedInMember {
  const { hasProblems, hasOpenProblems, ...member } = SIGNED_IN.read(row)
  const problems = hasProblems ? 'settled' : 'none'
  return {
    ...member,
    store: STORE.read(row),
    paymentProblems: hasOpenProblems ? 'open' : problems,
  }
}

/**
 * Who is signed in, and all that the frame of a page needs. `isRunning`: the cache knows that the
 * session is in use, so the record's last use may be old and stays. Otherwise the record decides
 * whether the session goes on, and notes the use.
 */
const findSignedIn = (db: Queryable, digest: Buffer, { isRunning }: { isRunning: boolean }) =>
  db.row(
    named('use-store-session')`
      with session as (
        select member_id, last_seen_at, confirmed_at
        from store_sessions
        where digest = ${digest} and expires_at > statement_timestamp()
          and last_seen_at > statement_timestamp() - ${IDLE}
          - case when ${isRunning}::boolean then ${SEEN_GRAIN} else interval '0' end),
      seen as (
        update store_sessions s
        set last_seen_at = clock_timestamp()
        from session
        where s.digest = ${digest}
          and (not ${isRunning} or session.last_seen_at < statement_timestamp() - ${SEEN_GRAIN}))
      select ${SIGNED_IN.list}, ${STORE.list}
      from session
      join store_members m on m.id = session.member_id
      join stores st on st.id = m.store_id`,
  )

async function useSession(db: Queryable, idleTimes: IdleTimes, digest: Buffer) {
  const key = digest.toString('base64url')
  const isRunning = await idleTimes.renew(key, IDLE_SECONDS)
  const row = await findSignedIn(db, digest, { isRunning })
  if (row && !isRunning) await idleTimes.begin(key, IDLE_SECONDS)
  return row && toMember(row)
}

const SESSION = columns<MemberSession>({
  digest: bytes('digest'),
  address: orNull(text('address')),
  userAgent: orNull(text('user_agent')),
  signedInAt: moment('created_at'),
  lastSeenAt: moment('last_seen_at'),
})

const DIGEST = columns({ digest: bytes('digest') })
const LEAVING = columns({ storeId: text('store_id') })

/** A session lasts 7 days at most, and 12 hours after its last request. */
export const openAccountSessions = (pool: Pool, idleTimes: IdleTimes) => ({
  /** Undefined for a session that is unknown or over; being asked for keeps it alive. */
  useSession: (digest: Buffer) => useSession(pool, idleTimes, digest),

  /** For a member as `findMember` found it, who has given what is asked for. */
  openSession: (member: StoreMember, session: NewMemberSession) =>
    pool.transaction((tx) => insertSession(tx, member, session)),

  async endSession(digest: Buffer) {
    await pool.run(sql`delete from store_sessions where digest = ${digest}`)
  },

  async confirmSession(digest: Buffer) {
    await pool.run(
      sql`update store_sessions set confirmed_at = clock_timestamp() where digest = ${digest}`,
    )
  },

  /** The one used last comes first. */
  listSessions: (memberId: number) =>
    SESSION.rows(
      pool,
      sql`
        select ${SESSION.list}
        from store_sessions
        where member_id = ${memberId} and expires_at > statement_timestamp()
          and last_seen_at > statement_timestamp() - ${IDLE}
        order by last_seen_at desc, digest limit 100`,
    ),

  /** Which of these sessions are still open. Asking does not keep them alive. */
  async listOpenSessions(digests: Buffer[]) {
    const sessions = await DIGEST.rows(
      pool,
      sql`
        select ${DIGEST.list}
        from store_sessions
        where digest = any(${digests}) and expires_at > statement_timestamp()
          and last_seen_at > statement_timestamp() - ${IDLE}`,
    )
    return sessions.map(({ digest }) => digest)
  },

  signOutEverywhere: (memberId: number, actor: Actor) =>
    pool.transaction(async (tx) => {
      await tx.run(sql`delete from store_sessions where member_id = ${memberId}`)
      const member = await LEAVING.row(
        tx,
        sql`select ${LEAVING.list} from store_members where id = ${memberId}`,
      )
      if (member)
        await insertAudit(tx, member.storeId, { actor, action: 'member.signed_out_everywhere' })
    }),
})
