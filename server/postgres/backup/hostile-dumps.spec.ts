import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { buffer } from 'node:stream/consumers'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { asOwner, createTestDatabase } from '../../testing/servers/test-postgres.ts'
import { createDumpReader } from './dump-reader.ts'
import { TABLES, type Table } from './dump-format.ts'
import { loadLines } from './load-lines.ts'
import { writeDump } from './write-dump.ts'

const database = await createTestDatabase()
/** As the owner of the server, who may run programs. */
const client = new pg.Client({ connectionString: asOwner(database.url) })
/** Made by a program that a backup runs. */
const proof = join(tmpdir(), `hc-proof-${crypto.randomUUID()}`)
/** What follows the header of a backup, each byte as a character. */
let lines: string
let rows: number

beforeAll(async () => {
  await client.connect()
  await client.query(
    "insert into stores (id, name, plan, currency, delivery_options, allowed_origins) values ('s', 'Löm', 'pro', 'EUR', '[]', '{}')",
  )
  const dump = await buffer(writeDump(database.connection, { signingKey: '' }))
  lines = dump.toString('latin1').replace(/^(.*\n){2}/, '')
  const tables = (await client.query<Table>(TABLES)).rows.map(({ name }) => name)
  rows = 0
  for (const name of tables)
    rows += Number((await client.query(`select count(*) from ${name}`)).rows[0].count)
  await client.query(`truncate ${tables.join(', ')}`)
})

afterAll(async () => {
  await client.end()
  await database.drop()
})

/** Loads it, and leaves the tables empty. */
async function load(dump: string) {
  await client.query('begin; set local session_replication_role = replica')
  try {
    const reader = createDumpReader(
      (async function* once() {
        yield Buffer.from(dump, 'latin1')
      })(),
    )
    return await loadLines(client, reader)
  } finally {
    await client.query('rollback')
  }
}

const before = (line: string) => () => `${line}\n${lines}`
const change = (from: string | RegExp, to: string) => () => {
  const changed = lines.replace(from, to)
  expect(changed).not.toBe(lines)
  return changed
}

const NO_TABLE = /has no table/
const NO_SEQUENCE = /has no sequence/
const OTHER_COLUMNS = /The columns of public.stores are not those/
const NO_LINE = /is of no backup/

describe('contract §8: a backup is data', () => {
  test('what was written is loaded, with its columns in any order', async () => {
    expect(await load(lines)).toBe(rows)
    expect(rows).toBeGreaterThan(1)
    const turned = change(/(COPY public.webhook_endpoints \()(\w+), (\w+)/, '$1$3, $2')
    expect(await load(turned())).toBe(rows)
  })

  test.each([
    [
      'a program',
      before(`COPY (select 1) TO PROGRAM 'touch ${proof}'; COPY public.stores (id) FROM stdin;`),
      NO_LINE,
    ],
    [
      'a program behind a table',
      before(
        `COPY public.stores (id) TO PROGRAM 'touch ${proof}'; COPY public.stores (id) FROM stdin;`,
      ),
      OTHER_COLUMNS,
    ],
    [
      'a program as a table',
      before(`COPY public.stores(id)TO/**/PROGRAM'touch(${proof})';COPY (a) FROM stdin;`),
      NO_TABLE,
    ],
    [
      'a program as a column',
      change(/(COPY public.stores \()id, /, `$1id) from program 'touch ${proof}' --, `),
      OTHER_COLUMNS,
    ],
    ['a statement', before('drop table public.orders;'), NO_LINE],
    [
      'a statement behind a sequence',
      before("SELECT setval('public.x', 1, true);drop table public.orders;"),
      NO_LINE,
    ],
    ['a table of PostgreSQL', before('COPY pg_catalog.pg_authid (rolname) FROM stdin;'), NO_TABLE],
    [
      'the table of migrations',
      before('COPY public.schema_migrations (version) FROM stdin;'),
      NO_TABLE,
    ],
    ['a table that does not exist', before('COPY public.nothing (id) FROM stdin;'), NO_TABLE],
    ['a table in quotes', change('COPY public.stores ', 'COPY "public"."stores" '), NO_TABLE],
    ['a table without its schema', change('COPY public.stores ', 'COPY stores '), NO_TABLE],
    [
      'a column that does not exist',
      change('COPY public.stores (id, ', 'COPY public.stores (id, nothing, '),
      OTHER_COLUMNS,
    ],
    ['a column less', change('COPY public.stores (id, ', 'COPY public.stores ('), OTHER_COLUMNS],
    [
      'a column twice',
      change(/COPY public.stores \(id, \w+, /, 'COPY public.stores (id, id, '),
      OTHER_COLUMNS,
    ],
    [
      'a column in quotes',
      change('COPY public.stores (id, ', 'COPY public.stores ("id", '),
      OTHER_COLUMNS,
    ],
    [
      'a sequence that does not exist',
      before("SELECT setval('public.nothing', 1, true);"),
      NO_SEQUENCE,
    ],
    ['a table as a sequence', before('ALTER SEQUENCE public.stores INCREMENT BY 1;'), NO_SEQUENCE],
    ['a step of nothing', change(/INCREMENT BY \d+/, 'INCREMENT BY 0'), /must not be zero/],
    [
      'a number beyond all',
      change(/(setval\('[^']+'), \d+/, '$1, 99999999999999999999'),
      /out of range/,
    ],
    [
      'a step beyond all',
      change(/INCREMENT BY \d+/, 'INCREMENT BY 99999999999999999999'),
      /out of range/,
    ],
    [
      'a table again',
      () => lines.replace('-- rows ', 'COPY public.stores (id) FROM stdin;\n\\.\n-- rows '),
      /public.stores twice/,
    ],
    [
      'a table less',
      change(/COPY public.orders [^\\]*\\\.\n/, ''),
      /public.orders has no rows instead of 0/,
    ],
    [
      'a table less, also in its sums',
      () =>
        lines.replace(/COPY public.orders [^\\]*\\\.\n/, '').replace(/"public.orders":\d+,/, ''),
      /public.orders has no rows/,
    ],
    [
      'a row less',
      change(/(COPY public.stores .*\n).*\n/, '$1'),
      /public.stores has 0 rows instead of 1/,
    ],
    ['a table less in its sums', change(/"public.orders":\d+,/, ''), /public.orders has 0 rows/],
    [
      'sums of text',
      change(/"public.orders":\d+,/, '"public.orders":"0",'),
      /public.orders has 0 rows/,
    ],
    ['another end', () => `${lines}-- rows {}\n`, /goes on behind its last line/],
    ['no end', change(/-- rows .*\n/, ''), /cut off/],
    [
      'a row without an end',
      change(/\\\.\n(?!.*\\\.\n)/s, ''),
      /of no backup|invalid|extra data|missing data|syntax|cut off/,
    ],
    ['a byte 0', change('L\u00c3\u00b6m', 'L\0m'), /invalid byte sequence/],
    ['bytes that are no text', change('L\u00c3\u00b6m', 'L\u00ffm'), /invalid byte sequence/],
    [
      'a row with a cell less',
      change(/(COPY public.stores .*\n)s\t/, '$1'),
      /missing data|invalid|malformed/,
    ],
    [
      'a row with a cell more',
      change(/(COPY public.stores .*\n)s\t/, '$1s\ts\t'),
      /extra data|invalid/,
    ],
  ])('%s is refused, and the database runs nothing of it', async (_, hostile, reason) => {
    await expect(load(hostile())).rejects.toThrow(reason)
    expect(existsSync(proof)).toBe(false)
  })
})
