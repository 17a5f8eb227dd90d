import pg from 'pg'
import { NO_LIMITS, sessionOf } from '../postgres/connection/session.ts'
import { asOwner } from './servers/test-postgres.ts'

export type Sql = {
  rows<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/** Reads and changes a test's database beside the service, for checks and to move clocks. */
export function openSql(databaseUrl: string): Sql {
  const { connection } = sessionOf({ connectionString: asOwner(databaseUrl) }, NO_LIMITS)
  const pool = new pg.Pool({ ...connection, max: 2 })
  // Tests may end all connections of the database.
  pool.on('error', () => undefined)
  return {
    rows: async <Row>(text: string, values: unknown[] = []) =>
      (await pool.query(text, values)).rows as Row[],
    close: () => pool.end(),
  }
}
