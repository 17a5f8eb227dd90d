import type { Actor, SecondFactorChange } from '../../checkout/stores/audit.ts'
import { insertAudit } from '../../postgres/audit-log.ts'
import { columns, text } from '../../postgres/columns.ts'
import {
  type Pool,
  type Transaction,
  isUniqueViolation,
  piece,
  sql,
} from '../../postgres/database.ts'
import type { ByMember, NewPasskey, Passkey } from '../frame/members/accounts.ts'

const MAX_PASSKEYS = 10

export const storeOf = (memberId: number) =>
  piece`(select store_id from store_members where id = ${memberId})`

const HOLDER = columns({
  email: text('m.email'),
  storeId: text('s.id'),
  storeName: text('s.name'),
})

const NAME = columns({ name: text('name') })

/** Writes into the audit log that the member changed the second factor. */
export async function auditChange(
  tx: Transaction,
  memberId: number,
  { actor, change }: { actor: Actor; change: SecondFactorChange },
) {
  const holder = await HOLDER.row(
    tx,
    sql`
      select ${HOLDER.list}
      from store_members m
      join stores s on s.id = m.store_id
      where m.id = ${memberId}`,
  )
  if (holder)
    await insertAudit(tx, holder.storeId, { actor, action: `member.second_factor.${change}` })
  return holder
}

/**
 * The member's second factor; others who change it wait. Undefined when the member has no factor.
 */
export const lockFactor = (tx: Transaction, memberId: number) =>
  tx.row(sql`select 1 from member_authenticators where member_id = ${memberId} for update`)

const openUses = (pool: Pool) => ({
  /**
   * False when it was used before. Also deletes expired ones: no challenge lives for an hour.
   */
  async useChallenge(digest: Buffer) {
    const count = await pool.run(sql`
      with over as (delete from used_challenges where expires_at <= statement_timestamp())
      insert into used_challenges (digest, expires_at)
      values (${digest}, clock_timestamp() + interval '1 hour')
      on conflict (digest) do nothing`)
    return count > 0
  },

  /** `signCount`: what the passkey's device has counted; false when it was used meanwhile. */
  usePasskey: async (
    memberId: number,
    { id, signCount, newSignCount }: Pick<Passkey, 'id' | 'signCount'> & { newSignCount: number },
  ) =>
    (await pool.run(sql`
      update member_passkeys
      set sign_count = ${newSignCount}, last_used_at = clock_timestamp()
      where id = ${id} and member_id = ${memberId} and sign_count = ${signCount}`)) > 0,
})

export const openPasskeyRecords = (pool: Pool) => ({
  ...openUses(pool),

  /** `full`: there are ten. `known`: it belongs to an account already. */
  async addPasskey(memberId: number, { credential, name, actor }: NewPasskey) {
    try {
      return await pool.transaction(async (tx) => {
        if (!(await lockFactor(tx, memberId))) return 'no_second_factor'
        const count = await tx.run(sql`
          insert into member_passkeys
            (store_id, member_id, credential_id, public_key, sign_count, transports, name)
          select ${storeOf(memberId)}, ${memberId}::bigint, ${credential.credentialId}, ${credential.publicKey}::bytea,
            ${credential.signCount}::bigint, ${credential.transports}::text[], ${name}
          where (select count(*) from member_passkeys where member_id = ${memberId}) < ${MAX_PASSKEYS}`)
        if (count === 0) return 'full'
        await auditChange(tx, memberId, { actor, change: 'passkey_added' })
        return 'added'
      })
    } catch (error) {
      if (isUniqueViolation(error, 'member_passkeys_credential_id_key')) return 'known'
      throw error
    }
  },

  renamePasskey: async (memberId: number, id: number, name: string) =>
    (await pool.run(sql`
      update member_passkeys
      set name = ${name}
      where id = ${id} and member_id = ${memberId}`)) > 0,

  /** Its name; undefined when it is not the member's. */
  removePasskey: (memberId: number, id: number, { actor }: ByMember) =>
    pool.transaction(async (tx) => {
      const removed = await NAME.row(
        tx,
        sql`
          delete from member_passkeys
          where id = ${id} and member_id = ${memberId}
          returning ${NAME.list}`,
      )
      if (removed) await auditChange(tx, memberId, { actor, change: 'passkey_removed' })
      return removed?.name
    }),
})
