import { join } from 'node:path'
import { build } from 'vite'
import { createOpenApi } from '../../server/api/reference/document.ts'
import { documentsOf } from '../../server/api/reference/reader-document.ts'
import { READERS } from '../../server/api/reference/readers.ts'
import { startLabService } from '../servers/lab-service.ts'
import { openShop } from '../buyer/shop.ts'
import {
  HOME,
  USED,
  compile,
  execute,
  generate,
  install,
  run,
  writeDocuments,
} from './generators.ts'

/** Linters warn of localhost in a published document. */
const PUBLISHED = {
  baseUrl: 'https://api.checkout.invalid',
  checkoutUrl: 'https://pay.checkout.invalid',
  paymentFrameUrl: 'https://cards.checkout.invalid/frame',
}

const GENERATORS = ['openapi-typescript', 'hey-api', 'orval']

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

/** Each client becomes one file, since generated modules import without file endings. */
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
 * `npm run lab -- clients`: linters must accept our API documents, and clients from three
 * generators must compile and pay at the real service.
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
  const { secretKey } = await openShop(port, { name: 'Clients' })
  const baseUrl = `http://localhost:${port}`
  const served = new Map<string, unknown>()
  for (const name of USED)
    served.set(name, await (await fetch(`${baseUrl}/docs/${name}/openapi.json`)).json())
  await writeDocuments('documents', served)
  await check('clients are generated', generate)
  await check('they compile, with what pays by them', compile)
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
