import { execFile } from 'node:child_process'
import { createHash } from 'node:crypto'
import { cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { build } from 'vite'
import { createOpenApi } from '../../server/api/reference/document.ts'
import { documentsOf } from '../../server/api/reference/reader-document.ts'
import { READERS } from '../../server/api/reference/readers.ts'
import { PROJECT, startLabService } from '../service/lab-service.ts'
import { openShop } from '../service/shop.ts'

/** Tools, documents and what is generated of them; kept, since its tools take a while to install. */
const HOME = join(PROJECT, 'dist/clients')
const SOURCES = join(PROJECT, 'lab/clients')

/** Linters take localhost for a mistake in a published document. */
const PUBLISHED = {
  baseUrl: 'https://api.checkout.invalid',
  checkoutUrl: 'https://pay.checkout.invalid',
  paymentFrameUrl: 'https://cards.checkout.invalid/frame',
}

const GENERATORS = ['openapi-typescript', 'hey-api', 'orval']

/** Of those, a shop, its buyer and the card fields have one document each. */
const USED = ['merchant', 'page', 'test']

const execute = promisify(execFile)
const SETTINGS = { REDOCLY_TELEMETRY: 'off', REDOCLY_SUPPRESS_UPDATE_NOTICE: 'true' }

/** A tool of this folder's own lockfile; rejects with what it says when it fails. */
const run = (file: string, ...args: string[]) =>
  execute(process.execPath, [join('node_modules', file), ...args], {
    cwd: HOME,
    env: { ...process.env, ...SETTINGS },
    maxBuffer: 64 * 1024 * 1024,
  })

async function install() {
  await mkdir(HOME, { recursive: true })
  for (const name of ['generated', 'documents', 'published', 'programs'])
    await rm(join(HOME, name), { recursive: true, force: true })
  await cp(SOURCES, HOME, { recursive: true })
  const lock = await readFile(join(SOURCES, 'package-lock.json'))
  const wanted = createHash('sha256').update(lock).digest('hex')
  const stamp = join(HOME, '.installed')
  if ((await readFile(stamp, 'utf8').catch(() => '')) === wanted) return
  console.log('Installing linters and generators …')
  await execute('npm', ['ci', '--ignore-scripts'], { cwd: HOME })
  await writeFile(stamp, wanted)
}

async function writeDocuments(folder: string, documents: Map<string, unknown>) {
  await mkdir(join(HOME, folder), { recursive: true })
  for (const [name, document] of documents)
    await writeFile(join(HOME, folder, `${name}.json`), JSON.stringify(document))
}

const publishedFiles = READERS.map(({ name }) => `published/${name}.json`)

async function lintWithRedocly() {
  for (const file of publishedFiles) {
    const rules = ['--config=redocly.yaml', '--format=json']
    const { stdout } = await run('@redocly/cli/bin/cli.js', 'lint', ...rules, file)
    const { totals } = JSON.parse(stdout) as { totals: { errors: number; warnings: number } }
    if (totals.errors + totals.warnings > 0) throw new Error(stdout)
  }
}

const lintWithSpectral = () =>
  run(
    '@stoplight/spectral-cli/dist/index.js',
    'lint',
    '--ruleset=.spectral.yaml',
    '--fail-severity=hint',
    ...publishedFiles,
  )

async function generate() {
  for (const name of USED) {
    const document = `./documents/${name}.json`
    const into = (generator: string) => `generated/${generator}/${name}`
    await run('openapi-typescript/bin/cli.js', document, '-o', `${into('openapi-typescript')}.ts`)
    const quiet = ['--silent', '--no-log-file']
    await run('@hey-api/openapi-ts/bin/run.js', '-i', document, '-o', into('hey-api'), ...quiet)
  }
  await run('orval/dist/bin/orval.mjs', '--config', 'orval.config.mjs')
}

/** Each with its program in one file, since generated modules name each other without endings. */
const bundle = () =>
  build({
    root: HOME,
    configFile: false,
    logLevel: 'warn',
    ssr: { noExternal: true },
    build: {
      ssr: true,
      target: 'node24',
      outDir: 'built',
      emptyOutDir: true,
      rolldownOptions: {
        input: Object.fromEntries(GENERATORS.map((name) => [name, `programs/${name}.ts`])),
        output: { entryFileNames: '[name].js' },
      },
    },
  })

async function buy(generator: string, env: Record<string, string>) {
  const program = join(HOME, 'built', `${generator}.js`)
  const { stdout } = await execute(process.execPath, [program], { env })
  if (!/^complete [0-9A-Z-]+\n$/.test(stdout)) throw new Error(`it says: ${stdout}`)
}

const failures: string[] = []
let passed = 0

async function check(name: string, hold: () => Promise<unknown>) {
  try {
    await hold()
    passed += 1
    console.log(`✓ ${name}`)
  } catch (error) {
    failures.push(name)
    const said = error as { stdout?: string; stderr?: string; message?: string }
    console.log(`✗ ${name}\n${said.stdout ?? ''}${said.stderr ?? ''}\n${said.message}`)
  }
}

/**
 * `npm run lab -- clients`: what others make of our API documents. Linters have nothing to say, and
 * clients that three generators write compile and pay at the real service.
 */
await install()
const whole = createOpenApi(PUBLISHED)
const published = documentsOf(whole).map(({ reader, document }) => [reader.name, document] as const)
await writeDocuments('published', new Map(published))
await check('Redocly has nothing to say', lintWithRedocly)
await check('Spectral has nothing to say', lintWithSpectral)

const service = await startLabService({})
try {
  const { port } = service
  const { secretKey } = await openShop(port, {
    name: 'Clients',
    products: [{ slug: 'mug', stock: GENERATORS.length }],
  })
  const baseUrl = `http://localhost:${port}`
  const served = new Map<string, unknown>()
  for (const name of USED)
    served.set(name, await (await fetch(`${baseUrl}/docs/${name}/openapi.json`)).json())
  await writeDocuments('documents', served)
  await check('clients are generated', generate)
  await check('they compile, with what pays by them', () => run('typescript/bin/tsc', '-p', '.'))
  await check('they are bundled', bundle)
  for (const generator of GENERATORS)
    await check(`a client of ${generator} creates, pays and confirms a session`, () =>
      buy(generator, {
        SECRET_KEY: secretKey,
        BASE_URL: baseUrl,
        CHECKOUT_URL: `${baseUrl}/checkout`,
        FRAME_URL: `http://127.0.0.1:${port}/payment-frame`,
      }),
    )
} finally {
  await service.stop()
}
console.log(`\n${passed} passed, ${failures.length} failed`)
process.exitCode = failures.length === 0 ? 0 : 1
