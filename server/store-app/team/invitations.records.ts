import type { Role } from '../frame/accounts.ts'
import type { TeamRecords } from './team.ts'
import { isUniqueViolation, sql } from '../../postgres/database.ts'
import { insertSession } from '../frame/member-sessions.records.ts'
import { recordsOf } from '../frame/open.records.ts'
import { insertAudit } from '../../postgres/audit-log.ts'

type Invitations = Pick<
  TeamRecords,
  'invite' | 'findInvitedRole' | 'renewInvitation' | 'revokeInvitation' | 'findInvitation' | 'join'
>

export const openInvitations = recordsOf<Invitations>({
  invite: (pool, storeId, { email, role, digest, actor }) =>
    pool.transaction(async (tx) => {
      const member = await tx.row(sql`
        select from store_members where store_id = ${storeId} and lower(email) = lower(${email})`)
      if (member) return 'is_member'
      await tx.run(sql`
        insert into store_invitations (store_id, email, role, digest, invited_by)
        values (${storeId}, ${email}, ${role}, ${digest}, ${actor.name})
        on conflict (store_id, lower(email)) do update
        set email = excluded.email, role = excluded.role, digest = excluded.digest,
          invited_by = excluded.invited_by, expires_at = excluded.expires_at`)
      const details = { role }
      await insertAudit(tx, storeId, { actor, action: 'member.invited', subject: email, details })
      return 'invited'
    }),

  async findInvitedRole(pool, storeId, id) {
    const invitation = await pool.row<{ role: Role }>(
      sql`select role from store_invitations where store_id = ${storeId} and id = ${id}`,
    )
    return invitation?.role
  },

  renewInvitation: (pool, storeId, id, { digest, actor }) =>
    pool.transaction(async (tx) => {
      const link = await tx.row<{ email: string; role: Role }>(sql`
        update store_invitations
        set digest = ${digest}, expires_at = default
        where store_id = ${storeId} and id = ${id}
        returning email, role`)
      if (!link) return undefined
      const { email: subject, role } = link
      const details = { role, again: true }
      await insertAudit(tx, storeId, { actor, action: 'member.invited', subject, details })
      return { email: subject }
    }),

  revokeInvitation: (pool, storeId, id, actor) =>
    pool.transaction(async (tx) => {
      const revoked = await tx.row<{ email: string }>(sql`
        delete from store_invitations
        where store_id = ${storeId} and id = ${id}
        returning email`)
      if (revoked) {
        const action = 'member.invitation_revoked'
        await insertAudit(tx, storeId, { actor, action, subject: revoked.email })
      }
      return revoked !== undefined
    }),

  findInvitation: (pool, digest) =>
    pool.row(sql`
      select i.email, s.name as "storeName",
        exists (select from store_members m where lower(m.email) = lower(i.email)) as "hasAccount"
      from store_invitations i
      join stores s on s.id = i.store_id
      where i.digest = ${digest} and i.expires_at > statement_timestamp()`),

  async join(pool, digest, { passwordHash, session }) {
    try {
      return await pool.transaction(async (tx) => {
        const link = await tx.row<{ storeId: string; email: string; role: Role }>(sql`
          delete from store_invitations
          where digest = ${digest} and expires_at > statement_timestamp()
          returning store_id as "storeId", email, role`)
        if (!link) return undefined
        const { storeId, email, role } = link
        const member = await tx.row<{ id: number }>(sql`
          insert into store_members (store_id, email, password_hash, role)
          values (${storeId}, ${email}, ${passwordHash}, ${role})
          returning id`)
        if (!member) throw new Error('a member was not written')
        const actor = { name: email, address: session.address }
        const joined = {
          actor,
          action: 'member.joined',
          subject: email,
          details: { role },
        } as const
        await insertAudit(tx, storeId, joined)
        await insertSession(tx, { id: member.id, passwordHash, hasSecondFactor: false }, session)
        return 'joined'
      })
    } catch (error) {
      if (isUniqueViolation(error, 'store_members_email')) return 'email_taken'
      throw error
    }
  },
})
