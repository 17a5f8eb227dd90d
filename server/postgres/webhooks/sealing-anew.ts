import type { SealedText } from '../../checkout/ports/webhook-records.ts'
import { type RowOf, bytes, columns, orNull, text } from '../columns.ts'
import { type Pool, sql } from '../database.ts'

const BATCH = 200

/** `keyId`: of the newest key. */
type Sealing = {
  keyId: string
  seal(secret: Uint8Array, holder: string): SealedText
  open(sealed: SealedText, holder: string): Buffer | undefined
}

const SECRETS = columns({
  id: text('id'),
  sealed: bytes('sealed'),
  keyId: text('key_id'),
  previousSealed: orNull(bytes('previous_sealed')),
  previousKeyId: orNull(text('previous_key_id')),
})

/** Seals all secrets with the newest key, before older ones go. Counts what no key opens. */
export async function sealAnew(
  pool: Pool,
  { secrets, holderOf }: { secrets: Sealing; holderOf: (endpointId: string) => string },
) {
  const count = { resealed: 0, unreadable: 0 }
  let after = ''
  let rows: RowOf<typeof SECRETS>[]
  do {
    rows = await SECRETS.rows(
      pool,
      sql`
        select ${SECRETS.list}
        from webhook_endpoints
        where deleted_at is null and id > ${after}
          and (key_id <> ${secrets.keyId} or previous_key_id <> ${secrets.keyId})
        order by id limit ${BATCH}`,
    )
    for (const row of rows) {
      after = row.id
      const anew = (old: SealedText) => {
        const secret = secrets.open(old, holderOf(row.id))
        return secret && secrets.seal(secret, holderOf(row.id))
      }
      const secret = anew(row)
      if (!secret) {
        count.unreadable += 1
        continue
      }
      const { previousSealed, previousKeyId } = row
      const previous =
        previousSealed !== null && previousKeyId !== null
          ? anew({ sealed: previousSealed, keyId: previousKeyId })
          : undefined
      count.resealed += await pool.run(sql`
        update webhook_endpoints
        set sealed = ${secret.sealed}, key_id = ${secret.keyId},
          previous_sealed = ${previous?.sealed ?? null}, previous_key_id = ${previous?.keyId ?? null}
        where id = ${row.id} and sealed = ${row.sealed}`)
    }
  } while (rows.length === BATCH)
  return count
}
