import { execFile, execFileSync } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { describe, expect, onTestFinished, test } from 'vitest'
import { aProduct, aStore } from '../../server/testing/builders.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { runOperatorProgram } from '../../server/testing/servers/operator-process.ts'
import { openSql } from '../../server/testing/sql.ts'
import { anOrder } from '../../server/testing/store/store-builders.ts'
import { createTestDatabase } from '../../server/testing/servers/test-postgres.ts'
import { startTestService } from '../../server/testing/servers/test-service.ts'

const run = promisify(execFile)
const POSTGRES = '/usr/lib/postgresql/15/bin'
const PAGE = readFileSync(join(import.meta.dirname, '../../docs/point-in-time.md'), 'utf8')
const [SET_UP = '', EACH_DAY = '', AFTER_LOSS = ''] = [
  ...PAGE.matchAll(/^```sh\n([^]*?)^```/gm),
].map(([, block]) => block)

const canRun =
  process.getuid?.() === 0 &&
  [`${POSTGRES}/postgres`, '/usr/bin/pgbackrest'].every((file) => existsSync(file))
if (!canRun)
  console.log('SKIPPED: the page on any moment, which needs root, postgresql-15 and pgbackrest.')

/** A PostgreSQL of Debian's user `postgres` in a folder of its own, and how to type into its shell. */
function openMachine() {
  const folder = mkdtempSync(join(tmpdir(), 'hc-moment-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  chmodSync(folder, 0o755)
  execFileSync('chown', ['postgres', folder])
  const own = (name: string) => join(folder, name)
  const env = {
    PATH: `${POSTGRES}:/usr/bin:/bin`,
    PGHOST: folder,
    PGBACKREST_CONFIG: own('pgbackrest.conf'),
    PGBACKREST_PG1_SOCKET_PATH: folder,
    PGBACKREST_LOG_PATH: folder,
    PGBACKREST_LOCK_PATH: folder,
  }
  const toHere = (text: string) =>
    text
      .replaceAll('/etc/pgbackrest.conf', env.PGBACKREST_CONFIG)
      .replaceAll('/var/lib/pgbackrest', own('repository'))
      .replaceAll('/var/lib/postgresql/15/main', own('data'))
  const asService = `systemctl() { pg_ctl -D ${own('data')} -w -l ${own('log')} "$1" > /dev/null; }`
  return {
    url: `postgresql://postgres@/checkout?host=${encodeURIComponent(folder)}`,
    type: (text: string) =>
      run(
        '/usr/sbin/runuser',
        ['-u', 'postgres', '--', 'bash', '-euc', `${asService}\n${toHere(text)}`],
        { cwd: folder, env },
      ),
    create: `initdb -D ${own('data')} --auth=trust --encoding=UTF8 --no-locale -U postgres > /dev/null
      echo "unix_socket_directories = '${folder}'" >> ${own('data')}/postgresql.conf
      echo "listen_addresses = ''" >> ${own('data')}/postgresql.conf
      systemctl start
      createdb -U postgres checkout`,
  }
}

describe.skipIf(!canRun)('operate: the database at any moment', () => {
  test('the page’s commands bring back a moment, and the books name what came after it', async () => {
    const { type, create, url } = openMachine()
    const ledger = await createTestDatabase()
    const env = { TEST_LEDGER_URL: ledger.impatientUrl }
    await type(create)
    onTestFinished(async () => void (await type('systemctl stop')))
    await type(SET_UP)
    const service = await startTestService({ databaseUrl: url, env })
    const store = await aStore(service)
    await aProduct(service, store)
    await anOrder(service, store)
    await type(EACH_DAY)
    await anOrder(service, store)
    const sql = openSql(url)
    // pgBackRest knows the end of a backup to the second, and the moment has to be after it.
    await sql.rows('select pg_sleep(1.1)')
    const [moment] = await sql.rows<{ now: string }>('select clock_timestamp()::text as now')
    await anOrder(service, store)
    await sql.rows('select pg_switch_wal()')
    await sql.close()
    await service.stop()

    const untilWritable =
      'until [ "$(psql -XAtc "select pg_is_in_recovery()")" = f ]; do sleep 0.1; done'
    await type(
      AFTER_LOSS.replace(/"2026-[^"]*"/, `"${moment?.now}"`).replace(
        /^psql/m,
        `${untilWritable}\npsql`,
      ),
    )
    const restored = openSql(url)
    expect(await restored.rows('select 1 from orders')).toHaveLength(2)
    await expectInvariants(restored)
    await restored.close()
    const books = await runOperatorProgram('reconcile', {
      args: ['--since', '2'],
      env: { ...env, DATABASE_URL: url },
    })
    expect(books.lines).toEqual([
      expect.stringMatching(/^captured_without_order: /),
      '3 payments compared, 1 differences',
    ])
    await ledger.drop()
  })
})
