import { once } from 'node:events'
import { chmod, mkdtemp, rm, writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import {
  type EmbeddedPostgres,
  startEmbeddedPostgres,
} from '../postgres/embedded/embedded-postgres.ts'
import { aProcess } from '../testing/servers/service-process.ts'
import { createTestDatabase, letServiceUse } from '../testing/servers/test-postgres.ts'
import { runOperatorProgram } from '../testing/servers/operator-process.ts'
import {
  type TestService,
  WITHOUT_LIMITS,
  startTestService,
} from '../testing/servers/test-service.ts'
import { openSql } from '../testing/sql.ts'

let folder: string
let postgres: EmbeddedPostgres
let service: TestService
let owner: ReturnType<typeof openSql>
/** The settings of a machine on which all is well, for whom a service has started with them. */
let good: Record<string, string>

const urlOf = (user: string) => {
  const { host, database } = postgres.connection
  return `postgresql://${user}@/${database}?host=${encodeURIComponent(host)}`
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'hc-planted-'))
  postgres = await startEmbeddedPostgres({ dataDir: folder, settings: { archive_mode: 'on' } })
  const env = { REDIS_URL: inject('redisUrl') }
  const first = await startTestService({ databaseUrl: urlOf('postgres'), env })
  await first.stop()
  await letServiceUse(postgres.connection, postgres.connection.database)
  owner = openSql(urlOf('postgres'))
  // As deploy/roles.sql.
  await owner.rows('grant pg_read_all_stats, pg_read_all_settings to service')
  const own = { ...env, MIGRATE: 'never', DATABASE_URL: urlOf('service') }
  service = await startTestService({ databaseUrl: own.DATABASE_URL, env: own })
  good = {
    ...own,
    PORT: new URL(service.baseUrl).port,
    ...WITHOUT_LIMITS,
  }
})

afterAll(async () => {
  await service.stop()
  await owner.close()
  await postgres.stop()
  await rm(folder, { recursive: true })
})

async function findWrong(changed: Record<string, string> = {}) {
  const { lines, stderr } = await runOperatorProgram('doctor', { env: { ...good, ...changed } })
  expect(stderr).toBe('')
  return lines.filter((line) => line.startsWith('!!'))
}

const planted = (subject: string, is: string) =>
  expect.stringMatching(new RegExp(`^!! {2}${subject}: .*${is}`))

/** Sets something of PostgreSQL until the end of the test. */
async function alter(setting: string, value: string) {
  await owner.rows(`alter system set ${setting} = '${value}'`)
  await owner.rows('select pg_reload_conf()')
  onTestFinished(async () => {
    await owner.rows(`alter system reset ${setting}`)
    await owner.rows('select pg_reload_conf()')
  })
  const shown = async () => (await owner.rows<Record<string, string>>(`show ${setting}`))[0]
  await expect.poll(shown).toEqual({ [setting]: value })
}

