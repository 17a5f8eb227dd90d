import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import pg from 'pg'
import { assertMigrated, migrate } from './migrations.ts'
import { createDatabase, createTestDatabase } from '../testing/servers/test-postgres.ts'

let connection: { host: string; database: string; user: string }

beforeEach(async () => {
  const server = inject('postgres')
  connection = { ...server, database: `migrations_${crypto.randomUUID().replaceAll('-', '')}` }
  await createDatabase(server, { name: connection.database })
})

afterEach(() => run(`drop database ${connection.database} with (force)`, inject('postgres')))

async function run<Row>(statement: string, on: pg.ClientConfig = connection): Promise<Row[]> {
  const client = new pg.Client(on)
  await client.connect()
  try {
    return (await client.query(statement)).rows as Row[]
  } finally {
    await client.end()
  }
}

const FIRST = { code: '00', number: 0 }

const versions = async () =>
  (await run<{ version: number }>('select version from schema_migrations order by version')).map(
    ({ version }) => version,
  )
const tables = async () =>
  (
    await run<{ name: string }>(`
  select table_schema || '.' || table_name as name from information_schema.tables
  where table_schema in ('public', 'test_provider') order by 1`)
  ).map(({ name }) => name)

describe('contract §2, MIGRATE: migrations', () => {
  test('migrations make the schema out of nothing, and do nothing the second time', async () => {
    await migrate(connection)
    const [first, made] = [await versions(), await tables()]
    expect(first.length).toBeGreaterThan(0)
    expect(made).toContain('public.checkout_sessions')
    await migrate(connection)
    expect([await versions(), await tables()]).toEqual([first, made])
  })

  test('migrations may be run by many processes at once', async () => {
    await Promise.all(Array.from({ length: 6 }, () => migrate(connection)))
    const all = await versions()
    expect(new Set(all).size).toBe(all.length)
    expect(await tables()).toContain('public.orders')
  })

  test('a schema to which a newer version only added is fine, and is left as it is', async () => {
    await migrate(connection, { cell: FIRST })
    await run('insert into schema_migrations (version) values (9999)')
    const before = await tables()
    expect(await migrate(connection)).toBe(9999)
    await assertMigrated(connection, FIRST)
    expect(await tables()).toEqual(before)
  })

  test('a schema from which a newer version has taken what this one needs is refused', async () => {
    await migrate(connection)
    await run('insert into schema_migrations (version, oldest_service) values (9999, 9998)')
    const refusal = /schema version 9999, which services from version 9998.*start a newer service/
    await expect(migrate(connection)).rejects.toThrow(refusal)
    await expect(assertMigrated(connection, FIRST)).rejects.toThrow(refusal)
  })

  test('a service that may not migrate refuses a schema older than its own, or none', async () => {
    const refusal = /schema version \d+, this service needs \d+: run npm run migrate/
    await expect(assertMigrated(connection, FIRST)).rejects.toThrow(refusal)
    await migrate(connection)
    await run(
      'delete from schema_migrations where version = (select max(version) from schema_migrations)',
    )
    await expect(assertMigrated(connection, FIRST)).rejects.toThrow(refusal)
  })

  test('a role that may not migrate is told who may', async () => {
    await expect(migrate({ ...connection, user: 'service' })).rejects.toThrow(
      /^This role may not change the schema \(permission denied .+\): run npm run migrate as /,
    )
  })

  test('migrations leave nothing of a file that fails', async () => {
    await run('create table orders (id integer)')
    await expect(migrate(connection)).rejects.toThrow(/orders/)
    expect(await tables()).toEqual(['public.orders', 'public.schema_migrations'])
    expect(await versions()).toEqual([])
    await run('drop table orders')
    await migrate(connection)
    expect(await tables()).toContain('public.orders')
  })
})

describe('contract §2, DATABASE_URL: a database that no service can work with', () => {
  const expectRefusals = async (refusal: RegExp) => {
    await expect(migrate(connection)).rejects.toThrow(refusal)
    await expect(assertMigrated(connection, FIRST)).rejects.toThrow(refusal)
  }

  test.each([
    ['default_transaction_read_only = on', /^The database is read-only: alter database /],
    ['session_replication_role = replica', /no trigger would run: alter role postgres reset /],
    ['search_path = shop', /search_path \(shop\) does not lead there first: alter role postgres /],
  ])('%s is refused in one line with what to do', async (setting, refusal) => {
    await run(`alter database ${connection.database} set ${setting}`, inject('postgres'))
    await expectRefusals(refusal)
  })

  test('an encoding without all letters is refused in one line with what to do', async () => {
    await run(`drop database ${connection.database}`, inject('postgres'))
    await run(
      `create database ${connection.database} template template0 encoding 'LATIN1'`,
      inject('postgres'),
    )
    await expectRefusals(
      /^The database has the encoding LATIN1, .*encoding 'UTF8' template template0\.$/,
    )
  })
})

