import {
  type RowOf,
  bytes,
  columns,
  integer,
  moment,
  orNull,
  text,
  texts,
} from '../../postgres/columns.ts'
import { type Pool, type Queryable, type Transaction, sql } from '../../postgres/database.ts'
import { insertAudit } from '../../postgres/audit-log.ts'
import {
  type ByMember,
  type FactorSecrets,
  type Factors,
  type Passkey,
  secretHolder,
} from '../frame/members/accounts.ts'
import { auditChange, lockFactor, openPasskeyRecords, storeOf } from './passkeys.records.ts'

/** How many secrets one read takes to seal them again. */
const BATCH = 200

const PASSKEY = columns({
  id: integer('p.id'),
  name: text('p.name'),
  addedAt: moment('p.created_at'),
  lastUsedAt: orNull(moment('p.last_used_at')),
  credentialId: text('p.credential_id'),
  publicKey: text(`encode(p.public_key, 'base64')`),
  signCount: integer('p.sign_count'),
  transports: texts('p.transports'),
})

const SECRET = { sealed: bytes('sealed'), keyId: text('key_id') }

const FACTORS = columns({
  ...SECRET,
  recoveryCodesLeft: integer(
    '(select count(*) from member_recovery_codes where member_id = a.member_id)',
  ),
  passkeys: PASSKEY.many(`
    coalesce((
      select json_agg(${PASSKEY.object} order by p.id)
      from member_passkeys p
      where p.member_id = a.member_id), '[]')`),
})

const HELD = columns({ ...SECRET, memberId: integer('member_id') })

const MEMBER = columns({ id: integer('m.id'), email: text('m.email'), storeName: text('s.name') })

const toPasskey = ({ publicKey, ...passkey }: RowOf<typeof PASSKEY>): Passkey => ({
  ...passkey,
  publicKey: Buffer.from(publicKey, 'base64'),
})

async function find(db: Queryable, memberId: number): Promise<Factors | undefined> {
  const row = await FACTORS.row(
    db,
    sql`
      select ${FACTORS.list}
      from member_authenticators a
      where a.member_id = ${memberId}`,
  )
  if (!row) return undefined
  const { sealed, keyId, recoveryCodesLeft, passkeys } = row
  return {
    authenticator: { sealed, keyId },
    recoveryCodesLeft,
    passkeys: passkeys.map(toPasskey),
  }
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

type NewFactor = ByMember & {
  authenticator: Factors['authenticator']
  /** Of the code that has shown that the app has the secret. */
  step: number
  recoveryDigests: Buffer[]
  keptDigest: Buffer
}

const openUses = (pool: Pool) => ({
  /** Undefined for a member without a second factor. */
  find: (memberId: number) => find(pool, memberId),

  /**
   * Whether the code of this time step, or of a later one, was not used before. Then it is now.
   * Of several at once, one moves the step. The others wait for its row and find it moved.
   */
  useCodeStep: async (memberId: number, step: number) =>
    (await pool.run(sql`
      update member_authenticators
      set last_step = ${step}
      where member_id = ${memberId} and last_step < ${step}`)) > 0,

  useRecoveryCode: (memberId: number, { digest, actor }: ByMember & { digest: Buffer }) =>
    pool.transaction(async (tx) => {
      const count = await tx.run(sql`
        delete from member_recovery_codes
        where member_id = ${memberId} and digest = ${digest}`)
      return count > 0
        ? auditChange(tx, memberId, { actor, change: 'recovery_code_used' })
        : undefined
    }),
})

const openChanges = (pool: Pool) => ({
  /** Ends the member's other sessions. False when there is a second factor already. */
  turnOn: (
    memberId: number,
    { authenticator, step, recoveryDigests, keptDigest, actor }: NewFactor,
  ) =>
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
      await auditChange(tx, memberId, { actor, change: 'turned_on' })
      return true
    }),

  /** With it go the recovery codes and the passkeys. False when there was none. */
  turnOff: (memberId: number, { actor }: ByMember) =>
    pool.transaction(async (tx) => {
      const isOff = await removeFactors(tx, memberId)
      if (isOff) await auditChange(tx, memberId, { actor, change: 'turned_off' })
      return isOff
    }),

  /** Ends its sessions, too. `hadFactor`: false when nothing was there to end. */
  end: ({ storeId, email, actor }: ByMember & { storeId: string; email: string }) =>
    pool.transaction(async (tx) => {
      const member = await MEMBER.row(
        tx,
        sql`
          select ${MEMBER.list}
          from store_members m
          join stores s on s.id = m.store_id
          where m.store_id = ${storeId} and without_case(m.email) = without_case(${email})`,
      )
      if (!member) return undefined
      const hadFactor = await removeFactors(tx, member.id)
      if (hadFactor) {
        await tx.run(sql`delete from store_sessions where member_id = ${member.id}`)
        const action = 'member.second_factor.ended'
        await insertAudit(tx, storeId, { actor, action, subject: member.email })
      }
      return { email: member.email, storeName: member.storeName, hadFactor }
    }),
})

/** What is good once is good once, also for several requests at the same moment. */
export const openSecondFactors = (pool: Pool) => ({
  ...openUses(pool),
  ...openChanges(pool),

  ...openPasskeyRecords(pool),

  /** The ones before are void. False without a second factor. */
  renewRecoveryCodes: (memberId: number, { digests, actor }: ByMember & { digests: Buffer[] }) =>
    pool.transaction(async (tx) => {
      // Waits for a transaction that turns the factor off or renews the codes.
      if (!(await lockFactor(tx, memberId))) return false
      await tx.run(sql`delete from member_recovery_codes where member_id = ${memberId}`)
      await insertRecoveryCodes(tx, memberId, digests)
      await auditChange(tx, memberId, { actor, change: 'recovery_codes_renewed' })
      return true
    }),

  /**
   * Seals anew what is under an older key, and counts what no key of ours opens. In the order of
   * the members' numbers. A secret that does not open is skipped.
   */
  async sealAnew(secrets: FactorSecrets) {
    const count = { resealed: 0, unreadable: 0 }
    let after = 0
    let rows: RowOf<typeof HELD>[]
    do {
      rows = await HELD.rows(
        pool,
        sql`
          select ${HELD.list}
          from member_authenticators
          where key_id <> ${secrets.keyId} and member_id > ${after}
          order by member_id limit ${BATCH}`,
      )
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
