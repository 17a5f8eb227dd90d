import assert from 'node:assert/strict'
import type { PoolConfig } from 'pg'
import { columns, text } from '../../../server/postgres/columns.ts'
import { type Queryable, openPool, sql } from '../../../server/postgres/database.ts'
import { completeAttempts } from '../../../server/postgres/payments/attempt-moves.ts'
import { anAttempt } from '../../../server/testing/bank/an-attempt.ts'

const RUNS = 21

const PAID = columns({
  sessionId: text('session_id'),
  storeId: text('store_id'),
  variantId: text('variant_id::text'),
})

class TakenBack extends Error {}

/** How long a payment's transaction waits for writing its order, in milliseconds. Each try is rolled back. */
export async function measureWriting(connection: PoolConfig, db: Queryable): Promise<number[]> {
  // Deletes the newest order without attempts, whose session can then have another one.
  const paid = await PAID.onlyRow(
    db,
    sql`
      delete from orders where id = (select max(id) from orders where id < 0)
      returning ${PAID.list}`,
  )
  const attempt = anAttempt({ id: 'att_measured', ...paid, state: 'capturing' })
  await db.run(sql`
    insert into payment_attempts (id, session_id, variant_id, quantity, amount, currency,
      payment_method, customer_name, customer_phone,
      fulfillment_details, fulfillment_fee, lease_until, provider, store_id, state)
    values (${attempt.id}, ${attempt.sessionId}, ${attempt.variantId}, 1, 1990, 'EUR', 'pm', 'Ana',
      '1', '', 0, ${attempt.leaseUntil}, 'test', ${attempt.storeId}, ${attempt.state})`)
  const completion = {
    seen: attempt,
    change: { state: 'captured', check: 'never' },
    spareNumber: 'MEASU-RED01',
  } as const
  const pool = openPool(
    { ...connection, max: 1 },
    {
      onIdleError: (error) => {
        throw error
      },
    },
  )
  const times: number[] = []
  for (let run = 0; run < RUNS; run += 1) {
    await pool
      .transaction(async (tx) => {
        const startedAt = performance.now()
        const written = await completeAttempts(tx, [completion])
        times.push(performance.now() - startedAt)
        assert.equal(written.length, 1)
        throw new TakenBack()
      })
      .catch((error: unknown) => {
        if (!(error instanceof TakenBack)) throw error
      })
  }
  await pool.close()
  return times
}
