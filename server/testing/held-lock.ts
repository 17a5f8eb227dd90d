import pg from 'pg'
import { NO_LIMITS, sessionOf } from '../postgres/connection/session.ts'
import { expect } from 'vitest'

/** Keeps what the statement locks locked, as another process in a transaction would. */
export async function holdLock(databaseUrl: string, statement: string, values: unknown[] = []) {
  const { connection } = sessionOf({ connectionString: databaseUrl }, NO_LIMITS)
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('begin')
  await client.query(statement, values)
  return {
    query: (text: string) => client.query(text, values),
    commit: async () => {
      await client.query('commit')
      await client.end()
    },
    someoneWaits: async (atLeast = 1) =>
      await expect
        .poll(
          async () => {
            // In one transaction PostgreSQL repeats the first snapshot of activity.
            await client.query('select pg_stat_clear_snapshot()')
            const { rowCount } = await client.query(`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`)
            return rowCount
          },
          { interval: 5 },
        )
        .toBeGreaterThanOrEqual(atLeast),
  }
}
