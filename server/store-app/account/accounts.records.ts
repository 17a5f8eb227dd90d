import type { RefusedAction } from '../../checkout/stores/audit.ts'
import type { IdleTimes } from '../../checkout/ports/cache.ts'
import type { StoreMember } from '../frame/members/accounts.ts'
import { columns, flag, integer, text } from '../../postgres/columns.ts'
import { type Pool, sql } from '../../postgres/database.ts'
import { insertAudit } from '../../postgres/audit-log.ts'
import { openAccountSessions } from './account-sessions.records.ts'
import { type PasswordChange, changePassword } from './password-resets.records.ts'

/** Of the refusals in an hour, these are audited. */
const AUDITED = [1, 5, 25, 125, 625]

const MEMBER = columns<StoreMember>({
  id: integer('id'),
  passwordHash: text('password_hash'),
  hasSecondFactor: flag('second_factor_since is not null'),
})

const IDENTITY = columns({ id: integer('id'), storeId: text('store_id'), email: text('email') })
const REFUSALS = columns({ count: integer('count') })

export const openAccounts = (pool: Pool, idleTimes: IdleTimes) => ({
  ...openAccountSessions(pool, idleTimes),

  /**
   * The member with this email, in whatever case it is written. It is lowered here, as limits do
   * it: a spelling that only PostgreSQL takes for the same would get tries of its own.
   */
  findMember: (email: string) =>
    MEMBER.row(
      pool,
      sql`
        select ${MEMBER.list}
        from store_members
        where without_case(email) = ${email.toLowerCase()}`,
    ),

  changePassword: (memberId: number, change: PasswordChange) =>
    changePassword(pool, memberId, change),

  /**
   * Counts the refusal if there is such an account, and writes down some of an hour in the audit
   * log of its store.
   */
  noteRefusal: (email: string, action: RefusedAction) =>
    pool.transaction(async (tx) => {
      const member = await IDENTITY.row(
        tx,
        sql`
          select ${IDENTITY.list}
          from store_members
          where without_case(email) = ${email.toLowerCase()}`,
      )
      if (!member) return
      const refusals = await REFUSALS.onlyRow(
        tx,
        sql`
          insert into member_refusals as r (member_id, action, hour, count)
          values (${member.id}, ${action}, date_trunc('hour', clock_timestamp()), 1)
          on conflict (member_id, action) do update
          set count = case when r.hour = excluded.hour then r.count + 1 else 1 end,
            hour = excluded.hour
          returning ${REFUSALS.list}`,
      )
      if (!AUDITED.includes(refusals.count)) return
      await insertAudit(tx, member.storeId, {
        actor: { name: member.email, address: null },
        action,
        details: { count: refusals.count },
      })
    }),
})