test('contract §2, MIGRATE: the services of these tests may read and write rows, and no more', async () => {
  const { url, drop } = await createTestDatabase()
  const statements = ['create table more (id integer)', 'alter table orders add column more text']
  for (const statement of statements)
    await expect(run(statement, { connectionString: url })).rejects.toThrow(
      /permission denied|must be owner/,
    )
  await drop()
})

describe('contract §2, MIGRATE: a migration beside buyers', () => {
  let folder: string
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'migrations-'))
    await migrate(connection)
    await run('create table shelves (id integer)')
  })
  afterEach(() => rm(folder, { recursive: true }))

  const later = async (text: string, say: (sentence: string) => void = () => undefined) => {
    await writeFile(join(folder, '9000-later.sql'), text)
    return migrate(connection, { say, folder: pathToFileURL(`${folder}/`) })
  }

  test('a migration says what it does', async () => {
    const said: string[] = []
    await later('alter table shelves add column name text', (sentence) => said.push(sentence))
    expect(said).toEqual([
      '9000-later.sql …',
      expect.stringMatching(/^9000-later.sql is done \(\d+ ms\)$/),
    ])
  })

  test('a migration lets buyers pass while somebody keeps its table, and comes after that', async () => {
    const { promise: waits, resolve } = Promise.withResolvers<void>()
    const holder = new pg.Client(connection)
    await holder.connect()
    await holder.query('begin; lock table shelves in access share mode')
    const migrating = later('alter table shelves add column name text', (sentence) => {
      if (sentence.includes('waits until others')) resolve()
    })
    await waits
    expect(await run('select count(*)::int as count from shelves')).toEqual([{ count: 0 }])
    await holder.end()
    expect(await migrating).toBe(9000)
    expect(await run('select name from shelves')).toEqual([])
  })

  test('a migration that was killed is run to its end by the next, statement by statement', async () => {
    const statements = (last: string) => `-- statement by statement
-- needs services from 9000
create table if not exists labels (id integer);
${last};
drop index concurrently if exists shelves_id;
create index concurrently shelves_id on shelves (id);`
    await expect(
      later(statements('select pg_terminate_backend(pg_backend_pid())')),
    ).rejects.toThrow(/terminat/)
    expect(await tables()).toContain('public.labels')
    expect(await versions()).not.toContain(9000)
    expect(await later(statements('select 1'))).toBe(9000)
    expect(
      await run("select 1 as found from pg_indexes where indexname = 'shelves_id'"),
    ).toHaveLength(1)
    await expect(migrate(connection)).rejects.toThrow(/start a newer service/)
  })
})

/** Rows that stay in their cell: of it alone, over soon, or a log of requests. */
const STAYING = [
  'public.api_requests',
  'public.common_settings',
  'public.event_log',
  'public.mail_counts',
  'public.member_refusals',
  'public.password_resets',
  'public.product_imports',
  'public.provider_notifications',
  'public.published_files',
  'public.receipt_keys',
  'public.reconciliation_rounds',
  'public.record_sweeps',
  'public.schema_migrations',
  'public.service_identity',
  'public.store_sessions',
  'public.used_challenges',
  'public.webhook_answers',
  'public.write_probe',
  'test_provider.payment_methods',
]

describe('contract §2, CELL: a database is one cell of several', () => {
  test('its numbers are those of no other cell, and it stays that cell', async () => {
    const cell = { code: '01', number: 1 }
    await migrate(connection)
    await expect(assertMigrated(connection, cell)).rejects.toThrow(/run npm run migrate/)
    await migrate(connection, { cell })
    await migrate(connection, { cell })
    const rows = await run<{ position: string }>(`
      insert into stores (id, name, plan, currency, delivery_options, allowed_origins)
      select 'st_' || n, 'Loom', 'pro', 'EUR', '[]', '{}' from generate_series(1, 3) n
      returning position::text`)
    const positions = rows.map(({ position }) => Number(position))
    expect(positions[0]).toBeGreaterThan(1e12)
    expect(positions.map((position) => position % 4096)).toEqual([1, 1, 1])
    expect(new Set(positions).size).toBe(3)
    await assertMigrated(connection, cell)
    const refusal = /The database is cell 01, and CELL is 00/
    await expect(migrate(connection, { cell: FIRST })).rejects.toThrow(refusal)
    await expect(assertMigrated(connection, FIRST)).rejects.toThrow(refusal)
  })

  test('the store is in the replica identity of each table whose rows move with it', async () => {
    await migrate(connection)
    const staying = await run<{ name: string }>(`
      select n.nspname || '.' || c.relname as name
      from pg_class c
      join pg_namespace n on n.oid = c.relnamespace
      where n.nspname in ('public', 'test_provider') and c.relkind = 'r' and c.relname <> 'stores'
        and not exists (
          select
          from pg_attribute a
          left join pg_index i on i.indrelid = c.oid and i.indisprimary
          where a.attrelid = c.oid and a.attname = 'store_id'
            and (c.relreplident = 'f' or a.attnum = any(i.indkey)))
      order by 1`)
    expect(staying.map(({ name }) => name)).toEqual(STAYING)
  })
})
