import type { Invitation, MemberChange, StoreOwners, TeamMember, TeamRecords } from './team.ts'
import { recordsOf } from '../frame/open.records.ts'
import { type Queryable, type Transaction, fragment, sql } from '../../postgres/database.ts'
import { insertAudit } from '../../postgres/audit-log.ts'

type Members = Pick<
  TeamRecords,
  'findTeam' | 'findMember' | 'findOwners' | 'changeRole' | 'removeMember'
>

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
 * Does `change` if an owner is left behind it and the one who asks is an owner at this moment.
 * Whoever changes the owners of a store waits for the others here and then sees what they did.
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

export const openMembers = recordsOf<Members>({
  /** In one round trip: the rows of both have the columns of both. */
  async findTeam(pool, storeId) {
    const rows = await pool.rows<TeamRow>(sql`
      (select true as "isMember", ${MEMBER},
        null as "invitedBy", null::timestamptz as "expiresAt", null::boolean as "isExpired"
      from store_members
      where store_id = ${storeId}
      order by role, lower(email) limit 500)
      union all
      (select false, id, email, role, null, null,
        invited_by, expires_at, expires_at <= statement_timestamp()
      from store_invitations
      where store_id = ${storeId}
      order by id desc limit 500)`)
    return {
      members: rows.filter((row) => row.isMember),
      invitations: rows.filter((row) => !row.isMember),
    }
  },

  findMember,

  /** Of no store there are none. */
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

  /** With the row go the member's sessions and reset links. */
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
})
