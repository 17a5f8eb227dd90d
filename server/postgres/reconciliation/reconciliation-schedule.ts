import type { ReconciliationSchedule } from '../../checkout/ports/reconciliation-schedule.ts'
import { columns, flag, integer, json, moment, orNull } from '../columns.ts'
import { type Pool, fragment, named } from '../database.ts'

const CLAIM = columns({ days: integer('days') })

const LAST = columns({
  finishedAt: orNull(moment('finished_at')),
  differences: json<Record<string, number>>('differences'),
})

const FIRST = columns({
  unsureBefore: moment('unsure_before'),
  lostSince: moment('lost_since'),
  isOver: flag(`unsure_before <= statement_timestamp() - interval '30 minutes'`),
})

/** When the last finished comparison began. The first one looks back as far as possible. */
const LAST_START = fragment(`coalesce(started_at, clock_timestamp() - interval '28 days')`)

export const openReconciliationSchedule = (pool: Pool): ReconciliationSchedule => ({
  claim: () =>
    CLAIM.row(
      pool,
      named('claim-reconciliation')`
        update reconciliation_rounds
        set next_at = clock_timestamp() + interval '1 hour',
          history = database_history(),
          claimed_at = clock_timestamp()
        where database_history() is not null
          and (next_at <= statement_timestamp() or history is distinct from database_history())
        returning least(30,
          2 + ceil(extract(epoch from clock_timestamp() - ${LAST_START}) / 86400))::integer as days`,
    ),
  async finish({ compared, differences }) {
    await pool.run(named('finish-reconciliation')`
      update reconciliation_rounds
      set next_at = clock_timestamp() + interval '1 day' - random() * interval '1 hour',
        started_at = claimed_at,
        finished_at = clock_timestamp(),
        compared = ${compared},
        differences = ${JSON.stringify(differences)}::jsonb`)
  },
  readLast: async () =>
    (await LAST.row(
      pool,
      named('last-reconciliation')`select ${LAST.list} from reconciliation_rounds`,
    )) ?? { finishedAt: null, differences: {} },
  claimFirst: () =>
    FIRST.row(
      pool,
      named('claim-first-comparison')`
        update reconciliation_rounds
        set look_at = clock_timestamp() + interval '15 seconds'
        where unsure_before is not null
          and look_at <= statement_timestamp()
        returning ${FIRST.list}`,
    ),
  trust: async (unsureBefore) =>
    (await pool.run(named('trust-record')`
      update reconciliation_rounds
      set unsure_before = null
      where unsure_before = ${unsureBefore}`)) === 1,
})
