import {
  copyFileSync,
  globSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, describe, expect, test } from 'vitest'
import { PROJECT } from '../servers/lab-service.ts'
import { readComposeFile, readSettings, secretsOf, wordsOf } from './compose-file.ts'
import { run } from './run.ts'

const folder = mkdtempSync(join(tmpdir(), 'hc-secrets-'))
afterAll(() => rmSync(folder, { recursive: true }))

/** Settings that the older files of Compose had in `.env`. */
const SECRET_SETTINGS = [
  'PLATFORM_TOKEN',
  'TOKEN_SIGNING_KEY',
  'OWNER_PASSWORD',
  'SERVICE_PASSWORD',
  'REDIS_PASSWORD',
  'STRIPE_SECRET_KEY',
  'STRIPE_WEBHOOK_SECRET',
  'SMTP_URL',
]

/** Runs `deploy/make-env.sh` in a folder that has a name of the test. */
async function makeEnv(name: string) {
  const home = join(folder, name)
  mkdirSync(join(home, 'deploy'), { recursive: true })
  for (const file of ['.env.example', 'deploy/make-env.sh'])
    copyFileSync(join(PROJECT, file), join(home, file))
  await run('sh', [join(home, 'deploy/make-env.sh')])
  const texts = globSync('*', { cwd: join(home, 'secrets') }).map((file) => [
    file,
    readFileSync(join(home, 'secrets', file), 'utf8'),
  ])
  return {
    home,
    env: readFileSync(join(home, '.env'), 'utf8'),
    secrets: Object.fromEntries(texts) as Record<string, string>,
  }
}

describe('operations §1: the secrets of compose.yaml', () => {
  const example = readFileSync(join(PROJECT, '.env.example'), 'utf8')
  const settings = readSettings(example)
  const file = readComposeFile(settings)

  test('each variable that names a file has one, and each file of a service is a secret that is there', async () => {
    const { home } = await makeEnv('mounted')
    const real = readSettings(example.replaceAll(/^#(?=\w+_FILE=)/gm, ''))
    const used = Object.entries(readComposeFile(real).services).flatMap(([name, service]) => {
      const names = JSON.stringify(service).match(/(?<=\/run\/secrets\/)[a-z-]+/g) ?? []
      expect(service.secrets ?? [], name).toEqual(expect.arrayContaining(names))
      return Object.values(secretsOf(file, name, home))
    })
    expect(new Set(used)).toEqual(new Set(globSync(join(home, 'secrets/*'))))
  })

  test('no secret is in a variable or an argument of a container, whatever .env has', async () => {
    const names = SECRET_SETTINGS.map((name) => [name, `secret of ${name}`])
    const { services } = readComposeFile({ ...settings, ...Object.fromEntries(names) })
    expect(JSON.stringify(services)).not.toContain('secret of')
    const named = Object.values(services).flatMap((each) => Object.keys(each.environment ?? {}))
    expect(named.filter((name) => /(TOKEN|KEY|SECRET|PASSWORD|AUTH|URL)$/.test(name))).toEqual(
      named.filter((name) => /^(BASE|CHECKOUT|PAYMENT_FRAME)_URL$|PUBLISHABLE_KEY$/.test(name)),
    )
  })

  test('PostgreSQL forgets the password of its owner before the server starts', () => {
    const [, , script] = wordsOf(file.services['postgres']?.command)
    expect(script).toMatch(/&& exec env -u POSTGRES_PASSWORD_FILE docker-entrypoint\.sh postgres$/)
  })
})

describe('operations §1: deploy/make-env.sh', () => {
  const GENERATED = [
    'owner-password',
    'platform-token',
    'redis-password',
    'service-password',
    'token-signing-key',
  ]

  test('writes a secret of its own into each file; the folder is only its owner’s, and containers read the files', async () => {
    const { home, secrets } = await makeEnv('new')
    const { owner, service, redis } = Object.fromEntries(
      Object.entries(secrets).map(([name, value]) => [name.replace('-password', ''), value.trim()]),
    )
    expect(secrets).toMatchObject({
      'owner-database-url': `postgres://owner:${owner}@postgres/checkout\n`,
      'database-url': `postgres://service:${service}@postgres/checkout\n`,
      'redis-url': `redis://:${redis}@redis\n`,
      'stripe-secret-key': '',
    })
    const generated = GENERATED.map((name) => /^[0-9a-f]{64}\n$/.exec(secrets[name] ?? '')?.[0])
    expect(new Set(generated.filter(Boolean)).size).toBe(GENERATED.length)
    const modeOf = (path: string) => statSync(join(home, path)).mode & 0o777
    expect([modeOf('.env'), modeOf('secrets')]).toEqual([0o600, 0o700])
    for (const name of Object.keys(secrets)) expect(modeOf(`secrets/${name}`), name).toBe(0o644)
  })

  test('run again, it writes what is missing, and overwrites nothing', async () => {
    const { home, secrets } = await makeEnv('again')
    writeFileSync(join(home, 'secrets/redis-url'), 'redis://another')
    writeFileSync(join(home, 'secrets/smtp-url'), 'smtp://mail.example')
    writeFileSync(join(home, '.env'), 'API_HOST=api.shop.example\n# mine\nMINE="a  b"')
    rmSync(join(home, 'secrets/database-url'))
    const again = await makeEnv('again')
    expect(again.secrets).toEqual({
      ...secrets,
      'redis-url': 'redis://another',
      'smtp-url': 'smtp://mail.example',
    })
    expect(again.env).toBe('API_HOST=api.shop.example\n# mine\nMINE="a  b"\n')
  })

  test('an older .env that holds the secrets itself hands them to the files', async () => {
    const home = join(folder, 'older')
    mkdirSync(home)
    const old = SECRET_SETTINGS.map((name) => `${name}=old$1 ${name}`).join('\n')
    const older = `API_HOST=api\n#SMTP_URL=no\n${old.replace(/(?<=^SMTP_URL=)(.*)$/m, '"$1"')}\nCARDS_HOST=cards`
    writeFileSync(join(home, '.env'), older)
    const { secrets, env } = await makeEnv('older')
    for (const name of SECRET_SETTINGS)
      expect(secrets[name.toLowerCase().replaceAll('_', '-')]).toBe(`old$1 ${name}\n`)
    expect(secrets['redis-url']).toBe('redis://:old$1 REDIS_PASSWORD@redis\n')
    expect(env).toBe(
      `API_HOST=api\n#SMTP_URL=no\n${['stripe-secret-key', 'stripe-webhook-secret', 'smtp-url']
        .map((name) => `${name.toUpperCase().replaceAll('-', '_')}_FILE=/run/secrets/${name}\n`)
        .join('')}CARDS_HOST=cards\n`,
    )

    writeFileSync(join(home, '.env'), 'SMTP_URL=smtp://another.example')
    await expect(makeEnv('older')).rejects.toThrow(
      'SMTP_URL is in .env, and another one in secrets/smtp-url: remove one of them.',
    )
    expect(readFileSync(join(home, '.env'), 'utf8')).toBe('SMTP_URL=smtp://another.example')
    expect(readFileSync(join(home, 'secrets/smtp-url'), 'utf8')).toBe(secrets['smtp-url'])
  })
})
