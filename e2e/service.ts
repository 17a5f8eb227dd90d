import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startProgram, stopProgram, untilAnswers, untilReady } from '../scripts/programs/program.ts'

const START_PATIENCE_MS = 100_000

/**
 * Ports below those that the system gives to programs that ask for any, and different ones for each
 * worker. So nobody else takes a free port that this one is about to use.
 */
const PORTS_EACH = 500
const FIRST_PORT = 28_000 + PORTS_EACH * Number(process.env['TEST_PARALLEL_INDEX'] ?? 8)
let last = Math.floor(Math.random() * PORTS_EACH)

/** A port that nobody listens on at this moment. */
export async function findFreePort(): Promise<number> {
  last = (last + 1) % PORTS_EACH
  const port = FIRST_PORT + last
  const probe = createServer().listen(port, '127.0.0.1')
  const isFree = await once(probe, 'listening').then(
    () => true,
    () => false,
  )
  if (!isFree) return findFreePort()
  probe.close()
  await once(probe, 'close')
  return port
}

/**
 * Starts a program of the repository as a process and waits until `address` answers. Answers with
 * how to end it.
 */
export async function startAnswering(
  file: string,
  { address, env, printed }: { address: string; env: Record<string, string>; printed?: string[] },
) {
  const program = startProgram(process.execPath, [file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', printed ? 'pipe' : 'inherit', 'inherit'],
  })
  program.process.stdout?.setEncoding('utf8').on('data', (text: string) => printed?.push(text))
  await untilReady(program, {
    name: file,
    patienceMs: START_PATIENCE_MS,
    ready: (isOver) => untilAnswers(address, isOver),
  })
  return async () => {
    const { code, signal } = await stopProgram(program)
    if (code || signal === 'SIGKILL') throw new Error(`${file} ended with ${signal ?? code}`)
  }
}

type StartOptions = {
  port?: number | undefined
  /** (Default: what `npm run serve` starts.) */
  program?: string | undefined
  /** Gets what it writes to its log, which otherwise goes to the terminal. */
  printed?: string[]
}

/**
 * Starts the service with a database of its own. Answers with how to stop and remove it. `env` adds
 * settings.
 */
export async function startService(
  env: Record<string, string> = {},
  { port, program = 'server/process/main.ts', printed }: StartOptions = {},
) {
  const dataDir = await mkdtemp(join(tmpdir(), 'hc-e2e-'))
  port ??= await findFreePort()
  const baseUrl = `http://localhost:${port}`
  const start = (file: string) =>
    startAnswering(file, {
      address: `${baseUrl}/readyz`,
      ...(printed && { printed }),
      env: {
        PORT: String(port),
        DATA_DIR: dataDir,
        LOG_LEVEL: 'warn',
        NODE_ENV: 'test',
        DATABASE_URL: '',
        REDIS_URL: '',
        OWNERS_CHANGE_PLAN: 'true',
        RATE_LIMIT_PER_SECOND: '1000',
        RATE_LIMIT_BURST: '1000',
        ...env,
      },
    })
  let stop = await start(program)
  const platformToken = (await readFile(join(dataDir, 'platform-token'), 'utf8')).trim()
  return {
    baseUrl,
    dataDir,
    platformToken,
    /** Stops it, and starts `next` instead of it and on its data. */
    update: async (next: string) => {
      await stop()
      stop = await start(next)
    },
    stop: async () => {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/** Where the merchant's page sells by buttons. */
const BUTTONS = '/buttons'

/** `store`: an id. The first button shows the checkout in the page. */
function withButtons(store: string, checkoutUrl: string) {
  const [embedded, other] = ['embedded>Buy here', '>'].map(
    (rest) =>
      `<hosted-checkout-button store="${store}" product="linen-shirt" size="M" color="Sand" lang="en" ${rest}</hosted-checkout-button>`,
  )
  return `<!doctype html><html lang="en"><title>A shop</title>
    <script type="module" src="${checkoutUrl}/hosted-checkout-button.js"></script>${embedded}${other}`
}

/**
 * A merchant's page on an origin of its own, with the strictest policy under which the checkout
 * promises to work.
 */
export async function startMerchant(checkoutUrl: string, frameOrigin: string) {
  const checkoutOrigin = new URL(checkoutUrl).origin
  const policies = [
    "default-src 'none'",
    `script-src ${checkoutOrigin}`,
    `connect-src ${checkoutOrigin}`,
    `frame-src ${frameOrigin}`,
    'img-src *',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ]
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://merchant')
    if (pathname !== '/' && pathname !== BUTTONS) {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end()
      return
    }
    const { session, theme, language, lacks, nonce } = askedFor(searchParams)
    const named = nonce ? [`script-src 'nonce-${nonce}'`] : []
    const store = searchParams.get('store')
    const policy = [...named, ...policies].filter((one) => one.split(' ')[0] !== lacks).join('; ')
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
    })
    const checkout = `<!doctype html>
      <html${language}><title>A shop</title><meta name="viewport" content="width=device-width">
      <main><h1>Your order</h1>
      <hosted-checkout session="${session}"${theme}><a href="${checkoutUrl}/${session}">Pay securely</a></hosted-checkout></main>
      <script type="module"${nonce && ` nonce="${nonce}"`} src="${checkoutUrl}/hosted-checkout.js"></script></html>`
    response.end(store === null ? checkout : withButtons(store, checkoutUrl))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  return {
    origin: `http://localhost:${port}`,
    stop: async () => {
      server.close()
      server.closeAllConnections()
      await once(server, 'close')
    },
  }
}

/** The merchant's page as a test wants it: the element's attributes and the page's language. */
function askedFor(query: URLSearchParams) {
  const written = (...names: string[]) =>
    names.map((name) => (query.has(name) ? ` ${name}="${query.get(name)}"` : '')).join('')
  return {
    session: query.get('session'),
    theme: written('theme'),
    /** A directive that the merchant has forgotten. */
    lacks: query.get('lacks'),
    /** By which its policy lets scripts run, instead of where they are; of two directives the first counts. */
    nonce: query.get('nonce') ?? '',
    language: query.has('lang') ? written('lang', 'dir') : ' lang="en"',
  }
}
