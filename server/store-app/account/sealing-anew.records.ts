import { type Pool, sql } from '../../postgres/database.ts'
import { type Factors, type SecondFactorRecords, secretHolder } from '../frame/second-factors.ts'

const BATCH = 200

/** Member by member, in the order of their numbers: what cannot be opened is passed by. */
export async function sealAnew(
  pool: Pool,
  secrets: Parameters<SecondFactorRecords['sealAnew']>[0],
) {
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
}
