import { setTimeout as wait } from 'node:timers/promises'
import { ALWAYS } from '../../server/postgres/upkeep/invariants.ts'
import { findBroken } from '../../server/testing/invariants.ts'
import type { Sql } from '../../server/testing/sql.ts'
import type { Violation } from './history.ts'

const CHECK_INTERVAL_MS = 1_000

export const toViolations = (broken: Record<string, { id: string }[]>): Violation[] =>
  Object.entries(broken).map(([invariant, rows]) => ({
    invariant,
    subject: `${rows.length} rows`,
    detail: rows
      .slice(0, 5)
      .map(({ id }) => id)
      .join(', '),
  }))

type Inspection = {
  /** Checks the clients' logs so far. */
  inspectLogs: () => Promise<Violation[]>
  onViolations: (broken: Violation[]) => void
}

/** Checks again and again what must always hold, as often as the size of the tables allows. */
export function startInspector(sql: Sql, { inspectLogs, onViolations }: Inspection) {
  let isStopped = false
  let looks = 0
  const inspect = async () => {
    // While PostgreSQL is away, there is nothing to check.
    const broken = await findBroken(sql, ALWAYS).catch(() => undefined)
    if (broken) looks += 1
    onViolations([...toViolations(broken ?? {}), ...(await inspectLogs())])
  }
  const work = async () => {
    while (!isStopped) {
      const startedAt = performance.now()
      await inspect()
      await wait(Math.max(CHECK_INTERVAL_MS, 5 * (performance.now() - startedAt)))
    }
  }
  const working = work()
  return {
    looks: () => looks,
    async stop() {
      isStopped = true
      await working
    },
  }
}
