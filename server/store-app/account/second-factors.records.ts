import type { SecondFactorChange } from '../../checkout/audit.ts'
import { type Pool, type Queryable, type Transaction, sql } from '../../postgres/database.ts'
import { insertAudit } from '../../postgres/audit-log.ts'
import type {
  FactorHolder,
  Factors,
  Passkey,
  SecondFactorRecords,
} from '../frame/second-factors.ts'
import { openPasskeyRecords } from './passkeys.records.ts'
import { sealAnew } from './sealing-anew.records.ts'

type Parameter<Name extends keyof SecondFactorRecords> = Parameters<SecondFactorRecords[Name]>[1]

type FactorRow = Factors['authenticator'] & Pick<Factors, 'recoveryCodesLeft' | 'passkeys'>

/** JSON has neither bytes nor moments. */
const toPasskey = (row: Passkey): Passkey => ({
  ...row,
  publicKey: Buffer.from(String(row.publicKey), 'base64'),
  addedAt: new Date(row.addedAt),
  lastUsedAt: row.lastUsedAt && new Date(row.lastUsedAt),
})

async function find(db: Queryable, memberId: number): Promise<Factors | undefined> {
  const row = await db.row<FactorRow>(sql`
    select a.sealed, a.key_id as "keyId",
      (select count(*) from member_recovery_codes where member_id = a.member_id)::integer
        as "recoveryCodesLeft",
      coalesce((
        select json_agg(json_build_object(
          'id', p.id, 'name', p.name, 'addedAt', p.created_at, 'lastUsedAt', p.last_used_at,
          'credentialId', p.credential_id, 'publicKey', encode(p.public_key, 'base64'),
          'signCount', p.sign_count, 'transports', p.transports) order by p.id)
        from member_passkeys p
        where p.member_id = a.member_id), '[]') as passkeys
    from member_authenticators a
    where a.member_id = ${memberId}`)
  return (
    row && {
      authenticator: { sealed: row.sealed, keyId: row.keyId },
      recoveryCodesLeft: row.recoveryCodesLeft,
      passkeys: row.passkeys.map(toPasskey),
    }
  )
}

/** Of several at the same moment one moves it: the others wait for its row, and then it is over. */
const useCodeStep = async (db: Queryable, memberId: number, step: number) =>
  (await db.run(sql`
    update member_authenticators
    set last_step = ${step}
    where member_id = ${memberId} and last_step < ${step}`)) > 0

const findHolder = (tx: Transaction, memberId: number) =>
  tx.row<FactorHolder & { storeId: string }>(sql`
    select m.email, s.id as "storeId", s.name as "storeName"
    from store_members m
    join stores s on s.id = m.store_id
    where m.id = ${memberId}`)

/** Writes down what the member has done to its own second factor. */
async function tell(
  tx: Transaction,
  memberId: number,
  { actor, change }: { actor: Parameter<'turnOff'>['actor']; change: SecondFactorChange },
) {
  const holder = await findHolder(tx, memberId)
  if (holder)
    await insertAudit(tx, holder.storeId, { actor, action: `member.second_factor.${change}` })
  return holder
}

const useRecoveryCode = (
  pool: Pool,
  memberId: number,
  { digest, actor }: Parameter<'useRecoveryCode'>,
) =>
  pool.transaction(async (tx) => {
    const count = await tx.run(sql`
      delete from member_recovery_codes
      where member_id = ${memberId} and digest = ${digest}`)
    return count > 0 ? tell(tx, memberId, { actor, change: 'recovery_code_used' }) : undefined
  })

const insertRecoveryCodes = (tx: Transaction, memberId: number, digests: Buffer[]) =>
  tx.run(sql`
    insert into member_recovery_codes (member_id, digest)
    select ${memberId}::bigint, unnest(${digests}::bytea[])`)

const turnOn = (
  pool: Pool,
  memberId: number,
  { authenticator, step, recoveryDigests, keptDigest, actor }: Parameter<'turnOn'>,
) =>
  pool.transaction(async (tx) => {
    const count = await tx.run(sql`
      update store_members
      set second_factor_since = clock_timestamp()
      where id = ${memberId} and second_factor_since is null`)
    if (count === 0) return false
    await tx.run(sql`
      insert into member_authenticators (member_id, sealed, key_id, last_step)
      values (${memberId}, ${authenticator.sealed}, ${authenticator.keyId}, ${step})`)
    await insertRecoveryCodes(tx, memberId, recoveryDigests)
    await tx.run(
      sql`delete from store_sessions where member_id = ${memberId} and digest <> ${keptDigest}`,
    )
    await tell(tx, memberId, { actor, change: 'turned_on' })
    return true
  })

async function removeFactors(tx: Transaction, memberId: number) {
  const count = await tx.run(sql`
    update store_members
    set second_factor_since = null
    where id = ${memberId} and second_factor_since is not null`)
  await tx.run(sql`
    with passkeys as (delete from member_passkeys where member_id = ${memberId}),
    codes as (delete from member_recovery_codes where member_id = ${memberId})
    delete from member_authenticators
    where member_id = ${memberId}`)
  return count > 0
}

const turnOff = (pool: Pool, memberId: number, { actor }: Parameter<'turnOff'>) =>
  pool.transaction(async (tx) => {
    const isOff = await removeFactors(tx, memberId)
    if (isOff) await tell(tx, memberId, { actor, change: 'turned_off' })
    return isOff
  })

const end = (
  pool: Pool,
  { storeId, email, actor }: Parameters<SecondFactorRecords['end']>[0],
): ReturnType<SecondFactorRecords['end']> =>
  pool.transaction(async (tx) => {
    const member = await tx.row<FactorHolder & { id: number }>(sql`
      select m.id, m.email, s.name as "storeName"
      from store_members m
      join stores s on s.id = m.store_id
      where m.store_id = ${storeId} and lower(m.email) = lower(${email})`)
    if (!member) return undefined
    const hadFactor = await removeFactors(tx, member.id)
    if (hadFactor) {
      await tx.run(sql`delete from store_sessions where member_id = ${member.id}`)
      const action = 'member.second_factor.ended'
      await insertAudit(tx, storeId, { actor, action, subject: member.email })
    }
    return { email: member.email, storeName: member.storeName, hadFactor }
  })

const renewRecoveryCodes = (
  pool: Pool,
  memberId: number,
  { digests, actor }: Parameter<'renewRecoveryCodes'>,
) =>
  pool.transaction(async (tx) => {
    // Also waits for whoever does the same, or turns it off, at this moment.
    const factor = await tx.row(
      sql`select 1 from member_authenticators where member_id = ${memberId} for update`,
    )
    if (!factor) return false
    await tx.run(sql`delete from member_recovery_codes where member_id = ${memberId}`)
    await insertRecoveryCodes(tx, memberId, digests)
    await tell(tx, memberId, { actor, change: 'recovery_codes_renewed' })
    return true
  })

export const openSecondFactors = (pool: Pool): SecondFactorRecords => ({
  find: (memberId) => find(pool, memberId),
  useCodeStep: (memberId, step) => useCodeStep(pool, memberId, step),
  useRecoveryCode: (memberId, code) => useRecoveryCode(pool, memberId, code),
  turnOn: (memberId, factor) => turnOn(pool, memberId, factor),
  turnOff: (memberId, change) => turnOff(pool, memberId, change),
  end: (of) => end(pool, of),
  renewRecoveryCodes: (memberId, codes) => renewRecoveryCodes(pool, memberId, codes),
  ...openPasskeyRecords(pool, tell),
  sealAnew: (secrets) => sealAnew(pool, secrets),
})
