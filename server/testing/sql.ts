import pg from 'pg'

export type Sql = {
  rows<Row = Record<string, unknown>>(text: string, values?: unknown[]): Promise<Row[]>
  close(): Promise<void>
}

/**
 * A look into a test's database beside the service: to check what is written there, and to move
 * clocks.
 */
export function openSql(databaseUrl: string): Sql {
  const pool = new pg.Pool({ connectionString: databaseUrl, max: 2 })
  // A test may end all connections of the database.
  pool.on('error', () => undefined)
  return {
    rows: async <Row>(text: string, values: unknown[] = []) =>
      (await pool.query(text, values)).rows as Row[],
    close: () => pool.end(),
  }
}
