import type pg from 'pg'
import { reconcileWhenDue } from '../../server/checkout/payments/reconciliation-round.ts'
import { openReconciliationSchedule } from '../../server/postgres/reconciliation/reconciliation-schedule.ts'
import { openReconciliation } from '../../server/postgres/reconciliation/reconciliation.ts'
import { sql } from '../../server/postgres/database.ts'
import type { Random } from '../model/seeded-random.ts'
import type { Banks } from './banks.ts'
import { openCore } from './core.ts'

/** Today's comparison with the banks' books, which finds what notifications did not tell. */
export async function compareToday(
  connection: pg.PoolConfig,
  { banks, random }: { banks: Banks; random: Random },
) {
  const { pool, core, close } = await openCore(connection, { banks, random, isReliable: true })
  try {
    await pool.run(sql`update reconciliation_rounds set next_at = clock_timestamp()`)
    await reconcileWhenDue(core, {
      schedule: openReconciliationSchedule(pool),
      openRecords: () => openReconciliation(connection),
      mustStop: () => false,
    })
  } finally {
    await close()
  }
}
