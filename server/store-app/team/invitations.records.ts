import type { Role } from '../frame/members/accounts.ts'
import type { Actor } from '../../checkout/stores/audit.ts'
import type { InvitationLink, InvitedAccount, NewInvitation } from './team.ts'
import { columns, flag, integer, text, word } from '../../postgres/columns.ts'
import { type Pool, isUniqueViolation, sql } from '../../postgres/database.ts'
import { insertSession } from '../frame/members/member-sessions.records.ts'
import { insertAudit } from '../../postgres/audit-log.ts'

const LINK = columns({ storeId: text('store_id'), email: text('email'), role: word<Role>('role') })

const INVITED = columns({
  email: text('i.email'),
  storeName: text('s.name'),
  hasAccount: flag(`
    exists (
      select from store_members m where without_case(m.email) = without_case(i.email)
    )`),
})

const ID = columns({ id: integer('id') })

const openLinks = (pool: Pool) => ({
  async findInvitedRole(storeId: string, id: number) {
    const invitation = await LINK.row(
      pool,
      sql`select ${LINK.list} from store_invitations where store_id = ${storeId} and id = ${id}`,
    )
    return invitation?.role
  },

  /** Replaces the link; the new one works for 7 days. */
  renewInvitation: (storeId: string, id: number, { digest, actor }: InvitationLink) =>
    pool.transaction(async (tx) => {
      const link = await LINK.row(
        tx,
        sql`
          update store_invitations
          set digest = ${digest}, expires_at = default
          where store_id = ${storeId} and id = ${id}
          returning ${LINK.list}`,
      )
      if (!link) return undefined
      const { email: subject, role } = link
      const details = { role, again: true }
      await insertAudit(tx, storeId, { actor, action: 'member.invited', subject, details })
      return { email: subject }
    }),

  /** False when the invitation is gone. */
  revokeInvitation: (storeId: string, id: number, actor: Actor) =>
    pool.transaction(async (tx) => {
      const revoked = await LINK.row(
        tx,
        sql`
          delete from store_invitations
          where store_id = ${storeId} and id = ${id}
          returning ${LINK.list}`,
      )
      if (revoked) {
        const action = 'member.invitation_revoked'
        await insertAudit(tx, storeId, { actor, action, subject: revoked.email })
      }
      return revoked !== undefined
    }),
})

const openJoining = (pool: Pool) => ({
  /** `hasAccount`: at any store, so that nobody can join with it. */
  findInvitation: (digest: Buffer) =>
    INVITED.row(
      pool,
      sql`
        select ${INVITED.list}
        from store_invitations i
        join stores s on s.id = i.store_id
        where i.digest = ${digest} and i.expires_at > statement_timestamp()`,
    ),

  /** Creates the member and signs it in. Undefined when the link is over. */
  async join(digest: Buffer, { passwordHash, session }: InvitedAccount) {
    try {
      return await pool.transaction(async (tx) => {
        const link = await LINK.row(
          tx,
          sql`
            delete from store_invitations
            where digest = ${digest} and expires_at > statement_timestamp()
            returning ${LINK.list}`,
        )
        if (!link) return undefined
        const { storeId, email, role } = link
        const { id } = await ID.onlyRow(
          tx,
          sql`
            insert into store_members (store_id, email, password_hash, role)
            values (${storeId}, ${email}, ${passwordHash}, ${role})
            returning ${ID.list}`,
        )
        const actor = { name: email, address: session.address }
        const details = { role }
        await insertAudit(tx, storeId, { actor, action: 'member.joined', subject: email, details })
        await insertSession(tx, { id, passwordHash, hasSecondFactor: false }, session)
        return 'joined'
      })
    } catch (error) {
      if (isUniqueViolation(error, 'store_members_email')) return 'email_taken'
      throw error
    }
  },
})

export const openInvitations = (pool: Pool) => ({
  ...openLinks(pool),
  ...openJoining(pool),

  /**
   * An email that is invited already gets a new link and this role. Owners do not learn whether it
   * has an account at another store; the person who opens the link does.
   */
  invite: (storeId: string, { email, role, digest, actor }: NewInvitation) =>
    pool.transaction(async (tx) => {
      const member = await tx.row(sql`
        select from store_members
        where store_id = ${storeId} and without_case(email) = without_case(${email})`)
      if (member) return 'is_member'
      await tx.run(sql`
        insert into store_invitations (store_id, email, role, digest, invited_by)
        values (${storeId}, ${email}, ${role}, ${digest}, ${actor.name})
        on conflict (store_id, without_case(email)) do update
        set email = excluded.email, role = excluded.role, digest = excluded.digest,
          invited_by = excluded.invited_by, expires_at = excluded.expires_at`)
      const details = { role }
      await insertAudit(tx, storeId, { actor, action: 'member.invited', subject: email, details })
      return 'invited'
    }),
})
