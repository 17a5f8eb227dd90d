import { type Pool, type Queryable, type Transaction, sql } from '../../postgres/database.ts'
import { insertAudit } from '../../postgres/audit-log.ts'
import { recordsOf, withMoments } from '../frame/open.records.ts'
import {
  type FactorHolder,
  type Factors,
  type Passkey,
  type SecondFactorRecords,
  secretHolder,
} from '../frame/accounts.ts'
import { lockFactor, openPasskeyRecords, storeOf, tell } from './passkeys.records.ts'

/** How many secrets one read takes to seal them again. */
const BATCH = 200

type FactorRow = Factors['authenticator'] & Pick<Factors, 'recoveryCodesLeft' | 'passkeys'>

/** Bytes and dates come out of JSON as text. */
const toPasskey = (row: Passkey): Passkey => ({
  ...withMoments(row, 'addedAt', 'lastUsedAt'),
  publicKey: Buffer.from(String(row.publicKey), 'base64'),
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

const insertRecoveryCodes = (tx: Transaction, memberId: number, digests: Buffer[]) =>
  tx.run(sql`
    insert into member_recovery_codes (store_id, member_id, digest)
    select ${storeOf(memberId)}, ${memberId}::bigint, unnest(${digests}::bytea[])`)

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

type OwnRecords = Omit<SecondFactorRecords, keyof ReturnType<typeof openPasskeyRecords>>

const openFactors = recordsOf<OwnRecords>({
  find,

  /** Of several at once, one moves the step. The others wait for its row and find it moved. */
  useCodeStep: async (pool, memberId, step) =>
    (await pool.run(sql`
      update member_authenticators
      set last_step = ${step}
      where member_id = ${memberId} and last_step < ${step}`)) > 0,

  useRecoveryCode: (pool, memberId, { digest, actor }) =>
    pool.transaction(async (tx) => {
      const count = await tx.run(sql`
        delete from member_recovery_codes
        where member_id = ${memberId} and digest = ${digest}`)
      return count > 0 ? tell(tx, memberId, { actor, change: 'recovery_code_used' }) : undefined
    }),

  turnOn: (pool, memberId, { authenticator, step, recoveryDigests, keptDigest, actor }) =>
    pool.transaction(async (tx) => {
      const count = await tx.run(sql`
        update store_members
        set second_factor_since = clock_timestamp()
        where id = ${memberId} and second_factor_since is null`)
      if (count === 0) return false
      await tx.run(sql`
        insert into member_authenticators (store_id, member_id, sealed, key_id, last_step)
        values (${storeOf(memberId)}, ${memberId}, ${authenticator.sealed}, ${authenticator.keyId}, ${step})`)
      await insertRecoveryCodes(tx, memberId, recoveryDigests)
      await tx.run(
        sql`delete from store_sessions where member_id = ${memberId} and digest <> ${keptDigest}`,
      )
      await tell(tx, memberId, { actor, change: 'turned_on' })
      return true
    }),

  turnOff: (pool, memberId, { actor }) =>
    pool.transaction(async (tx) => {
      const isOff = await removeFactors(tx, memberId)
      if (isOff) await tell(tx, memberId, { actor, change: 'turned_off' })
      return isOff
    }),

  end: (pool, { storeId, email, actor }) =>
    pool.transaction(async (tx) => {
      const member = await tx.row<FactorHolder & { id: number }>(sql`
        select m.id, m.email, s.name as "storeName"
        from store_members m
        join stores s on s.id = m.store_id
        where m.store_id = ${storeId} and without_case(m.email) = without_case(${email})`)
      if (!member) return undefined
      const hadFactor = await removeFactors(tx, member.id)
      if (hadFactor) {
        await tx.run(sql`delete from store_sessions where member_id = ${member.id}`)
        const action = 'member.second_factor.ended'
        await insertAudit(tx, storeId, { actor, action, subject: member.email })
      }
      return { email: member.email, storeName: member.storeName, hadFactor }
    }),

  renewRecoveryCodes: (pool, memberId, { digests, actor }) =>
    pool.transaction(async (tx) => {
      // Waits for a transaction that turns the factor off or renews the codes.
      if (!(await lockFactor(tx, memberId))) return false
      await tx.run(sql`delete from member_recovery_codes where member_id = ${memberId}`)
      await insertRecoveryCodes(tx, memberId, digests)
      await tell(tx, memberId, { actor, change: 'recovery_codes_renewed' })
      return true
    }),

  /** In the order of the members' numbers. A secret that does not open is skipped. */
  async sealAnew(pool, secrets) {
    const count = { resealed: 0, unreadable: 0 }
    let after = 0
    let rows: (Factors['authenticator'] & { memberId: number })[]
    do {
      rows = await pool.rows(sql`
        select member_id as "memberId", sealed, key_id as "keyId"
        from member_authenticators
        where key_id <> ${secrets.keyId} and member_id > ${after}
        order by member_id limit ${BATCH}`)
      for (const { memberId, ...old } of rows) {
        after = memberId
        const holder = secretHolder(memberId)
        const secret = secrets.open(old, holder)
        if (!secret) {
          count.unreadable += 1
          continue
        }
        const { sealed, keyId } = secrets.seal(secret, holder)
        count.resealed += await pool.run(sql`
          update member_authenticators
          set sealed = ${sealed}, key_id = ${keyId}
          where member_id = ${memberId} and sealed = ${old.sealed}`)
      }
    } while (rows.length === BATCH)
    return count
  },
})

export const openSecondFactors = (pool: Pool): SecondFactorRecords => ({
  ...openFactors(pool),
  ...openPasskeyRecords(pool),
})
