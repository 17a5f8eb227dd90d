import {
  copyFile,
  mkdtemp,
  readFile,
  readdir,
  rm,
  stat,
  truncate,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'
import { generateIdentity, identityToRecipient } from 'age-encryption'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { type TestStore, aProduct, aStore } from '../testing/builders.ts'
import { expectInvariants } from '../testing/invariants.ts'
import { runOperatorProgram } from '../testing/servers/operator-process.ts'
import { openSql } from '../testing/sql.ts'
import { anOrder } from '../testing/store/store-builders.ts'
import { asOwner, createTestDatabase, anEmptyDatabase } from '../testing/servers/test-postgres.ts'
import { type TestService, startTestService } from '../testing/servers/test-service.ts'

const folder = await mkdtemp(join(tmpdir(), 'hc-backup-'))
const file = join(folder, 'backup')
const [database, ledger] = [await createTestDatabase(), await createTestDatabase()]
let service: TestService
/** What is in `file`. */
let backedUp: Awaited<ReturnType<typeof contentOf>>

beforeAll(async () => {
  service = await startTestService({
    databaseUrl: database.url,
    env: { TEST_LEDGER_URL: ledger.url },
  })
})
afterAll(async () => {
  await service.stop()
  await Promise.all([database.drop(), ledger.drop()])
  await rm(folder, { recursive: true })
})

const run = (name: 'backup' | 'restore', databaseUrl: string, ...args: string[]) =>
  runOperatorProgram(name, {
    args,
    env: { DATABASE_URL: databaseUrl, TEST_LEDGER_URL: ledger.impatientUrl },
  })

/** Everything that the tables have, but for what a restore changes on purpose. */
async function contentOf(databaseUrl: string) {
  const sql = openSql(databaseUrl)
  const tables = [
    'stores',
    'variants',
    'checkout_sessions',
    'payment_attempts',
    'orders',
    'api_keys',
  ]
  const content = await Promise.all(
    tables.map((table) =>
      sql.rows<{ row: object }>(`select to_jsonb(t) as row from ${table} t order by t::text`),
    ),
  )
  await sql.close()
  return Object.fromEntries(tables.map((table, index) => [table, content[index]]))
}

/** Without the columns of the newest migration. */
const olderOf = (content: Awaited<ReturnType<typeof contentOf>>): unknown =>
  JSON.parse(JSON.stringify(content), (name, value) =>
    name === 'item_translations' || name === 'language' ? undefined : value,
  )

/** The last number of each sequence, and how it goes on. */
async function sequencesOf(databaseUrl: string) {
  const sql = openSql(databaseUrl)
  const sequences = await sql.rows<{ name: string; step: string }>(
    `select format('%I.%I', schemaname, sequencename) as name, increment_by as step
     from pg_sequences where schemaname in ('public', 'test_provider') order by 1`,
  )
  const standing = await Promise.all(
    sequences.map(({ name, step }) =>
      sql.rows<{ isCalled: boolean }>(
        `select '${name}' as name, '${step}' as step, last_value, is_called as "isCalled" from ${name}`,
      ),
    ),
  )
  await sql.close()
  return standing.flat()
}

/** An older backup: it has no steps, and nothing of a sequence that nobody has asked yet. */
const withoutSteps = (dump: Buffer) =>
  zstdCompressSync(
    zstdDecompressSync(dump)
      .toString()
      .replace(/^ALTER SEQUENCE .*\n|^SELECT setval.*, false\);\n/gm, '')
      .replace(/^(SELECT setval.*), true\);$/gm, '$1);'),
  )

/** The backup, said to be of another version of the schema. */
const withSchema = (version: number, dump: Buffer) =>
  zstdCompressSync(
    zstdDecompressSync(dump)
      .toString()
      .replace(/^(-- header .*"schema":)\d+/m, `$1${version}`)
      // The columns of the newest migration, each the last of its table.
      .replaceAll(
        /^(COPY public\.(?:products|checkout_sessions|payment_attempts) .*), (?:translations|item_translations|language)(\) FROM stdin;\n)((?:[^\n]*\t[^\n]*\n)+)/gm,
        (_, columns: string, end: string, rows: string) =>
          columns + end + rows.replaceAll(/\t[^\t\n]*\n/g, '\n'),
      ),
  )