describe('contract §1: doctor, on a machine that is good otherwise', () => {
  test('finds nothing that is not there', async () => {
    expect(await findWrong()).toEqual([])
  })

  test('finds a replication slot that nobody reads', async () => {
    await owner.rows("select pg_create_physical_replication_slot('standby_2', true)")
    onTestFinished(async () => {
      await owner.rows("select pg_drop_replication_slot('standby_2')")
    })
    expect(await findWrong()).toEqual([planted('replication slots', 'standby_2')])
  })

  test('finds an archive_command that fails, until it archives again', async () => {
    const archive = async (command: string) => {
      await owner.rows(`alter system set archive_command = '${command}'`)
      await owner.rows('select pg_reload_conf(), pg_switch_wal()')
    }
    const isFailing = async () =>
      (
        await owner.rows<{ is: boolean }>(
          "select last_failed_time > coalesce(last_archived_time, '-infinity') as is from pg_stat_archiver",
        )
      )[0]?.is
    await archive('exit 1')
    await expect.poll(isFailing).toBe(true)
    expect(await findWrong()).toEqual([planted('archive', 'archive_command fails')])
    await archive('exit 0')
    await expect.poll(isFailing).toBe(false)
    expect(await findWrong()).toEqual([])
  })

  test('finds an autovacuum that is off, of the server and of a table', async () => {
    await owner.rows('alter table orders set (autovacuum_enabled = false)')
    expect(await findWrong()).toEqual([planted('autovacuum', 'off for orders')])
    await owner.rows('alter table orders reset (autovacuum_enabled)')
    await alter('autovacuum', 'off')
    expect(await findWrong()).toEqual([planted('autovacuum', 'it is off: tables grow')])
  })

  test('finds too few connections for the processes', async () => {
    await owner.rows('alter role service connection limit 25')
    onTestFinished(async () => {
      await owner.rows('alter role service connection limit -1')
    })
    expect(await findWrong()).toEqual([
      planted('connections', '25 may be open; the service needs 20'),
    ])
  })

  test('finds that the service has the role of the owner', async () => {
    expect(await findWrong({ DATABASE_URL: urlOf('postgres') })).toEqual([
      planted('role', 'postgres may change the schema'),
    ])
    expect(await findWrong({ DATABASE_URL: urlOf('postgres'), MIGRATE: 'auto' })).toEqual([])
  })

  test('finds a secret that everybody may read', async () => {
    const home = await mkdtemp(join(folder, 'secrets-'))
    const file = join(home, 'redis-url')
    await writeFile(file, `${good['REDIS_URL']}\n`, { mode: 0o644 })
    const env = { REDIS_URL: '', REDIS_URL_FILE: file }
    // The folder keeps everybody out.
    expect(await findWrong(env)).toEqual([])
    await Promise.all([folder, home].map((each) => chmod(each, 0o711)))
    expect(await findWrong(env)).toEqual([planted('secrets', `can read ${file}`)])
    await chmod(file, 0o640)
    expect(await findWrong(env)).toEqual([])
  })

  test('finds settings that are newer than the processes, and another signing key', async () => {
    expect(await findWrong({ LOG_LEVEL: 'warn', RATE_LIMIT_BURST: '500' })).toEqual([
      planted('settings of processes', 'RATE_LIMIT_BURST, LOG_LEVEL had another value'),
    ])
    expect(
      await findWrong({ TOKEN_SIGNING_KEY: 'another signing key material of the tests' }),
    ).toEqual([planted('TOKEN_SIGNING_KEY', 'none of its keys')])
  })

  test('finds a metrics port that another program has', async () => {
    const other = createServer((_request, response) => response.end('hello'))
    await once(other.listen(0, '127.0.0.1'), 'listening')
    onTestFinished(() => void other.close())
    const { port } = other.address() as AddressInfo
    expect(await findWrong({ HOST: '127.0.0.1', METRICS_PORT: String(port) })).toEqual([
      planted('METRICS_PORT', `no metrics of the service are at port ${port}`),
    ])
  })

  test('finds a process whose clock differs', async () => {
    const behind = `const now = Date.now; Date.now = () => now() - 31_000`
    const { PORT: _, ...others } = good
    const { child, exited, at } = await aProcess(
      { databaseUrl: urlOf('service') },
      {
        ...others,
        NODE_OPTIONS: `--import=data:text/javascript,${encodeURIComponent(behind)}`,
      },
    )
    onTestFinished(async () => {
      child.kill('SIGKILL')
      await exited
    })
    expect(await findWrong({ PORT: new URL(at.baseUrl).port })).toEqual(
      expect.arrayContaining([planted('clock of a process', '30 s or more')]),
    )
  })

  test('finds that there is no backup, until there is one', async () => {
    const database = await createTestDatabase()
    const other = await startTestService({ databaseUrl: database.url })
    onTestFinished(async () => {
      await other.stop()
      await database.drop()
    })
    const env = {
      DATABASE_URL: database.impatientUrl,
      NODE_ENV: 'production',
      ALLOW_TEST_PAYMENTS: 'true',
    }
    const ofBackup = async () => (await findWrong(env)).filter((line) => line.includes('  backup:'))
    expect(await ofBackup()).toEqual([planted('backup', 'there is none')])
    const to = join(folder, 'backup')
    const { lines, stderr } = await runOperatorProgram('backup', {
      args: ['--to', to],
      env: { ...good, DATABASE_URL: database.url },
    })
    expect([stderr, lines[0]]).toEqual(['', `The backup is in ${to}`])
    expect(await ofBackup()).toEqual([])
  })
})
