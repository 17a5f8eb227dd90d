import type { Sql } from '../../server/testing/sql.ts'
import type { Banks } from './banks.ts'
import type { Trouble } from './injector.ts'
import type { Death } from './chaos-service.ts'

/** In seconds, ascending. `undisturbed`: without a fault of the connections meanwhile. */
export type SettleTimes = { all: number[]; undisturbed: number[] }

/**
 * For each payment that a process died of: the time from the next life's start until it was
 * settled. Payments that wait for the buyer or a slow bank are left out.
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

/** A `performance.now()` value as a date. */
export const toTime = (moment: number) => new Date(moment + performance.timeOrigin)

/** A `Date.now()` value as one of `performance.now()`. */
export const toMonotonic = (time: number) => time - performance.timeOrigin
