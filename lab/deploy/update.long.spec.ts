import { execFile, execFileSync, spawnSync } from 'node:child_process'
import {
  chmod,
  copyFile,
  mkdir,
  mkdtemp,
  readFile,
  readdir,
  readlink,
  rm,
  symlink,
  writeFile,
} from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, inject, onTestFinished, test } from 'vitest'
import { untilAnswers } from '../../scripts/programs/program.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { bundleService } from '../servers/bundled-service.ts'
import { PROJECT } from '../servers/lab-service.ts'
import { startPostgres } from './databases.ts'
import { type Ask, addressesAt, openDoor, read } from './doors.ts'
import { buyAll } from './purchases.ts'
import { type Fault, makeRelease, refusing } from './releases.ts'
import { run } from './run.ts'
import { isThere } from './skipped.ts'
import { startUnits } from './units.ts'

const hasParts = ['caddy', 'psql', 'curl'].every((each) => isThere('deploy/update.sh', each))
const PLATFORM = { authorization: 'Bearer platform-token-of-a-machine-of-the-lab' }

const folder = await mkdtemp(join(tmpdir(), 'hc-update-'))
const [programs, settings, link, additions, backups, full] = [
  'programs',
  'etc',
  'release',
  'run',
  'backups',
  'full',
].map((name) => join(folder, name)) as [string, string, string, string, string, string]
const NEVER = new AbortController().signal
const opened = new AsyncDisposableStack()
const ports = [await findFreePort(), await findFreePort()] as const
const port = await findFreePort()
let built: string
let ask: Ask
let certificate: string | undefined
let units: Awaited<ReturnType<typeof startUnits>>
let buyers: ReturnType<typeof buyAll>

const SETTINGS = Object.entries({
  ...addressesAt(port),
  TRUST_PROXY: '1',
  PAYMENT_PROVIDER: 'test',
  ALLOW_TEST_PAYMENTS: 'true',
  RATE_LIMIT_PER_SECOND: '10000',
  RATE_LIMIT_BURST: '10000',
}).map(([name, value]) => `${name}=${value}\n`)

/** What `docs/install.md` has an operator make. */
async function prepareMachine() {
  await chmod(folder, 0o711)
  for (const each of [programs, settings, additions, full]) await mkdir(each)
  await copyFile(process.execPath, join(programs, 'node'))
  const secrets = { 'owner-password': 'own', 'service-password': 'serve' }
  for (const [name, value] of Object.entries(secrets)) await writeFile(join(folder, name), value)
  const files = Object.keys(secrets).map((name) => [name, join(folder, name)])
  const postgres = await startPostgres(folder, Object.fromEntries(files) as Record<string, string>)
  opened.defer(postgres.stop)
  const at = `127.0.0.1:${postgres.port}/checkout`
  const texts = {
    settings: SETTINGS.join(''),
    'owner-database-url': `postgres://owner:own@${at}`,
    'database-url': `postgres://service:serve@${at}`,
    'redis-url': inject('redisUrl'),
    'platform-token': PLATFORM.authorization.slice('Bearer '.length),
    'token-signing-key': 'signing key material of a machine of the lab',
  }
  for (const [name, text] of Object.entries(texts)) await writeFile(join(settings, name), text)
}

beforeAll(async () => {
  if (!hasParts) return
  await prepareMachine()
  built = join(await bundleService(PROJECT, folder), '../../..')
  for (const name of ['old', 'next']) await makeRelease({ built, link }, name)
  await symlink(`${link}-old`, link)
  units = await startUnits({ programs, settings, link, additions, ports })
  opened.defer(units.stop)
  await run('systemctl', ['start', 'hosted-checkout-migrate'], { env: environment() })
}, 900_000)

afterAll(async () => {
  await buyers?.end()
  await opened.disposeAsync()
  spawnSync('umount', [full])
  await rm(folder, { recursive: true, force: true, maxRetries: 5 })
})

const environment = () => ({
  ...process.env,
  PATH: `${programs}:${process.env['PATH']}`,
  RELEASES: link,
  SETTINGS_FOLDER: settings,
  UNITS_FOLDER: additions,
  TIMER_FOLDER: additions,
  BACKUPS: backups,
  ...(certificate && { CURL_CA_BUNDLE: certificate, NODE_EXTRA_CA_CERTS: certificate }),
})

