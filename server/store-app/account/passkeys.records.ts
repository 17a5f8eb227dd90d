import type { Actor, SecondFactorChange } from '../../checkout/audit.ts'
import { type Pool, type Transaction, isUniqueViolation, sql } from '../../postgres/database.ts'
import type {
  ByMember,
  NewPasskey,
  PasskeyUse,
  SecondFactorRecords,
} from '../frame/second-factors.ts'

type PasskeyRecords = Pick<
  SecondFactorRecords,
  'useChallenge' | 'usePasskey' | 'addPasskey' | 'renamePasskey' | 'removePasskey'
>

type Tell = (
  tx: Transaction,
  memberId: number,
  of: { actor: Actor; change: SecondFactorChange },
) => Promise<unknown>

const MAX_PASSKEYS = 10

/** Forgets those that would be too old by now: no challenge lives for an hour. */
async function useChallenge(pool: Pool, digest: Buffer) {
  const count = await pool.run(sql`
    with over as (delete from used_challenges where expires_at <= statement_timestamp())
    insert into used_challenges (digest, expires_at)
    values (${digest}, clock_timestamp() + interval '1 hour')
    on conflict (digest) do nothing`)
  return count > 0
}

const usePasskey = async (
  pool: Pool,
  memberId: number,
  { id, signCount, newSignCount }: PasskeyUse,
) =>
  (await pool.run(sql`
    update member_passkeys
    set sign_count = ${newSignCount}, last_used_at = clock_timestamp()
    where id = ${id} and member_id = ${memberId} and sign_count = ${signCount}`)) > 0

async function addPasskey(
  pool: Pool,
  tell: Tell,
  memberId: number,
  { credential, name, actor }: NewPasskey,
) {
  try {
    return await pool.transaction(async (tx) => {
      const factor = await tx.row(
        sql`select 1 from member_authenticators where member_id = ${memberId} for update`,
      )
      if (!factor) return 'no_second_factor' as const
      const count = await tx.run(sql`
        insert into member_passkeys
          (member_id, credential_id, public_key, sign_count, transports, name)
        select ${memberId}::bigint, ${credential.credentialId}, ${credential.publicKey}::bytea,
          ${credential.signCount}::bigint, ${credential.transports}::text[], ${name}
        where (select count(*) from member_passkeys where member_id = ${memberId}) < ${MAX_PASSKEYS}`)
      if (count === 0) return 'full' as const
      await tell(tx, memberId, { actor, change: 'passkey_added' })
      return 'added' as const
    })
  } catch (error) {
    if (isUniqueViolation(error, 'member_passkeys_credential_id_key')) return 'known' as const
    throw error
  }
}

const renamePasskey = async (pool: Pool, memberId: number, id: number, name: string) =>
  (await pool.run(sql`
    update member_passkeys
    set name = ${name}
    where id = ${id} and member_id = ${memberId}`)) > 0

const removePasskey = (pool: Pool, tell: Tell, memberId: number, id: number, { actor }: ByMember) =>
  pool.transaction(async (tx) => {
    const removed = await tx.row<{ name: string }>(sql`
      delete from member_passkeys
      where id = ${id} and member_id = ${memberId}
      returning name`)
    if (removed) await tell(tx, memberId, { actor, change: 'passkey_removed' })
    return removed?.name
  })

/** `tell`: writes down what was done, in the same transaction. */
export const openPasskeyRecords = (pool: Pool, tell: Tell): PasskeyRecords => ({
  useChallenge: (digest) => useChallenge(pool, digest),
  usePasskey: (memberId, use) => usePasskey(pool, memberId, use),
  addPasskey: (memberId, passkey) => addPasskey(pool, tell, memberId, passkey),
  renamePasskey: (memberId, id, name) => renamePasskey(pool, memberId, id, name),
  removePasskey: (memberId, id, change) => removePasskey(pool, tell, memberId, id, change),
})
