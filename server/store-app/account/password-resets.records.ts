import type { Actor } from '../../checkout/stores/audit.ts'
import { columns, integer, moment, text } from '../../postgres/columns.ts'
import { type Pool, type Transaction, sql } from '../../postgres/database.ts'
import { insertAudit } from '../../postgres/audit-log.ts'

/** Of `store_members m` and its `stores s`. */
const PARTS = { storeId: text('s.id'), email: text('m.email'), storeName: text('s.name') }
const MEMBER = columns(PARTS)
const NUMBERED = columns({ ...PARTS, id: integer('m.id') })
const EMAIL = columns({ email: PARTS.email })

const LINK = columns({ memberId: integer('member_id'), expiresAt: moment('expires_at') })

/** Also deletes the member's other links, which could replace the new password. */
async function setPassword(tx: Transaction, memberId: number, passwordHash: string) {
  await tx.run(sql`delete from password_resets where member_id = ${memberId}`)
  return MEMBER.row(
    tx,
    sql`
      update store_members m
      set password_hash = ${passwordHash}
      from stores s
      where m.id = ${memberId} and s.id = m.store_id
      returning ${MEMBER.list}`,
  )
}

export type PasswordChange = { passwordHash: string; keptDigest: Buffer; actor: Actor }

/** Ends the member's other sessions and open reset links. */

export const changePassword = (
  pool: Pool,
  memberId: number,
  { passwordHash, keptDigest, actor }: PasswordChange,
) =>
  pool.transaction(async (tx) => {
    const member = await setPassword(tx, memberId, passwordHash)
    await tx.run(
      sql`delete from store_sessions where member_id = ${memberId} and digest <> ${keptDigest}`,
    )
    if (member) await insertAudit(tx, member.storeId, { actor, action: 'member.password_changed' })
  })

type NewReset = {
  email: string
  storeId?: string
  digest: Buffer
  /** The owner who did it for them. */
  issuedBy?: Actor
}

const openLinks = (pool: Pool) => ({
  /** Undefined when there is no such member. */
  issue: ({ email, storeId, digest, issuedBy }: NewReset) =>
    pool.transaction(async (tx) => {
      const member = await NUMBERED.row(
        tx,
        sql`
          select ${NUMBERED.list}
          from store_members m
          join stores s on s.id = m.store_id
          where without_case(m.email) = without_case(${email})
            and (${storeId ?? null}::text is null or s.id = ${storeId ?? null})`,
      )
      if (!member) return undefined
      await tx.run(sql`
        delete from password_resets
        where member_id = ${member.id} and expires_at <= statement_timestamp()`)
      const link = await LINK.onlyRow(
        tx,
        sql`
          insert into password_resets (member_id, digest)
          values (${member.id}, ${digest})
          returning ${LINK.list}`,
      )
      if (issuedBy) {
        await insertAudit(tx, member.storeId, {
          actor: issuedBy,
          action: 'member.reset_link_issued',
          subject: member.email,
        })
      }
      return { email: member.email, storeName: member.storeName, expiresAt: link.expiresAt }
    }),

  /** Whose account the link opens; undefined when it is over. */
  find: (digest: Buffer) =>
    EMAIL.row(
      pool,
      sql`
        select ${EMAIL.list}
        from password_resets r
        join store_members m on m.id = r.member_id
        where r.digest = ${digest} and r.expires_at > statement_timestamp()`,
    ),
})

/**
 * A link to a new password works for an hour, once, even when somebody asks for another meanwhile.
 */
export const openPasswordResets = (pool: Pool) => ({
  ...openLinks(pool),

  /**
   * Ends every link and every session of its member. Undefined when the link was over by then.
   * Locks the member first, so that one of several links used at once changes the password, and the
   * others find themselves deleted.
   */
  use: (
    digest: Buffer,
    { passwordHash, address }: { passwordHash: string; address: string | null },
  ) =>
    pool.transaction(async (tx) => {
      await tx.run(sql`
        select 1 from store_members
        where id = (select member_id from password_resets where digest = ${digest})
        for update`)
      const link = await LINK.row(
        tx,
        sql`
          delete from password_resets
          where digest = ${digest} and expires_at > statement_timestamp()
          returning ${LINK.list}`,
      )
      const member = link && (await setPassword(tx, link.memberId, passwordHash))
      if (!member) return undefined
      await tx.run(sql`delete from store_sessions where member_id = ${link.memberId}`)
      await insertAudit(tx, member.storeId, {
        actor: { name: member.email, address },
        action: 'member.password_reset',
      })
      return { email: member.email, storeName: member.storeName }
    }),
})
