import type { IdleTimes } from '../../checkout/ports/cache.ts'
import {
  CONFIRMED_SECONDS,
  IDLE_SECONDS,
  type MemberStore,
  type SignedInMember,
  type StoreAccounts,
} from '../frame/accounts.ts'
import { type Pool, type Queryable, fragment, named, sql } from '../../postgres/database.ts'
import { insertAudit } from '../../postgres/audit-log.ts'
import { changePassword } from './password-resets.records.ts'
import { insertSession } from '../frame/member-sessions.records.ts'
import { recordsOf } from '../frame/open.records.ts'

/** How far the record's last use of a session may lag, so that not each request writes. */
const SEEN_GRAIN = fragment(`interval '5 minutes'`)

const IDLE = fragment(`interval '${IDLE_SECONDS} seconds'`)

const CONFIRMED = fragment(`interval '${CONFIRMED_SECONDS} seconds'`)

type MemberRow = Pick<
  SignedInMember,
  'memberId' | 'email' | 'role' | 'secondFactorSince' | 'isConfirmed'
> &
  Omit<MemberStore, 'id' | 'name'> & {
    storeId: string
    storeName: string
    hasProblems: boolean
    hasOpenProblems: boolean
  }

function toMember(row: MemberRow): SignedInMember {
  const { memberId, email, role, secondFactorSince, isConfirmed, ...ofStore } = row
  const { storeId: id, storeName: name, hasProblems, hasOpenProblems, ...store } = ofStore
  const problems = hasProblems ? 'settled' : 'none'
  return {
    memberId,
    email,
    role,
    store: { id, name, ...store },
    secondFactorSince,
    isConfirmed,
    paymentProblems: hasOpenProblems ? 'open' : problems,
  }
}

/**
 * Who is signed in, and all that the frame of a page needs. `isRunning`: the cache knows that the
 * session is in use, so the record's last use may be old and stays. Otherwise the record decides
 * whether the session goes on, and notes the use.
 */
const findSignedIn = (db: Queryable, digest: Buffer, { isRunning }: { isRunning: boolean }) =>
  db.row<MemberRow>(
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
      select m.id as "memberId", m.email, m.role, m.second_factor_since as "secondFactorSince",
        coalesce(session.confirmed_at > statement_timestamp() - ${CONFIRMED}, false) as "isConfirmed",
        st.id as "storeId", st.name as "storeName", st.plan, st.is_test as "isTest", st.currency, st.language,
        st.time_zone as "timeZone", st.logo_url as "logoUrl",
        st.confirm_refunds_above as "confirmRefundsAbove",
        exists (
          select from reconciliation_breaks where store_id = st.id)
        or exists (
          select from orphaned_payments where store_id = st.id) as "hasProblems",
        exists (
          select from reconciliation_breaks
          where store_id = st.id and resolved_at is null)
        or exists (
          select from orphaned_payments
          where store_id = st.id and resolved_at is null) as "hasOpenProblems"
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

/** Of the refusals in an hour, these are written down. */
const TOLD = [1, 5, 25, 125, 625]

const openRest = recordsOf<Omit<StoreAccounts, 'useSession'>>({
  /**
   * The email is lowered here, as limits do it. PostgreSQL may lower some letters differently, and
   * a spelling that only it takes for the same would get tries of its own.
   */
  findMember: (pool, email) =>
    pool.row(sql`
      select id, password_hash as "passwordHash",
        second_factor_since is not null as "hasSecondFactor"
      from store_members
      where without_case(email) = ${email.toLowerCase()}`),

  openSession: (pool, member, session) =>
    pool.transaction((tx) => insertSession(tx, member, session)),

  async endSession(pool, digest) {
    await pool.run(sql`delete from store_sessions where digest = ${digest}`)
  },

  async confirmSession(pool, digest) {
    await pool.run(
      sql`update store_sessions set confirmed_at = clock_timestamp() where digest = ${digest}`,
    )
  },

  listSessions: (pool, memberId) =>
    pool.rows(sql`
      select digest, address, user_agent as "userAgent", created_at as "signedInAt",
        last_seen_at as "lastSeenAt"
      from store_sessions
      where member_id = ${memberId} and expires_at > statement_timestamp()
        and last_seen_at > statement_timestamp() - ${IDLE}
      order by last_seen_at desc, digest limit 100`),

  async listOpenSessions(pool, digests) {
    const sessions = await pool.rows<{ digest: Buffer }>(sql`
      select digest
      from store_sessions
      where digest = any(${digests}) and expires_at > statement_timestamp()
        and last_seen_at > statement_timestamp() - ${IDLE}`)
    return sessions.map(({ digest }) => digest)
  },

  signOutEverywhere: (pool, memberId, actor) =>
    pool.transaction(async (tx) => {
      await tx.run(sql`delete from store_sessions where member_id = ${memberId}`)
      const member = await tx.row<{ storeId: string }>(
        sql`select store_id as "storeId" from store_members where id = ${memberId}`,
      )
      if (member)
        await insertAudit(tx, member.storeId, { actor, action: 'member.signed_out_everywhere' })
    }),

  changePassword,

  /** Counts the refusal if there is such an account, and writes down some of an hour. */
  noteRefusal: (pool, email, action) =>
    pool.transaction(async (tx) => {
      const member = await tx.row<{ id: number; storeId: string; email: string }>(sql`
        select id, store_id as "storeId", email
        from store_members
        where without_case(email) = ${email.toLowerCase()}`)
      if (!member) return
      const refusals = await tx.row<{ count: number }>(sql`
        insert into member_refusals as r (member_id, action, hour, count)
        values (${member.id}, ${action}, date_trunc('hour', clock_timestamp()), 1)
        on conflict (member_id, action) do update
        set count = case when r.hour = excluded.hour then r.count + 1 else 1 end,
          hour = excluded.hour
        returning count`)
      if (!refusals || !TOLD.includes(refusals.count)) return
      await insertAudit(tx, member.storeId, {
        actor: { name: member.email, address: null },
        action,
        details: { count: refusals.count },
      })
    }),
})

export const openAccounts = (pool: Pool, idleTimes: IdleTimes): StoreAccounts => ({
  ...openRest(pool),
  useSession: (digest) => useSession(pool, idleTimes, digest),
})
