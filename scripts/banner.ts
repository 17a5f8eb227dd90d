import { readFile, realpath } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { type Settings, readPlatformToken } from './launch.ts'

/** What a newcomer needs when everything runs. */
export async function describeRunning(settings: Settings) {
  const { config, demoUrl } = settings
  const folder = resolve(config.dataDir)
  const database =
    config.databaseUrl === undefined ? await realpath(join(folder, 'postgres')) : undefined
  const rows = [
    ['Demo shop', demoUrl],
    ['Store application', `${config.baseUrl}/store`],
    ['', await describeSignIn(join(folder, 'demo-shop.json'))],
    ['A store of your own', `${config.baseUrl}/store/new`],
    ['', `platform token ${await describeToken(settings)}`],
    ['API reference', `${config.baseUrl}/docs`],
    [],
    ['Data', folder],
    ['Database', database ? `embedded PostgreSQL in ${database}` : 'PostgreSQL at DATABASE_URL'],
    ['Cache', config.redisUrl === undefined ? 'in-process memory' : 'Redis at REDIS_URL'],
    [
      'Payments',
      config.paymentProvider === 'test'
        ? 'test provider: no money moves, pay with 4242 4242 4242 4242'
        : config.paymentProvider,
    ],
    [],
    [
      'In production',
      'npm run serve, with DATABASE_URL, REDIS_URL and PAYMENT_PROVIDER set (docs/configuration.md)',
    ],
  ]
  const lines = rows
    .filter(([label, value]) => label !== '' || value)
    .map(([label = '', value = '']) => `  ${label.padEnd(21)}${value}`.trimEnd())
  return ['', '  Hosted Checkout is running. Ctrl-C stops it.', '', ...lines, ''].join('\n')
}

async function describeSignIn(file: string) {
  const text = await readFile(file, 'utf8').catch(() => undefined)
  if (text === undefined) return undefined
  const { owner } = JSON.parse(text) as { owner?: { email: string; password: string } }
  return owner && `sign in as ${owner.email}, password ${owner.password}`
}

/** One that was made for this folder is shown; one of the operator’s is not. */
const describeToken = async (settings: Settings) =>
  settings.config.givenSecrets.platformTokens ? 'as in PLATFORM_TOKEN' : readPlatformToken(settings)
