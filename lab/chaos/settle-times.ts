import type { Sql } from '../../server/testing/sql.ts'
import type { Banks } from './banks.ts'
import type { Trouble } from './injector.ts'
import type { Death } from './chaos-service.ts'

/**
 * In seconds, ascending. `undisturbed`: those during which neither PostgreSQL nor the process's
 * wires were broken.
 */
export type SettleTimes = { all: number[]; undisturbed: number[] }

/**
 * For each payment that a process died of: how long after the next life was listening it was
 * settled. Payments that wait for somebody else, the buyer at the bank's page or a slow bank, are
 * left out.
 */
export async function settleTimes(
  { sql, banks }: { sql: Pick<Sql, 'rows'>; banks: Pick<Banks, 'slowAttempts'> },
  { deaths, troubles }: { deaths: Death[]; troubles: Trouble[] },
): Promise<SettleTimes> {
  const times: SettleTimes = { all: [], undisturbed: [] }
  const slow = await banks.slowAttempts()
  for (const { service, at, readyAt, paying } of deaths) {
    if (paying.length === 0 || readyAt === null) continue
    const settled = await sql.rows<{ settled_at: Date }>(
      `select a.settled_at from payment_attempts a
      where a.session_id = any($1) and a.created_at <= $2 and a.settled_at > $2 and a.challenge_url is null
        and a.id <> all($3)`,
      [paying, new Date(at), slow],
    )
    for (const { settled_at: settledAt } of settled) {
      const seconds = Math.max(0, settledAt.getTime() - readyAt) / 1000
      times.all.push(seconds)
      const isDisturbed = troubles.some(
        ({ kind, from, to }) =>
          kind !== `kill ${service}` &&
          (kind.includes('postgres') || kind.includes(service)) &&
          from < toMonotonic(settledAt.getTime()) &&
          to > toMonotonic(at),
      )
      if (!isDisturbed) times.undisturbed.push(seconds)
    }
  }
  return {
    all: times.all.toSorted((a, b) => a - b),
    undisturbed: times.undisturbed.toSorted((a, b) => a - b),
  }
}

/** What `performance.now()` has said, as a moment. */
export const toTime = (moment: number) => new Date(moment + performance.timeOrigin)

/** `Date.now()` as `performance.now()` would have said it. */
export const toMonotonic = (time: number) => time - performance.timeOrigin
