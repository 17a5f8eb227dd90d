import { randomUUID } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { NO_LIMITS, sessionOf } from '../../postgres/connection/session.ts'

type Connection = { host: string; database: string; user: string }

export const TEMPLATE = 'template_migrated'

/** A new database with the newest schema and no rows. `drop` also ends open connections. */
export async function createTestDatabase(): Promise<{
  connection: Connection
  url: string
  /** With the service's own time limits. */
  impatientUrl: string
  drop: () => Promise<void>
}> {
  const server = inject('postgres')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  await createDatabase(server, { name, template: TEMPLATE })
  const connection = { ...server, database: name }
  return {
    connection,
    url: `${toUrl({ ...connection, user: SERVICE })}&${PATIENCE.toString()}`,
    impatientUrl: toUrl({ ...connection, user: SERVICE }),
    drop: () => onServer(server, `drop database ${name} with (force)`),
  }
}

/** An empty database of a new name, owned by the role that migrates. Returns its address. */
export async function anEmptyDatabase() {
  const server = inject('postgres')
  const name = `restored_${randomUUID().replaceAll('-', '')}`
  await createDatabase(server, { name })
  return toUrl({ ...server, database: name })
}

export const createDatabase = (
  server: Connection,
  {
    name,
    template = 'template0',
    locale = '',
  }: { name: string; template?: string; locale?: string },
) => onServer(server, `create database ${name} template ${template} strategy file_copy ${locale}`)

/** Replaces the service's time limits, so that a busy machine does not fail tests. */
const PATIENCE = new URLSearchParams({
  lock_timeout: '60000',
  statement_timeout: '120000',
  query_timeout: '120000',
  idle_in_transaction_session_timeout: '120000',
})

/** A role that reads and writes rows and changes no schema, as a service needs it. */
const SERVICE = 'service'

/** As in `docs/operate.md`. Databases that are made from this one have these rights, too. */
export const letServiceUse = (server: Connection, database: string) =>
  onServer(
    { ...server, database },
    `create role ${SERVICE} login;
     grant usage on schema public, test_provider to ${SERVICE};
     grant select, insert, update, delete on all tables in schema public, test_provider to ${SERVICE};
     grant select on all sequences in schema public, test_provider to ${SERVICE}`,
  )

/** The address for the database's owner. */
export const asOwner = (url: string) => url.replace(`//${SERVICE}@`, '//postgres@')

/** As in `DATABASE_URL`: the folder of the socket is in the query. */
const toUrl = ({ host, database, user }: Connection) =>
  `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`

export async function onServer(server: Connection, statement: string) {
  const client = new pg.Client(sessionOf(server, NO_LIMITS).connection)
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
