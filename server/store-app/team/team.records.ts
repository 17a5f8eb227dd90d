import type { Role } from '../frame/members/accounts.ts'
import type { Actor } from '../../checkout/stores/audit.ts'
import type { Invitation, MemberChange, StoreOwners, TeamMember } from './team.ts'
import {
  columns,
  flag,
  integer,
  json,
  moment,
  orNull,
  text,
  texts,
  word,
} from '../../postgres/columns.ts'
import {
  type Pool,
  type Queryable,
  type RawRow,
  type Transaction,
  sql,
} from '../../postgres/database.ts'
import { openInvitations } from './invitations.records.ts'
import { insertAudit } from '../../postgres/audit-log.ts'

const MEMBER = columns<TeamMember>({
  id: integer('id'),
  email: text('email'),
  role: word('role'),
  joinedAt: moment('created_at'),
  lastSignedInAt: orNull(moment('last_signed_in_at')),
})

const INVITATION = columns<Invitation>({
  id: integer('id'),
  email: text('email'),
  role: word('role'),
  invitedBy: text('invited_by'),
  expiresAt: moment('expires_at'),
  isExpired: flag('expires_at <= statement_timestamp()'),
})

/** Which of the two a row of the team is. */
const KIND = columns({ isMember: flag('isMember') })
const isMember = (row: RawRow) => KIND.read(row).isMember

const OWNERS = columns<StoreOwners>({
  emails: texts(`
    array(
      select email
      from store_members
      where store_id = st.id and role = 'owner'
      order by id)`),
  isTest: flag('is_test'),
  branding: orNull(json('branding')),
})

const ID = columns({ id: integer('id') })

const findMember = (db: Queryable, storeId: string, memberId: number) =>
  MEMBER.row(
    db,
    sql`
      select ${MEMBER.list}
      from store_members
      where store_id = ${storeId} and id = ${memberId}`,
  )

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
  const rows = await ID.rows(
    tx,
    sql`
      select ${ID.list}
      from store_members
      where store_id = ${storeId} and role = 'owner'
      order by id
      for update`,
  )
  const owners = rows.map(({ id }) => id)
  if (!owners.includes(byMemberId)) return 'not_owner'
  const member = await findMember(tx, storeId, memberId)
  if (!member) return 'unknown'
  if (!keepsOwner && owners.length === 1 && owners[0] === memberId) return 'last_owner'
  await change(member)
  return 'done'
}

type ChangeOf = Change & { actor: Actor }

const openChanges = (pool: Pool) => ({
  changeRole: ({ role, actor, ...of }: ChangeOf & { role: Role }) =>
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
  removeMember: ({ actor, ...of }: ChangeOf) =>
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

/** Who works at a store. Changes take effect with the member's next request. */
export const openTeamRecords = (pool: Pool) => ({
  ...openChanges(pool),

  ...openInvitations(pool),

  /**
   * Members by role and email, invitations newest first; at most 500 of each. One round trip for
   * both, so both have the columns of both.
   */
  async findTeam(storeId: string) {
    const rows = await pool.rows(sql`
      (select true as "isMember", ${MEMBER.list},
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
      members: rows.filter(isMember).map(MEMBER.read),
      invitations: rows.filter((row) => !isMember(row)).map(INVITATION.read),
    }
  },

  findMember: (storeId: string, memberId: number) => findMember(pool, storeId, memberId),

  /** Empty for an unknown store. */
  async findOwners(storeId: string) {
    const owners = await OWNERS.row(
      pool,
      sql`select ${OWNERS.list} from stores st where id = ${storeId}`,
    )
    return owners ?? { emails: [], isTest: false, branding: null }
  },
})