/** Lets no migration come to this version. Call the result to let it pass. */
async function failAtVersion(databaseUrl: string, version: number) {
  const change = async (statement: string) => {
    const sql = openSql(databaseUrl)
    await sql.rows(statement)
    await sql.close()
  }
  await change(
    `create table schema_migrations (version integer primary key,
       migrated_at timestamptz not null default clock_timestamp(),
       constraint fails_here check (version < ${version}))`,
  )
  return () => change('alter table schema_migrations drop constraint fails_here')
}

async function epochOf(databaseUrl: string) {
  const sql = openSql(databaseUrl)
  const [row] = await sql.rows<{ epoch: string }>('select epoch from service_identity')
  await sql.close()
  return Number(row?.epoch)
}

/** Moves all rows of a table ten days back. */
async function makeOlder(databaseUrl: string, table: string, columns: string[]) {
  const sql = openSql(databaseUrl)
  const changes = columns.map((column) => `${column} = ${column} - interval '10 days'`)
  await sql.rows(`update ${table} set ${changes.join(', ')}`)
  await sql.close()
}

/** A cell with a store that has sold. `hasTakenIn`: it counts as if another store had come to it. */
async function aCell(code: string, { hasTakenIn }: { hasTakenIn: boolean }) {
  const url = await anEmptyDatabase()
  const env = { CELL: code, TEST_LEDGER_URL: ledger.url }
  const start = (databaseUrl: string) => startTestService({ databaseUrl, env })
  const cell = await start(url)
  const store = await aStore(cell)
  await aProduct(cell, store)
  await anOrder(cell, store)
  if (hasTakenIn) {
    const sql = openSql(url)
    await sql.rows(
      `select count_from(format('%I.%I', schemaname, sequencename)::regclass, 0, 0)
       from pg_sequences where schemaname in ('public', 'test_provider')`,
    )
    await sql.close()
    await anOrder(cell, store)
  }
  await cell.stop()
  return { url, store, start }
}

const readOrder = (at: TestService, store: TestStore, orderNumber: string) =>
  at.call('GET', `/v1/orders/${orderNumber}`, { token: store.keys.secret })