/** Runs the command to its end, whatever that is. */
const update = (args: string[], env: Record<string, string> = {}) =>
  promisify(execFile)('sh', [join(PROJECT, 'deploy/update.sh'), ...args], {
    env: { ...environment(), ...env },
  }).then(
    ({ stdout, stderr }) => ({ code: 0, stdout, stderr }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  )

const serves = async (release: string) => {
  expect(await units.folders()).toEqual(ports.map(() => `${link}-${release}`))
  expect(await readlink(link)).toBe(`${link}-${release}`)
  expect(units.others()).toEqual([])
}

const allAnswer = async () => {
  for (const each of ports) await untilAnswers(`http://127.0.0.1:${each}/readyz`, NEVER)
}

/** A store, whose goods do not end, and buyers of it. */
async function openForBuyers() {
  const door = await openDoor('caddy', { folder, port, upstreams: [...ports] })
  opened.defer(async () => void (await door.stop()))
  ;({ ask, certificate } = door)
  const call = <Body>(method: string, path: string, body: unknown) =>
    read<Body>(ask('api', { method, path: `/platform/v1${path}`, headers: PLATFORM, body }))
  const store = { name: 'Loom & Co', plan: 'pro', currency: 'EUR', test: true }
  const made = await call<{ id: string; keys: { secret: string } }>('POST', '/stores', store)
  expect(made.status).toBe(201)
  const product = { name: 'Mug', price: 1990, variants: [{ stock: 1_000_000 }] }
  expect((await call('PUT', `/stores/${made.body.id}/products/mug`, product)).status).toBe(200)
  const origins = { pay: `https://pay.localhost:${port}`, cards: `https://cards.localhost:${port}` }
  const shop = { id: made.body.id, key: made.body.keys.secret }
  buyers = buyAll(ask, { origins, shop, atOnce: 2 })
}

type Broken = {
  what: string
  step: string
  fault?: Fault
  env?: Record<string, string>
  /** What is wrong on the machine, until the result is called. */
  spoil?: () => Promise<() => Promise<unknown>>
}

const PROCESSES = `${JSON.stringify(ports.map(String))}.includes(process.env.PORT)`

/** The release `broken` is made with each fault; without one it is missing. */
const BROKEN: Broken[] = [
  { what: 'is missing', step: 'build or pull' },
  {
    what: 'does not start',
    step: 'try it with the settings',
    fault: { before: `throw new Error('out of order')` },
  },
  {
    what: 'starts, and never serves',
    step: 'try it with the settings',
    fault: { before: 'await new Promise((resolve) => setTimeout(resolve, 1e9))' },
    env: { PATIENCE: '3' },
  },
  {
    what: 'answers 500 to all but who asks whether it is ready',
    step: 'sell a test order in the trial',
    fault: { before: refusing(`!/^.(readyz|livez)/.test(request.url)`, 500) },
  },
  {
    what: 'takes no payments',
    step: 'sell a test order in the trial',
    fault: { before: refusing(`request.url.endsWith('/pay')`, 402) },
  },
  {
    what: 'has a migration that fails after another',
    step: 'migrate',
    fault: {
      files: {
        'migrations/9001_one_more.sql': 'create table one_more (id integer);',
        'migrations/9002_fails.sql': 'create table another (id integer);\nselect 1 / 0;',
      },
    },
  },
  {
    what: 'comes with a mistake in the settings',
    step: 'doctor',
    fault: {},
    spoil: async () => {
      const file = join(settings, 'settings')
      await writeFile(file, SETTINGS.join('').replace('TRUST_PROXY=1', 'TRUST_PROXY=one'))
      return () => writeFile(file, SETTINGS.join(''))
    },
  },
  {
    what: 'meets a full disk, when the backup is written',
    step: 'backup',
    fault: {},
    env: { BACKUPS: full },
    spoil: async () => {
      execFileSync('mount', ['-t', 'tmpfs', '-o', 'size=16k', 'tmpfs', full])
      return async () => execFileSync('umount', [full])
    },
  },
  {
    what: 'does not start a second time',
    step: `replace hosted-checkout@${ports[1]}`,
    fault: { before: `if (process.env.PORT === '${ports[1]}') throw new Error('one is enough')` },
    env: { PATIENCE: '30' },
  },
  {
    what: 'sells no test order through the proxy',
    step: 'test order',
    fault: { before: refusing(`request.url === '/platform/v1/stores' && ${PROCESSES}`, 500) },
  },
  {
    what: 'has a doctor that cannot read the settings',
    step: 'doctor of the new release',
    fault: { files: { 'doctor.js': 'process.exit(2)' } },
  },
]

describe.skipIf(!hasParts)('operations §1: sh deploy/update.sh, beside buyers', () => {
  beforeAll(async () => {
    for (const each of ports) await units.start(each)
    await allAnswer()
    await openForBuyers()
  }, 900_000)

  /** Buyers buy before, during and after, and none of their requests fails. */
  const beside = async (what: () => Promise<void>) => {
    const before = buyers.bought()
    await what()
    const after = buyers.bought()
    await expect.poll(buyers.bought, { timeout: 60_000 }).toBeGreaterThan(after + 2)
    expect(after).toBeGreaterThan(before)
    expect(buyers.failed()).toEqual([])
  }

  test('--check says what would happen, and changes nothing', async () => {
    const before = await readdir(folder)
    const { code, stdout } = await update(['next', '--check'])
    expect(code).toBe(0)
    expect(stdout).toMatch(/^From old to next:\n/)
    expect(stdout).toContain(ports.map((each) => `hosted-checkout@${each}`).join(' '))
    expect(await readdir(folder)).toEqual(before)
    await serves('old')
  })

  test('updates, and goes back by one command', async () => {
    await beside(async () => {
      const { code, stdout, stderr } = await update(['next'])
      expect([code, stderr]).toEqual([0, expect.any(String)])
      expect(stdout).toContain('Updated from old to next. To go back: sh deploy/update.sh old\n')
      await serves('next')
      expect(await update(['old'])).toMatchObject({ code: 0 })
      await serves('old')
    })
    const written = await readdir(backups)
    expect(written.length).toBe(2)
    const sealed = await readFile(join(backups, written[0] ?? ''))
    expect(sealed.subarray(0, 18).toString()).toBe('age-encryption.org')
  }, 900_000)

  test.each(BROKEN)(
    'of a release that $what, none is left, and it says: $step',
    async (broken) => {
      const { step, fault, env, spoil } = broken
      if (fault) onTestFinished(await makeRelease({ built, link }, 'broken', fault))
      const mend = await spoil?.()
      await beside(async () => {
        const { code, stderr } = await update(['broken'], env)
        expect(stderr).toContain(`Failed: ${step}.\n`)
        expect(stderr).toMatch(/old serves\.\n$/)
        expect(code).toBe(1)
        await mend?.()
        await serves('old')
        await allAnswer()
      })
    },
    300_000,
  )

  test('the test orders have left no open store, and no buyer', async () => {
    const list = { path: '/platform/v1/stores?limit=100', headers: PLATFORM }
    const { body } = await read<{ data: { name: string; closedAt?: string }[] }>(ask('api', list))
    const made = body.data.filter(({ name }) => name === 'Test order')
    expect(made.length).toBeGreaterThan(2)
    expect(made.filter(({ closedAt }) => !closedAt)).toEqual([])
  })

  test('--nightly installs a timer, whose backup is restored once a week', async () => {
    expect(await update(['--nightly'])).toMatchObject({ code: 0 })
    const unit = await readFile(join(additions, 'hosted-checkout-backup.service'), 'utf8')
    expect(unit).toContain(`\nExecStart=/bin/sh ${link}/deploy/update.sh --backup\n`)
    expect(await readFile(join(additions, 'hosted-checkout-backup.timer'), 'utf8')).toContain(
      'OnCalendar=',
    )
    // Of a newer schema, as after a release that was taken back.
    const run = async (statement: string) => {
      const url = await readFile(join(settings, 'owner-database-url'), 'utf8')
      await promisify(execFile)('psql', [url.trim(), '--command', statement])
    }
    await run('insert into schema_migrations (version) values (9001) on conflict do nothing')
    const refused = await update(['--backup'], { KEEP: '3' })
    expect([refused.code, refused.stderr]).toEqual([
      1,
      expect.stringContaining('Failed: restore of the backup.'),
    ])
    // The broken release has also left a table, which no release could restore.
    await run('delete from schema_migrations where version > 9000; drop table if exists one_more')
    const first = await update(['--backup'], { KEEP: '3' })
    expect(first, first.stderr).toMatchObject({
      code: 0,
      stdout: expect.stringMatching(/^Restored \d+ rows/m),
    })
    const second = await update(['--backup'], { KEEP: '3' })
    expect(second.stdout).not.toContain('Restored')
    expect((await readdir(backups)).filter((name) => name !== 'verified').length).toBe(3)
  }, 120_000)
})
