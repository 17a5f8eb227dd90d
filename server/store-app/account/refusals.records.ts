import type { RefusedAction } from '../../checkout/audit.ts'
import { insertAudit } from '../../postgres/audit-log.ts'
import { type Pool, sql } from '../../postgres/database.ts'

/** Which refusals of an hour are written down. */
const TOLD = [1, 5, 25, 125, 625]

/**
 * Counts it for the account, if there is one, and writes some of an hour down.
 */
export const noteRefusal = (pool: Pool, email: string, action: RefusedAction) =>
  pool.transaction(async (tx) => {
    const member = await tx.row<{ id: number; storeId: string; email: string }>(sql`
      select id, store_id as "storeId", email
      from store_members
      where lower(email) = ${email.toLowerCase()}`)
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
  })
