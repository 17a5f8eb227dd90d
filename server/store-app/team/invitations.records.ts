import type { Actor } from '../../checkout/audit.ts'
import type { Role } from '../frame/accounts.ts'
import type { InvitationLink, InvitedAccount, NewInvitation, TeamRecords } from './team.ts'
import { type Pool, type Queryable, isUniqueViolation, sql } from '../../postgres/database.ts'
import { insertSession } from '../frame/member-sessions.records.ts'
import { insertAudit } from '../../postgres/audit-log.ts'

type Invitations = Pick<
  TeamRecords,
  'invite' | 'findInvitedRole' | 'renewInvitation' | 'revokeInvitation' | 'findInvitation' | 'join'
>

const isMember = async (db: Queryable, storeId: string, email: string) =>
  (await db.row(
    sql`select from store_members where store_id = ${storeId} and lower(email) = lower(${email})`,
  )) !== undefined

const invite = (pool: Pool, storeId: string, { email, role, digest, actor }: NewInvitation) =>
  pool.transaction(async (tx) => {
    if (await isMember(tx, storeId, email)) return 'is_member'
    await tx.run(sql`
      insert into store_invitations (store_id, email, role, digest, invited_by)
      values (${storeId}, ${email}, ${role}, ${digest}, ${actor.name})
      on conflict (store_id, lower(email)) do update
      set email = excluded.email, role = excluded.role, digest = excluded.digest,
        invited_by = excluded.invited_by, expires_at = excluded.expires_at`)
    await insertAudit(tx, storeId, {
      actor,
      action: 'member.invited',
      subject: email,
      details: { role },
    })
    return 'invited'
  })

async function findInvitedRole(db: Queryable, storeId: string, id: number) {
  const invitation = await db.row<{ role: Role }>(
    sql`select role from store_invitations where store_id = ${storeId} and id = ${id}`,
  )
  return invitation?.role
}

const renewInvitation = (
  pool: Pool,
  storeId: string,
  id: number,
  { digest, actor }: InvitationLink,
) =>
  pool.transaction(async (tx) => {
    const link = await tx.row<{ email: string; role: Role }>(sql`
      update store_invitations
      set digest = ${digest}, expires_at = default
      where store_id = ${storeId} and id = ${id}
      returning email, role`)
    if (!link) return undefined
    const details = { role: link.role, again: true }
    await insertAudit(tx, storeId, {
      actor,
      action: 'member.invited',
      subject: link.email,
      details,
    })
    return { email: link.email }
  })

const revokeInvitation = (pool: Pool, storeId: string, id: number, actor: Actor) =>
  pool.transaction(async (tx) => {
    const revoked = await tx.row<{ email: string }>(sql`
      delete from store_invitations
      where store_id = ${storeId} and id = ${id}
      returning email`)
    if (revoked)
      await insertAudit(tx, storeId, {
        actor,
        action: 'member.invitation_revoked',
        subject: revoked.email,
      })
    return revoked !== undefined
  })

const findInvitation = (db: Queryable, digest: Buffer) =>
  db.row<{ email: string; storeName: string; hasAccount: boolean }>(sql`
    select i.email, s.name as "storeName",
      exists (select from store_members m where lower(m.email) = lower(i.email)) as "hasAccount"
    from store_invitations i
    join stores s on s.id = i.store_id
    where i.digest = ${digest} and i.expires_at > statement_timestamp()`)

async function join(pool: Pool, digest: Buffer, { passwordHash, session }: InvitedAccount) {
  try {
    return await pool.transaction(async (tx) => {
      const link = await tx.row<{ storeId: string; email: string; role: Role }>(sql`
        delete from store_invitations
        where digest = ${digest} and expires_at > statement_timestamp()
        returning store_id as "storeId", email, role`)
      if (!link) return undefined
      const member = await tx.row<{ id: number }>(sql`
        insert into store_members (store_id, email, password_hash, role)
        values (${link.storeId}, ${link.email}, ${passwordHash}, ${link.role})
        returning id`)
      if (!member) throw new Error('a member was not written')
      const actor = { name: link.email, address: session.address }
      await insertAudit(tx, link.storeId, {
        actor,
        action: 'member.joined',
        subject: link.email,
        details: { role: link.role },
      })
      await insertSession(tx, { id: member.id, passwordHash, hasSecondFactor: false }, session)
      return 'joined' as const
    })
  } catch (error) {
    if (isUniqueViolation(error, 'store_members_email')) return 'email_taken'
    throw error
  }
}

export const openInvitations = (pool: Pool): Invitations => ({
  invite: (storeId, invitation) => invite(pool, storeId, invitation),
  findInvitedRole: (storeId, id) => findInvitedRole(pool, storeId, id),
  renewInvitation: (storeId, id, link) => renewInvitation(pool, storeId, id, link),
  revokeInvitation: (storeId, id, actor) => revokeInvitation(pool, storeId, id, actor),
  findInvitation: (digest) => findInvitation(pool, digest),
  join: (digest, account) => join(pool, digest, account),
})
