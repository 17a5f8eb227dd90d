import type { MemberStore, SignedInMember, StoreAccounts, StoreMember } from '../../store/accounts.ts'
import type { PaymentProblemState } from '../../store/payment-problems.ts'
import { type Pool, type Queryable, named, sql } from '../database.ts'

const findMember = (db: Queryable, email: string) => db.row<StoreMember>(sql`
  select id, password_hash as "passwordHash" from store_members where lower(email) = lower(${email})`)

/** Also forgets the sessions of everybody whose time is over. */
const openSession = (db: Queryable, memberId: number, digest: Buffer) => db.run(sql`
  with ended as (delete from store_sessions where expires_at <= clock_timestamp())
  insert into store_sessions (member_id, digest) values (${memberId}, ${digest})`)

type MemberRow = Pick<SignedInMember, 'memberId' | 'email' | 'role'> & Omit<MemberStore, 'id' | 'name'>
  & { storeId: string; storeName: string; hasProblems: boolean; hasOpenProblems: boolean }

const problemState = ({ hasProblems, hasOpenProblems }: MemberRow): PaymentProblemState =>
  hasOpenProblems ? 'open' : hasProblems ? 'settled' : 'none'

const toMember = (row: MemberRow): SignedInMember => ({
  memberId: row.memberId, email: row.email, role: row.role,
  store: {
    id: row.storeId, name: row.storeName, plan: row.plan, currency: row.currency, language: row.language, timeZone: row.timeZone,
    logoUrl: row.logoUrl,
  },
  paymentProblems: problemState(row),
})

/** Who is signed in with this session, and all that the frame of a page needs; being asked for keeps the session alive. */
async function useSession(db: Queryable, digest: Buffer) {
  const row = await db.row<MemberRow>(named('use-store-session', sql`
    with used as (
      update store_sessions set expires_at = least(clock_timestamp() + interval '12 hours', created_at + interval '7 days')
      where digest = ${digest} and expires_at > clock_timestamp() returning member_id)
    select m.id as "memberId", m.email, m.role, st.id as "storeId", st.name as "storeName", st.plan, st.currency, st.language,
      st.time_zone as "timeZone", st.logo_url as "logoUrl",
      exists (select from reconciliation_breaks where store_id = st.id) as "hasProblems",
      exists (select from reconciliation_breaks where store_id = st.id and resolved_at is null) as "hasOpenProblems"
    from used join store_members m on m.id = used.member_id join stores st on st.id = m.store_id`))
  return row && toMember(row)
}

const endSession = (db: Queryable, digest: Buffer) => db.run(sql`delete from store_sessions where digest = ${digest}`)

export const openAccounts = (pool: Pool): StoreAccounts => ({
  findMember: (email) => findMember(pool, email),
  openSession: async (memberId, digest) => { await openSession(pool, memberId, digest) },
  useSession: (digest) => useSession(pool, digest),
  endSession: async (digest) => { await endSession(pool, digest) },
})
