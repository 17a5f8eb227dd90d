import type { NewMemberSession, StoreMember } from './accounts.ts'
import { columns, text } from '../../../postgres/columns.ts'
import { type Transaction, sql } from '../../../postgres/database.ts'
import { insertAudit } from '../../../postgres/audit-log.ts'

const SIGNED_IN = columns({ storeId: text('store_id'), email: text('email') })

/**
 * Also forgets the sessions of everybody whose time is over. Nothing happens for a member who is
 * removed at this moment, or gets another password or a second factor: what was right a moment ago
 * opens nothing then.
 */
export async function insertSession(
  tx: Transaction,
  { id, passwordHash, hasSecondFactor }: StoreMember,
  session: NewMemberSession,
) {
  const { digest, address, userAgent } = session
  const member = await SIGNED_IN.row(
    tx,
    sql`
      update store_members
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
  await insertAudit(tx, member.storeId, {
    actor: { name: member.email, address },
    action: 'member.signed_in',
  })
}
