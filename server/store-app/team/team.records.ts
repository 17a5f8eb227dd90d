import type { Role } from '../frame/accounts.ts'
import type { TeamRecords, Invitation, MemberChange, StoreOwners, TeamMember } from './team.ts'
import {
  type Queryable,
  type Transaction,
  isUniqueViolation,
  sql,
  fragment,
} from '../../postgres/database.ts'
import { insertSession } from '../frame/member-sessions.records.ts'
import { present, recordsOf } from '../frame/open.records.ts'
import { insertAudit } from '../../postgres/audit-log.ts'

const MEMBER = fragment(
  'id, email, role, created_at as "joinedAt", last_signed_in_at as "lastSignedInAt"',
)

type TeamRow = ({ isMember: true } & TeamMember) | ({ isMember: false } & Invitation)

const findMember = (db: Queryable, storeId: string, memberId: number) =>
  db.row<TeamMember>(sql`
    select ${MEMBER}
    from store_members
    where store_id = ${storeId} and id = ${memberId}`)

type Change = { storeId: string; memberId: number; byMemberId: number }

/**
 * Does `change` if an owner remains and the asking member is an owner now. Concurrent changes of a
 * store's owners wait for each other here, and then see the new state.
 */
async function changeMember(
  tx: Transaction,
  { storeId, memberId, byMemberId }: Change,
  { keepsOwner, change }: { keepsOwner: boolean; change: (member: TeamMember) => Promise<unknown> },
): Promise<MemberChange> {
  const rows = await tx.rows<{ id: number }>(sql`
    select id
    from store_members
    where store_id = ${storeId} and role = 'owner'
    order by id
    for update`)
  const owners = rows.map(({ id }) => id)
  if (!owners.includes(byMemberId)) return 'not_owner'
  const member = await findMember(tx, storeId, memberId)
  if (!member) return 'unknown'
  if (!keepsOwner && owners.length === 1 && owners[0] === memberId) return 'last_owner'
  await change(member)
  return 'done'
}

export const openTeamRecords = recordsOf<TeamRecords>({
  /** One round trip for both, so both have the columns of both. */
  async findTeam(pool, storeId) {
    const rows = await pool.rows<TeamRow>(sql`
      (select true as "isMember", ${MEMBER},
        null as "invitedBy", null::timestamptz as "expiresAt", null::boolean as "isExpired",
        row_number() over (order by role, without_case(email)) as place
      from store_members
      where store_id = ${storeId}
      order by place limit 500)
      union all
      (select false, id, email, role, null, null,
        invited_by, expires_at, expires_at <= statement_timestamp(),
        row_number() over (order by id desc) as place
      from store_invitations
      where store_id = ${storeId}
      order by place limit 500)
      order by place`)
    return {
      members: rows.filter((row) => row.isMember),
      invitations: rows.filter((row) => !row.isMember),
    }
  },

  findMember,

  /** Empty for an unknown store. */
  async findOwners(pool, storeId) {
    const owners = await pool.row<StoreOwners>(sql`
      select is_test as "isTest", branding,
        array(
          select email
          from store_members
          where store_id = st.id and role = 'owner'
          order by id) as emails
      from stores st
      where id = ${storeId}`)
    return owners ?? { emails: [], isTest: false, branding: null }
  },

  changeRole: (pool, { role, actor, ...of }) =>
    pool.transaction((tx) =>
      changeMember(tx, of, {
        keepsOwner: role === 'owner',
        change: async ({ id, role: from, email: subject }) => {
          if (from === role) return
          await tx.run(sql`update store_members set role = ${role} where id = ${id}`)
          const details = { from, to: role }
          const action = 'member.role_changed'
          await insertAudit(tx, of.storeId, { actor, action, subject, details })
        },
      }),
    ),

  /** The member's sessions and reset links are deleted with the row. */
  removeMember: (pool, { actor, ...of }) =>
    pool.transaction((tx) =>
      changeMember(tx, of, {
        keepsOwner: false,
        change: async ({ id, role, email: subject }) => {
          await tx.run(sql`delete from store_members where id = ${id}`)
          const details = { role }
          await insertAudit(tx, of.storeId, { actor, action: 'member.removed', subject, details })
        },
      }),
    ),

  invite: (pool, storeId, { email, role, digest, actor }) =>
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
        exists (
          select from store_members m where without_case(m.email) = without_case(i.email)
        ) as "hasAccount"
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
        const actor = { name: email, address: session.address }
        const details = { role }
        await insertAudit(tx, storeId, { actor, action: 'member.joined', subject: email, details })
        await insertSession(
          tx,
          { id: present(member).id, passwordHash, hasSecondFactor: false },
          session,
        )
        return 'joined'
      })
    } catch (error) {
      if (isUniqueViolation(error, 'store_members_email')) return 'email_taken'
      throw error
    }
  },
})
