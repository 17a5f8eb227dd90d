import type { PasswordResets, StoreAccounts } from '../frame/accounts.ts'
import { recordsOf } from '../frame/open.records.ts'
import { type Pool, type Transaction, sql } from '../../postgres/database.ts'
import { insertAudit } from '../../postgres/audit-log.ts'

type Member = { storeId: string; email: string; storeName: string }

/** Also deletes the member's other links, which could replace the new password. */
async function setPassword(tx: Transaction, memberId: number, passwordHash: string) {
  await tx.run(sql`delete from password_resets where member_id = ${memberId}`)
  return tx.row<Member>(sql`
    update store_members m
    set password_hash = ${passwordHash}
    from stores s
    where m.id = ${memberId} and s.id = m.store_id
    returning s.id as "storeId", s.name as "storeName", m.email`)
}

type Change = Parameters<StoreAccounts['changePassword']>[1]

export const changePassword = (
  pool: Pool,
  memberId: number,
  { passwordHash, keptDigest, actor }: Change,
) =>
  pool.transaction(async (tx) => {
    const member = await setPassword(tx, memberId, passwordHash)
    await tx.run(
      sql`delete from store_sessions where member_id = ${memberId} and digest <> ${keptDigest}`,
    )
    if (member) await insertAudit(tx, member.storeId, { actor, action: 'member.password_changed' })
  })

export const openPasswordResets = recordsOf<PasswordResets>({
  issue: (pool, { email, storeId, digest, issuedBy }) =>
    pool.transaction(async (tx) => {
      const member = await tx.row<Member & { id: number }>(sql`
        select m.id, m.email, s.id as "storeId", s.name as "storeName"
        from store_members m
        join stores s on s.id = m.store_id
        where without_case(m.email) = without_case(${email})
          and (${storeId ?? null}::text is null or s.id = ${storeId ?? null})`)
      if (!member) return undefined
      await tx.run(sql`
        delete from password_resets
        where member_id = ${member.id} and expires_at <= statement_timestamp()`)
      const link = await tx.row<{ expiresAt: Date }>(sql`
        insert into password_resets (member_id, digest)
        values (${member.id}, ${digest})
        returning expires_at as "expiresAt"`)
      if (issuedBy) {
        await insertAudit(tx, member.storeId, {
          actor: issuedBy,
          action: 'member.reset_link_issued',
          subject: member.email,
        })
      }
      return link && { email: member.email, storeName: member.storeName, expiresAt: link.expiresAt }
    }),

  find: (pool, digest) =>
    pool.row(sql`
      select m.email
      from password_resets r
      join store_members m on m.id = r.member_id
      where r.digest = ${digest} and r.expires_at > statement_timestamp()`),

  /**
   * Locks the member first, so that one of several links used at once changes the password, and the
   * others find themselves deleted.
   */
  use: (pool, digest, { passwordHash, address }) =>
    pool.transaction(async (tx) => {
      await tx.run(sql`
        select 1 from store_members
        where id = (select member_id from password_resets where digest = ${digest})
        for update`)
      const link = await tx.row<{ memberId: number }>(sql`
        delete from password_resets
        where digest = ${digest} and expires_at > statement_timestamp()
        returning member_id as "memberId"`)
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