describe('contract §1: backup and restore', () => {
  test('what was backed up is restored, sells again, and what the backup did not know is listed', async () => {
    const store = await aStore(service, { name: 'Loom \u2028 "&" Co\\n' })
    await aProduct(service, store)
    const kept = await anOrder(service, store)
    const backup = await run('backup', database.impatientUrl, '--to', file)
    expect([backup.code, backup.stderr]).toEqual([0, ''])
    expect(backup.lines).toEqual([
      `The backup is in ${file}`,
      expect.stringMatching(/^Restore it with .*, as this one does/),
      expect.stringContaining('PLATFORM_TOKEN, TOKEN_SIGNING_KEY'),
    ])
    expect((await stat(file)).mode & 0o777).toBe(0o600)
    backedUp = await contentOf(service.databaseUrl)
    await anOrder(service, store)

    const url = await anEmptyDatabase()
    const restored = await run('restore', url, '--from', file, '--verify')
    expect(restored.stderr).toBe('')
    expect(restored.lines).toEqual([
      expect.stringMatching(/^Restored \d+ rows, as they were at 20/),
      expect.stringMatching(
        /^captured_without_order: .*provider says 19.90 EUR captured.*we say nothing/,
      ),
      '2 payments compared, 1 differences',
    ])
    expect(restored.code).toBe(1)
    expect(await contentOf(url)).toEqual(backedUp)

    const again = await startTestService({ databaseUrl: url, env: { TEST_LEDGER_URL: ledger.url } })
    expect((await readOrder(again, store, kept)).status).toBe(200)
    await anOrder(again, store)
    const sql = openSql(url)
    await expectInvariants(sql)
    await sql.close()
    await again.stop()
  })

  test('an encrypted backup is read with its key alone', async () => {
    const identity = await generateIdentity()
    const key = join(folder, 'key')
    await writeFile(key, `# of the operator\n${identity}\n`)
    const sealed = join(folder, 'sealed')
    const recipient = await identityToRecipient(identity)
    const args = ['--to', sealed, '--recipient', recipient]
    expect((await run('backup', database.impatientUrl, ...args)).code).toBe(0)
    expect((await readFile(sealed)).includes('Loom')).toBe(false)
    const url = await anEmptyDatabase()
    const without = await run('restore', url, '--from', sealed)
    expect([without.code, without.stderr]).toEqual([
      2,
      'The backup is encrypted: --identity is needed\n',
    ])
    const restored = await run('restore', url, '--from', sealed, '--identity', key)
    expect([restored.code, restored.stderr]).toEqual([0, ''])
    expect(await contentOf(url)).toEqual(await contentOf(database.url))
  })

  test.each([
    { what: 'cell 01', code: '01', hasTakenIn: false },
    { what: 'the first cell', code: '00', hasTakenIn: false },
    { what: 'the first cell after a store came to it', code: '00', hasTakenIn: true },
  ])('$what counts on as before, from older backups, too', async ({ code, hasTakenIn }) => {
    const { url, store, start } = await aCell(code, { hasTakenIn })
    const whole = join(folder, `cell-${code}-${hasTakenIn}`)
    expect((await run('backup', url, '--to', whole)).code).toBe(0)
    const before = await sequencesOf(url)
    const older = `${whole}-older`
    await writeFile(older, withoutSteps(await readFile(whole)))
    for (const from of [whole, older]) {
      const to = await anEmptyDatabase()
      const unsigned = from === whole ? [] : ['--unsigned']
      const restored = await run('restore', to, '--from', from, ...unsigned)
      expect([restored.code, restored.stderr]).toEqual([0, ''])
      const asked = ({ isCalled }: { isCalled: boolean }) => from === whole || isCalled
      expect((await sequencesOf(to)).filter(asked)).toEqual(before.filter(asked))
      const again = await start(to)
      expect((await sequencesOf(to)).filter(asked)).toEqual(before.filter(asked))
      await anOrder(again, store)
      await again.stop()
    }
  })

  test('a refund made after the backup is listed, however old its payment is', async () => {
    const [books, url] = [await createTestDatabase(), await anEmptyDatabase()]
    const env = { TEST_LEDGER_URL: books.url }
    const seller = await startTestService({ databaseUrl: url, env })
    const store = await aStore(seller)
    const orderNumber = await anOrder(seller, store)
    await makeOlder(url, 'stock_changes', ['at'])
    await makeOlder(url, 'payment_attempts', ['created_at', 'lease_until', 'settled_at'])
    await makeOlder(books.url, 'test_provider.payments', ['created_at'])
    const from = join(folder, 'before-refund')
    expect((await run('backup', url, '--to', from)).code).toBe(0)
    const { status } = await seller.call('POST', `/v1/orders/${orderNumber}/refunds`, {
      token: store.keys.secret,
      body: { amount: 500 },
    })
    expect(status).toBe(201)
    await seller.stop()

    const restored = await runOperatorProgram('restore', {
      args: ['--from', from, '--verify'],
      env: { DATABASE_URL: await anEmptyDatabase(), TEST_LEDGER_URL: books.impatientUrl },
    })
    expect([restored.code, restored.lines.slice(1)]).toEqual([
      1,
      [
        expect.stringMatching(
          /^Not compared: 1 payments of test from before 20.*, but for those refunded or disputed since 20/,
        ),
        expect.stringMatching(
          /^refund_differs: .* 5.00 EUR given back .*; we say order over 19.90 EUR$/,
        ),
        '1 payments compared, 1 differences',
      ],
    ])
    await books.drop()
  })

  test('a backup that is cut off, or of something else, leaves no rows, and the whole one is restored after it', async () => {
    const cut = join(folder, 'cut')
    await copyFile(file, cut)
    // The signature, which is not looked at here, would be cut off alone otherwise.
    await truncate(cut, Math.floor((await stat(cut)).size / 2))
    const other = join(folder, 'other')
    await writeFile(other, zstdCompressSync('select 1;\nselect 2;\n'))
    const url = await anEmptyDatabase()
    for (const [from, reason] of [
      [cut, /unexpected end|cut off/],
      [other, /This is no backup of Hosted Checkout/],
      [join(folder, 'none'), /ENOENT/],
    ] as const) {
      const refused = await run('restore', url, '--from', from, '--unsigned')
      expect([refused.code, refused.stderr]).toEqual([2, expect.stringMatching(reason)])
      expect((await contentOf(url))['stores']).toEqual([])
    }
    const older = join(folder, 'older-schema')
    await writeFile(older, withSchema(39, await readFile(file)))
    const refused = await run('restore', url, '--from', older, '--unsigned')
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('into an empty one'),
    ])

    const restored = await run('restore', url, '--from', file)
    expect([restored.code, restored.stderr]).toEqual([0, ''])
    expect(await contentOf(url)).toEqual(backedUp)
  })

  test('a restore that ends while it makes the tables can be run again', async () => {
    const url = await anEmptyDatabase()
    const goOn = await failAtVersion(url, 30)
    expect((await run('restore', url, '--from', file)).stderr).toContain('fails_here')
    await goOn()
    const restored = await run('restore', url, '--from', file)
    expect([restored.code, restored.stderr]).toEqual([0, ''])
    expect(await contentOf(url)).toEqual(backedUp)
  })

  test('a restore that ends behind the rows has raised the epoch, and a migration does the rest', async () => {
    const older = join(folder, 'version-before')
    await writeFile(older, withSchema(64, await readFile(file)))
    const url = await anEmptyDatabase()
    const goOn = await failAtVersion(url, 65)
    const restore = () => run('restore', url, '--from', older, '--unsigned')
    expect((await restore()).stderr).toContain('fails_here')
    expect(olderOf(await contentOf(url))).toEqual(olderOf(backedUp))
    expect(await epochOf(url)).toBeGreaterThan(await epochOf(database.url))
    const refused = await restore()
    expect(refused.stderr).toContain('into an empty one')
    await goOn()
    const again = await startTestService({ databaseUrl: url })
    await again.stop()
    expect(olderOf(await contentOf(url))).toEqual(olderOf(backedUp))
  })

  test('a store that was made after a restore had failed is left as it is', async () => {
    const cut = join(folder, 'cut')
    const url = await anEmptyDatabase()
    expect((await run('restore', url, '--from', cut, '--unsigned')).code).toBe(2)
    const cell = await startTestService({ databaseUrl: url })
    await aStore(cell)
    await cell.stop()
    const before = await contentOf(url)
    const refused = await run('restore', url, '--from', file)
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('into an empty one'),
    ])
    expect(await contentOf(url)).toEqual(before)
  })

  test('a database with tables is left as it is', async () => {
    const before = await contentOf(database.url)
    const refused = await run('restore', asOwner(database.impatientUrl), '--from', file)
    expect([refused.code, refused.stderr]).toEqual([
      2,
      expect.stringContaining('into an empty one'),
    ])
    expect(await contentOf(database.url)).toEqual(before)
  })

  test('a backup that fails leaves no file', async () => {
    const gone = await run('backup', 'postgres://127.0.0.1:1/x', '--to', join(folder, 'gone'))
    expect(gone.code).toBe(2)
    expect((await readdir(folder)).filter((name) => name.startsWith('gone'))).toEqual([])
  })
})
