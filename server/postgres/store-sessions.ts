import type { SignedInMember } from '../checkout/record-ports.ts'
import { type Queryable, named, sql } from './database.ts'

/** Also forgets the sessions of everybody whose time is over. */
export const openStoreSession = (db: Queryable, memberId: number, digest: Buffer) => db.run(sql`
  with ended as (delete from store_sessions where expires_at <= clock_timestamp())
  insert into store_sessions (member_id, digest) values (${memberId}, ${digest})`)

/** Who is signed in with this session; being asked for keeps it alive. */
export const useStoreSession = (db: Queryable, digest: Buffer) => db.row<SignedInMember>(named('use-store-session', sql`
  with used as (
    update store_sessions set expires_at = least(clock_timestamp() + interval '12 hours', created_at + interval '7 days')
    where digest = ${digest} and expires_at > clock_timestamp() returning member_id)
  select m.store_id as "storeId", st.name as "storeName", m.email
  from used join store_members m on m.id = used.member_id join stores st on st.id = m.store_id`))

export const endStoreSession = (db: Queryable, digest: Buffer) => db.run(sql`delete from store_sessions where digest = ${digest}`)
