import type { StoreMember } from '../checkout/record-ports.ts'
import { type Queryable, sql } from './database.ts'

export const findMember = (db: Queryable, email: string) => db.row<StoreMember>(sql`
  select id, password_hash as "passwordHash" from store_members where lower(email) = lower(${email})`)
