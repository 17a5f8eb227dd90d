import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'

type Connection = { host: string; database: string; user: string }

export const TEMPLATE = 'template_migrated'

/**
 * A database of its own with the newest schema and no rows; `drop` also ends connections that a
 * test left open.
 */
export async function createTestDatabase(): Promise<{
  connection: Connection
  url: string
  /** There the service's own limits of time hold. */
  impatientUrl: string
  drop: () => Promise<void>
}> {
  const server = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await createDatabase(server, { name, template: TEMPLATE })
  const connection = { ...server, database: name }
  return {
    connection,
    url: `${toUrl(connection)}&${PATIENCE.toString()}`,
    impatientUrl: toUrl(connection),
    drop: () => onServer(server, `drop database ${name} with (force)`),
  }
}

export const createDatabase = (
  server: Connection,
  { name, template = 'template0' }: { name: string; template?: string },
) => onServer(server, `create database ${name} template ${template} strategy file_copy`)

/** In place of the service's own limits of time: a busy machine does not make it give up. */
const PATIENCE = new URLSearchParams({
  lock_timeout: '60000',
  statement_timeout: '120000',
  query_timeout: '120000',
  idle_in_transaction_session_timeout: '120000',
})

/** The same as `DATABASE_URL` would say it: a socket's folder stands in the query. */
const toUrl = ({ host, database, user }: Connection) =>
  `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`

async function onServer(server: Connection, statement: string) {
  const client = new pg.Client(server)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
