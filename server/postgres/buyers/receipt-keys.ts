import { columns, json } from '../columns.ts'
import { type Pool, named, sql } from '../database.ts'

/** A public key, as `/.well-known/jwks.json` shows it. */
export type PublicKey = { kid?: string }

const KEPT = columns({ key: json<PublicKey>('key') })

/** For how long what was read is shown again: anybody may ask. */
const FRESH_MS = 5_000

/**
 * The public keys of receipts, retired ones included. `own`: of this process, which the record has
 * before anything is signed.
 */
export async function openReceiptKeys<Key extends PublicKey>(
  pool: Pool,
  own: Key[],
  monotonicMs: () => number,
) {
  for (const key of own)
    await pool.run(sql`
      insert into receipt_keys (kid, key) values (${key.kid}, ${JSON.stringify(key)})
      on conflict do nothing`)
  let known: PublicKey[] = own
  let freshUntilMs = 0

  const read = async () => {
    const rows = await KEPT.rows(
      pool,
      named('read-receipt-keys')`select ${KEPT.list} from receipt_keys order by first_seen_at desc`,
    )
    return rows.map(({ key }) => key)
  }

  return {
    /** Those of this process first. When the record does not answer, as they were last seen. */
    async all() {
      if (monotonicMs() < freshUntilMs) return known
      freshUntilMs = monotonicMs() + FRESH_MS
      const kept = await read().catch(() => known)
      known = [...own, ...kept.filter(({ kid }) => own.every((each) => each.kid !== kid))]
      return known
    },
  }
}
