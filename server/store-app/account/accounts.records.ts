import type { Actor } from '../../checkout/audit.ts'
import type { IdleTimes } from '../../checkout/ports/cache.ts'
import {
  CONFIRMED_SECONDS,
  IDLE_SECONDS,
  type MemberSession,
  type MemberStore,
  type PaymentProblemState,
  type SignedInMember,
  type StoreAccounts,
  type StoreMember,
} from '../frame/accounts.ts'
import { type Pool, type Queryable, fragment, named, sql } from '../../postgres/database.ts'
import { insertAudit } from '../../postgres/audit-log.ts'
import { changePassword } from './password-resets.records.ts'
import { noteRefusal } from './refusals.records.ts'
import { insertSession } from '../frame/member-sessions.records.ts'

/**
 * How much later than in the record a session may have been used: a busy one is written down this
 * often, not at each request.
 */
const SEEN_GRAIN = fragment(`interval '5 minutes'`)

const IDLE = fragment(`interval '${IDLE_SECONDS} seconds'`)

const CONFIRMED = fragment(`interval '${CONFIRMED_SECONDS} seconds'`)

/**
 * The email is put into small letters here, as the limits do it. A database may do it differently
 * for some letters: a spelling that it takes for the same would get tries of its own.
 */
const findMember = (db: Queryable, email: string) =>
  db.row<StoreMember>(sql`
    select id, password_hash as "passwordHash",
      second_factor_since is not null as "hasSecondFactor"
    from store_members
    where lower(email) = ${email.toLowerCase()}`)

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

const problemState = ({ hasProblems, hasOpenProblems }: MemberRow): PaymentProblemState =>
  hasOpenProblems ? 'open' : hasProblems ? 'settled' : 'none'

const toMember = (row: MemberRow): SignedInMember => ({
  memberId: row.memberId,
  email: row.email,
  role: row.role,
  store: {
    id: row.storeId,
    name: row.storeName,
    plan: row.plan,
    isTest: row.isTest,
    currency: row.currency,
    language: row.language,
    timeZone: row.timeZone,
    logoUrl: row.logoUrl,
    confirmRefundsAbove: row.confirmRefundsAbove,
  },
  secondFactorSince: row.secondFactorSince,
  isConfirmed: row.isConfirmed,
  paymentProblems: problemState(row),
})

/**
 * Who is signed in with this session, and all that the frame of a page needs. `isRunning`: the
 * cache knows that it is in use. Then the record's word on that may be old, and is not renewed each
 * time; otherwise the record decides, and is.
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

const endSession = (db: Queryable, digest: Buffer) =>
  db.run(sql`delete from store_sessions where digest = ${digest}`)

const confirmSession = (db: Queryable, digest: Buffer) =>
  db.run(sql`update store_sessions set confirmed_at = clock_timestamp() where digest = ${digest}`)

const listSessions = (db: Queryable, memberId: number) =>
  db.rows<MemberSession>(sql`
    select digest, address, user_agent as "userAgent", created_at as "signedInAt",
      last_seen_at as "lastSeenAt"
    from store_sessions
    where member_id = ${memberId} and expires_at > statement_timestamp()
      and last_seen_at > statement_timestamp() - ${IDLE}
    order by last_seen_at desc, digest limit 100`)

async function listOpenSessions(db: Queryable, digests: Buffer[]) {
  const sessions = await db.rows<Pick<MemberSession, 'digest'>>(sql`
    select digest
    from store_sessions
    where digest = any(${digests}) and expires_at > statement_timestamp()
      and last_seen_at > statement_timestamp() - ${IDLE}`)
  return sessions.map(({ digest }) => digest)
}

const signOutEverywhere = (pool: Pool, memberId: number, actor: Actor) =>
  pool.transaction(async (tx) => {
    await tx.run(sql`delete from store_sessions where member_id = ${memberId}`)
    const member = await tx.row<{ storeId: string }>(
      sql`select store_id as "storeId" from store_members where id = ${memberId}`,
    )
    if (member)
      await insertAudit(tx, member.storeId, { actor, action: 'member.signed_out_everywhere' })
  })

export const openAccounts = (pool: Pool, idleTimes: IdleTimes): StoreAccounts => ({
  findMember: (email) => findMember(pool, email),
  openSession: (member, session) => pool.transaction((tx) => insertSession(tx, member, session)),
  useSession: (digest) => useSession(pool, idleTimes, digest),
  endSession: async (digest) => {
    await endSession(pool, digest)
  },
  confirmSession: async (digest) => {
    await confirmSession(pool, digest)
  },
  listSessions: (memberId) => listSessions(pool, memberId),
  listOpenSessions: (digests) => listOpenSessions(pool, digests),
  signOutEverywhere: (memberId, actor) => signOutEverywhere(pool, memberId, actor),
  changePassword: (memberId, change) => changePassword(pool, memberId, change),
  noteRefusal: (email, action) => noteRefusal(pool, email, action),
})
