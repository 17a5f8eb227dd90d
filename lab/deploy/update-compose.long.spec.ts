import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import { PROJECT } from '../servers/lab-service.ts'
import { readSettings } from './compose-file.ts'
import { run } from './run.ts'

console.log('SKIPPED: containers that are updated, which needs Docker')

const folder = await mkdtemp(join(tmpdir(), 'hc-update-compose-'))
const [home, programs, log] = [join(folder, 'clone'), join(folder, 'programs'), join(folder, 'log')]
afterAll(() => rm(folder, { recursive: true }))

/** Notes what it is asked for, with the version, and fails where the test wants that. */
const DOCKER = `#!/bin/sh
echo "$VERSION: $*" >> ${log}
case "$VERSION: $*" in
  $FAILS) echo 'no such thing' >&2; exit 1 ;;
  *'compose ps --quiet service-1') echo 4c01db0b339c ;;
  *'inspect --format {{.Config.Image}} 4c01db0b339c') echo registry.example:5000/hosted-checkout:old ;;
  *'inspect --format {{.State.Running}} '*) echo true ;;
  *' port '*) echo 127.0.0.1:49153 ;;
esac
`
const ANSWER = `{"id":"s","secret":"k","url":"https://pay/checkout/cs_1","token":"t","paymentMethod":"pm","orderNumber":"N"}`
const CURL = `#!/bin/sh\ncase "$*" in *@-*) cat > /dev/null ;; esac\necho '${ANSWER}'\n`

beforeEach(async () => {
  await rm(home, { recursive: true, force: true })
  await rm(log, { force: true })
  for (const each of [home, programs]) await mkdir(each, { recursive: true })
  for (const file of ['.env.example', 'compose.yaml', 'deploy'])
    await cp(join(PROJECT, file), join(home, file), { recursive: true })
  await run('sh', ['deploy/make-env.sh'], { cwd: home })
  await writeFile(join(programs, 'docker'), DOCKER, { mode: 0o755 })
  await writeFile(join(programs, 'curl'), CURL, { mode: 0o755 })
})

/** What was printed, and what Docker was asked for that changes something. */
async function update(args: string[], fails = 'nothing', within: string[] = []) {
  const env = { PATH: `${programs}:${process.env['PATH']}`, FAILS: fails }
  const [program = '', ...rest] = [...within, 'sh', 'deploy/update.sh', ...args]
  const ended = await promisify(execFile)(program, rest, { cwd: home, env }).then(
    ({ stdout }) => ({ code: 0, said: stdout }),
    ({ code, stderr }: { code: number; stderr: string }) => ({ code, said: stderr }),
  )
  const asked = (await readFile(log, 'utf8').catch(() => '')).split('\n')
  const changing = asked.filter((line) => /: (compose (run|up)|stop|rm|pull|build) /.test(line))
  return {
    ...ended,
    asked: changing.map((line) => line.replaceAll(home, '.').replace(/--user \S+ /, '--user ')),
  }
}

const version = async () => readSettings(await readFile(join(home, '.env'), 'utf8'))['VERSION']

const PROGRAM =
  'compose run --rm --no-deps -T --user --volume ./backups:/backups --volume ./backup-key:/key service-1 dist/service'
const UP = 'compose up --detach --no-deps --wait --wait-timeout 90'
const TRIAL = [
  `next: compose run --rm -T migrate`,
  ': rm --force hosted-checkout-trial',
  'next: compose run --detach --no-deps --name hosted-checkout-trial --publish 127.0.0.1::4242 service-1',
]
const BACKUP = [
  `old: ${PROGRAM}/doctor.js`,
  `old: ${PROGRAM}/backup.js --to /backups/. --keep 14 --identity /key/backup-identity`,
]
const END = [': stop --time 25 hosted-checkout-trial', ': rm hosted-checkout-trial']

describe('operations §1: sh deploy/update.sh, with Compose', () => {
  test('asks for one thing after the other, and notes the version', async () => {
    const { code, said, asked } = await update(['next'])
    expect([code, said]).toEqual([0, expect.stringContaining('Updated from old to next.')])
    expect(asked).toEqual([
      ...BACKUP,
      ...TRIAL,
      ...END,
      `next: ${UP} service-1`,
      `next: ${UP} service-2`,
      `next: ${PROGRAM}/doctor.js`,
    ])
    expect(await version()).toBe('next')
  })

  test('brings what was replaced back, first what is down', async () => {
    const { code, said, asked } = await update(['next'], `next:*--wait*service-2`)
    expect([code, said]).toEqual([
      1,
      expect.stringMatching(/Failed: replace service-2\.\n[^]*old serves\.\n$/),
    ])
    expect(asked.slice(-4)).toEqual([
      `next: ${UP} service-1`,
      `next: ${UP} service-2`,
      `old: ${UP} service-2`,
      `old: ${UP} service-1`,
    ])
    expect(await version()).toBe('old')
  })

  test('leaves what runs as it is, while the new one is only tried', async () => {
    const { code, said, asked } = await update(['next'], `next:*--detach*--publish*`)
    expect([code, said]).toEqual([1, expect.stringContaining('Failed: try it with the settings.')])
    expect(asked).toEqual([...BACKUP, ...TRIAL, ...END])
    expect(await version()).toBeUndefined()
  })

  test('pulls the image where one is named', async () => {
    await writeFile(
      join(home, '.env'),
      `${await readFile(join(home, '.env'), 'utf8')}IMAGE=r.example/shop\n`,
    )
    const pulled = await update(['next'], '*image inspect*')
    expect(pulled.code).toBe(0)
    expect(pulled.asked).toContain(': pull r.example/shop:next')
    expect(pulled.asked.filter((line) => line.includes(' build '))).toEqual([])
  })

  test('builds a revision of the clone, without what is changed in it', async () => {
    const git = (...words: string[]) =>
      run('git', ['-c', 'user.name=a', '-c', 'user.email=a@shop.example', ...words], { cwd: home })
    await git('init', '--quiet')
    await git('add', 'compose.yaml')
    await git('commit', '--quiet', '--message', 'all')
    const revision = (await git('rev-parse', '--short', 'HEAD')).trim()
    const built = await update([], '*image inspect*')
    expect([built.code, built.said]).toEqual([0, expect.stringContaining(`to ${revision}.`)])
    const tag = `: build --tag hosted-checkout:${revision} --file `
    expect(built.asked.filter((line) => line.startsWith(tag)).length).toBe(1)
    const missing = await update(['v9'], '*image inspect*')
    expect([missing.code, missing.said]).toEqual([1, expect.stringContaining('There is no v9,')])
  })

  test('is refused while another one is running', async () => {
    await mkdir(join(home, 'backup-key'))
    expect(await update(['new'], 'nothing', ['flock', 'backup-key/update.lock'])).toEqual({
      code: 1,
      said: 'Another update is running.\n',
      asked: [],
    })
  })

  test('what is no version is refused before anything is asked for', async () => {
    for (const wrong of ['--now', 'a b', '$(id)'])
      expect(await update([wrong])).toMatchObject({ code: 1, asked: [] })
  })
})
