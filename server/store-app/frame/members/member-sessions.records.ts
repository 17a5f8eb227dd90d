import type { NewMemberSession, StoreMember } from './accounts.ts'
import { columns, flag, text } from '../../../postgres/columns.ts'
import { type Transaction, sql } from '../../../postgres/database.ts'
import { insertAudit } from '../../../postgres/audit-log.ts'
import { writeStore } from '../../../postgres/stores/store-changes.ts'

/** Of the `store_members m`, before this sign-in. */
const SIGNED_IN = columns({
  storeId: text('m.store_id'),
  email: text('m.email'),
  isFirst: flag(`
    exists (select from stores where id = m.store_id and time_zone = 'UTC')
    and not exists (
      select from store_members
      where store_id = m.store_id and last_signed_in_at is not null)`),
})

/**
 * Also forgets the sessions of everybody whose time is over, and gives the store the time zone of
 * the browser in which somebody signs in first. Nothing happens for a member who is
 * removed at this moment, or gets another password or a second factor: what was right a moment ago
 * opens nothing then.
 */
export async function insertSession(
  tx: Transaction,
  { id, passwordHash, hasSecondFactor }: StoreMember,
  session: NewMemberSession,
) {
  const { digest, address, userAgent, timeZone } = session
  const member = await SIGNED_IN.row(
    tx,
    sql`
      update store_members m
      set last_signed_in_at = clock_timestamp()
      where id = ${id} and password_hash = ${passwordHash}
        and (second_factor_since is not null) = ${hasSecondFactor}
      returning ${SIGNED_IN.list}`,
  )
  if (!member) return
  await tx.run(sql`
    with ended as (delete from store_sessions where expires_at <= statement_timestamp())
    insert into store_sessions (member_id, digest, address, user_agent)
    values (${id}, ${digest}, ${address}, ${userAgent})`)
  const actor = { name: member.email, address }
  await insertAudit(tx, member.storeId, { actor, action: 'member.signed_in' })
  if (member.isFirst && timeZone)
    await writeStore(tx, member.storeId, { change: { timeZone }, actor })
}
