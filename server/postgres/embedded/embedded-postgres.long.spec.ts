import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { chmod, mkdtemp, readFile, realpath, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest'
import { migrate } from '../migrations.ts'
import { startEmbeddedPostgres, type EmbeddedPostgres } from './embedded-postgres.ts'

const MODULE = new URL('./embedded-postgres.ts', import.meta.url).href

// Commits one row after another, and says each number only once it is committed.
const WRITER = `
  import pg from 'pg'
  import { startEmbeddedPostgres } from ${JSON.stringify(MODULE)}
  const { connection } = await startEmbeddedPostgres({ dataDir: process.env.DATA_DIR })
  const client = new pg.Client(connection)
  await client.connect()
  await client.query('create table written (number integer primary key)')
  for (let number = 1; ; number += 1) {
    await client.query('insert into written values ($1)', [number])
    console.log(number)
  }`

let dataDir: string
let started: EmbeddedPostgres[]
let writers: ChildProcess[]

beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'hc-embedded-'))
  await chmod(dataDir, 0o755)
  started = []
  writers = []
})

afterEach(async () => {
  for (const writer of writers) writer.kill('SIGKILL')
  for (const postgres of started) await postgres.stop()
  await rm(dataDir, { recursive: true, force: true })
})

async function start(folder = dataDir) {
  const postgres = await startEmbeddedPostgres({ dataDir: folder })
  started.push(postgres)
  return postgres
}

async function query<Row extends pg.QueryResultRow>(
  { connection }: EmbeddedPostgres,
  text: string,
) {
  const client = new pg.Client(connection)
  await client.connect()
  try {
    return (await client.query<Row>(text)).rows
  } finally {
    await client.end()
  }
}

/**
 * Runs the writer until it has committed a hundred rows, then kills it with -9; answers the last
 * number that it said, and its PostgreSQL.
 */
async function killMidWrite() {
  const writer = spawn(process.execPath, ['--input-type=module', '-e', WRITER], {
    env: { ...process.env, DATA_DIR: dataDir },
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  writers.push(writer)
  const exited = once(writer, 'exit')
  let last = 0
  let server = { pid: 0, wasRunning: false }
  for await (const line of createInterface({ input: writer.stdout })) {
    last = Number(line)
    if (last === 1) server = await findServer()
    if (last === 100) writer.kill('SIGKILL')
  }
  await exited
  return { last, server }
}

async function findServer() {
  const pid = await readPostmasterPid()
  return { pid, wasRunning: isRunning(pid) }
}

const readPostmasterPid = async () =>
  Number.parseInt(await readFile(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8'), 10)

const isRunning = (pid: number) => {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}

describe('decision 23: embedded PostgreSQL', () => {
  test('the embedded database keeps its data between starts, behind a socket and no port', async () => {
    const first = await start()
    await query(first, "create table kept as select 'é' as word")
    expect(await query(first, 'show listen_addresses')).toEqual([{ listen_addresses: '' }])
    expect((await stat(first.connection.host)).mode & 0o077).toBe(0)
    await first.stop()
    expect(await query(await start(), 'select word from kept')).toEqual([{ word: 'é' }])
  })

  test('the embedded database ends with its killed process; every committed row is there again', async () => {
    const { last } = await killMidWrite()
    const postgres = await start()
    const [row] = await query<{ count: number; newest: number }>(
      postgres,
      'select count(*)::int as count, max(number) as newest from written',
    )
    expect(last).toBeGreaterThanOrEqual(100)
    expect(row?.count).toBe(row?.newest)
    expect(row?.newest).toBeGreaterThanOrEqual(last)
  })

  test('no PostgreSQL is left behind when its process is killed with -9', async () => {
    const { server } = await killMidWrite()
    expect(server.wasRunning).toBe(true)
    await vi.waitUntil(() => !isRunning(server.pid), 10_000)
  })

  test('PostgreSQL that is killed with -9 recovers from its log, without losing a committed row', async () => {
    const postgres = await start()
    await query(postgres, 'create table kept as select generate_series(1, 500) as number')
    process.kill(await readPostmasterPid(), 'SIGKILL')
    await postgres.stop()
    expect(await query(await start(), 'select count(*)::int as count from kept')).toEqual([
      { count: 500 },
    ])
  })

  test('PostgreSQL starts although its lock file’s process number is another program’s now', async () => {
    await (await start()).stop()
    await writeFile(
      join(dataDir, 'postgres', 'postmaster.pid'),
      `${process.pid}\n${join(dataDir, 'postgres')}\n`,
    )
    expect(await query(await start(), 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('the embedded database refuses data that another service has open, and says what to do', async () => {
    const first = await start()
    await expect(start()).rejects.toMatchObject({
      name: 'UnusableDatabase',
      message: expect.stringMatching(
        /^Another process is using the data in .+: stop it first, or set another DATA_DIR\.$/,
      ),
    })
    expect(await query(first, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('the embedded database serves a folder whose path is too long for a socket', async () => {
    const postgres = await start(join(dataDir, 'long-'.repeat(20), 'long-'.repeat(20)))
    expect(Buffer.byteLength(postgres.connection.host)).toBeLessThan(90)
    expect((await stat(postgres.connection.host)).mode & 0o077).toBe(0)
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }])
  })

  test('the embedded database keeps its data in a DATA_DIR closed to everybody else', async () => {
    await chmod(dataDir, 0o700)
    const { data } = await start(dataDir)
    expect(data).toBe(join(await realpath(dataDir), 'postgres'))
    expect((await stat(data)).mode & 0o077).toBe(0)
  })
})

describe('payments §8 Lost commits: the history of a database', () => {
  /** As an account sees it that has no privileges. */
  const historyOf = async (postgres: EmbeddedPostgres) => {
    const connection = { ...postgres.connection, user: 'plain' }
    const [row] = await query<{ name: string }>(
      { ...postgres, connection },
      'select database_history() as name',
    )
    return row?.name
  }

  test('a database’s history is another one after a promotion, and after its epoch was raised', async () => {
    const before = await start()
    await migrate(before.connection)
    await query(before, 'create role plain login; grant select on service_identity to plain')
    const first = await historyOf(before)
    expect(first).toMatch(/^svc_[0-9a-f]{32} 1 \d+ 00000001$/)
    await before.stop()
    expect(await historyOf(await start())).toBe(first)
    await started.at(-1)?.stop()

    const signal = join(before.data, 'recovery.signal')
    await writeFile(signal, '')
    await chmod(signal, 0o666)
    const promoted = await startEmbeddedPostgres({
      dataDir,
      settings: { restore_command: 'false' },
    })
    started.push(promoted)
    const second = first?.replace(/1$/, '2')
    // It answers before its promotion is finished.
    await expect.poll(() => historyOf(promoted)).toBe(second)
    await query(promoted, 'select raise_epoch()')
    expect(await historyOf(promoted)).toMatch(/^svc_[0-9a-f]{32} 1\d{9} \d+ 00000002$/)
  })
})
