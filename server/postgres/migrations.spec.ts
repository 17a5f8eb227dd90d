import { afterEach, beforeEach, describe, expect, inject, test } from 'vitest'
import pg from 'pg'
import { migrate } from './migrations.ts'
import { createDatabase } from '../testing/test-postgres.ts'

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

  test('migrations refuse a database that a newer version has migrated, and leave it as it is', async () => {
    await migrate(connection)
    await run('insert into schema_migrations (version) values (9999)')
    const before = await tables()
    await expect(migrate(connection)).rejects.toThrow(/schema version 9999.*start a newer service/)
    expect(await tables()).toEqual(before)
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
