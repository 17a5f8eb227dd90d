import { execFileSync, spawnSync } from 'node:child_process'
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { startEmbeddedPostgres } from './embedded-postgres.ts'

const MAIN = join(import.meta.dirname, '../../process/main.ts')

/** A service in `good` has made its data. */
let home: string

const shell = (script: string) => execFileSync('/bin/sh', ['-ec', script], { cwd: home })

beforeAll(async () => {
  home = await mkdtemp(join(tmpdir(), 'hc-folder-'))
  await chmod(home, 0o755)
  const { stop } = await startEmbeddedPostgres({ dataDir: join(home, 'good') })
  await stop()
})
afterAll(() => rm(home, { recursive: true, force: true }))

/** What a start on these data writes before it gives up. */
function start(dataDir: string, account: { uid?: number; gid?: number } = {}) {
  const { status, stderr } = spawnSync(process.execPath, [MAIN], {
    env: { PATH: process.env['PATH'], DATA_DIR: dataDir, PORT: '1', LOG_LEVEL: 'silent' },
    encoding: 'utf8',
    timeout: 300_000,
    ...account,
  })
  return { status, said: stderr.trim() }
}

const one = (line: RegExp) => ({ status: 1, said: expect.stringMatching(line) })

const NO_USE = /^This user may not use the data in \S+: start .+ or set another DATA_DIR\.$/
const NOT_WHOLE = /^The data in \S+ are not whole: copy them again .+ start anew\.$/

describe('contract §2 DATA_DIR: what is wrong with the folder is one line, with the cure', () => {
  test.each([
    ['that another user has', 'chmod 000 postgres', NO_USE],
    [
      'of a newer PostgreSQL',
      'echo 99 > postgres/PG_VERSION',
      /^The data in \S+ are of PostgreSQL 99, .+: start .+ npm run backup, .+\.$/,
    ],
    ['without its beginning', 'rm postgres/PG_VERSION', NOT_WHOLE],
    ['without the record of its state', 'rm postgres/global/pg_control', NOT_WHOLE],
    ['without its log', 'rm -r postgres/pg_wal', NOT_WHOLE],
    ['without the folder of its database', 'rm -r postgres/base/5', NOT_WHOLE],
    ['with a file that was cut off', ': > postgres/base/5/1247', NOT_WHOLE],
    [
      'with settings that PostgreSQL does not know',
      'echo "no_setting = 1" > postgres/postgresql.conf',
      /^PostgreSQL does not start on the data in \S+: .*configuration file .* contains errors$/,
    ],
    [
      'with a secret that was cut off',
      ': > platform-token',
      /^Bad setting DATA_DIR: \S+\/platform-token is empty: remove it, and start again$/,
    ],
  ])('data %s', (name, change, line) => {
    const copy = name.replaceAll(' ', '-')
    shell(`cp -Rp good ${copy}; cd ${copy}; ${change}`)
    expect(start(join(home, copy))).toEqual(one(line))
  })

  test('a folder into which the user may not write', async () => {
    shell('mkdir closed; chmod 555 closed')
    const account = process.getuid?.() === 0 ? { uid: 1, gid: 1 } : {}
    for (const folder of ['closed', 'closed/new'])
      expect(start(join(home, folder), account)).toEqual(one(NO_USE))
  })

  const disk = () => join(home, 'disk')
  const mount = () => spawnSync('mount', ['-t', 'tmpfs', '-o', 'size=2m', 'tmpfs', disk()]).status

  test('a disk without room', ({ skip }) => {
    shell('mkdir disk')
    if (mount() !== 0) {
      console.log('SKIPPED: a DATA_DIR on a full disk, which needs the right to mount.')
      skip()
    }
    onTestFinished(() => void spawnSync('umount', [disk()]))
    const line = /^There is no room for the data in \S+: make some on that disk, and start again\.$/
    expect(start(disk())).toEqual(one(line))
  })
})
