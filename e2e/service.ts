import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'

const START_PATIENCE_MS = 30_000
const POLL_MS = 25

export async function findFreePort() {
  const probe = createServer().listen(0, '127.0.0.1')
  await once(probe, 'listening')
  const { port } = probe.address() as AddressInfo
  probe.close()
  await once(probe, 'close')
  return port
}

/** A program of the repository as its own process; resolves when `address` answers. */
export async function startProgram(
  file: string,
  { address, env }: { address: string; env: Record<string, string> },
) {
  const program = spawn(process.execPath, [file], {
    env: { ...process.env, ...env },
    stdio: ['ignore', 'inherit', 'inherit'],
  })
  const exited = once(program, 'exit')
  await waitForAnswer(
    address,
    exited.then(([code]) => {
      throw new Error(`${file} ended with ${code}`)
    }),
  )
  return async () => {
    program.kill('SIGTERM')
    const [code] = await exited
    if (code) throw new Error(`${file} ended with ${code}`)
  }
}

async function waitForAnswer(address: string, failed: Promise<never>) {
  const deadline = performance.now() + START_PATIENCE_MS
  const answers = () =>
    fetch(address).then(
      ({ ok }) => ok,
      () => false,
    )
  while (!(await Promise.race([answers(), failed]))) {
    if (performance.now() > deadline) throw new Error(`${address} does not answer`)
    await wait(POLL_MS)
  }
  failed.catch(() => {})
}

/**
 * The service with a database of its own, as `npm run serve` would start it, and how to stop and
 * remove it. `env`: settings beside these.
 */
export async function startService(env: Record<string, string> = {}, port?: number) {
  const dataDir = await mkdtemp(join(tmpdir(), 'hc-e2e-'))
  port ??= await findFreePort()
  const baseUrl = `http://localhost:${port}`
  const stop = await startProgram('server/main.ts', {
    address: `${baseUrl}/readyz`,
    env: {
      PORT: String(port),
      DATA_DIR: dataDir,
      LOG_LEVEL: 'warn',
      NODE_ENV: 'test',
      DATABASE_URL: '',
      REDIS_URL: '',
      RATE_LIMIT_PER_SECOND: '1000',
      RATE_LIMIT_BURST: '1000',
      ...env,
    },
  })
  const platformToken = (await readFile(join(dataDir, 'platform-token'), 'utf8')).trim()
  return {
    baseUrl,
    dataDir,
    platformToken,
    stop: async () => {
      await stop()
      await rm(dataDir, { recursive: true, force: true })
    },
  }
}

/**
 * A merchant's page with the strictest policy that the checkout promises to work under, on an
 * origin of its own.
 */
export async function startMerchant(checkoutUrl: string, frameOrigin: string) {
  const checkoutOrigin = new URL(checkoutUrl).origin
  const policy = [
    "default-src 'none'",
    `script-src ${checkoutOrigin}`,
    `connect-src ${checkoutOrigin}`,
    `frame-src ${frameOrigin}`,
    'img-src *',
    "base-uri 'none'",
    "form-action 'none'",
    "require-trusted-types-for 'script'",
    'trusted-types lit-html',
  ].join('; ')
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://merchant')
    if (pathname !== '/') {
      response.writeHead(200, { 'Content-Type': 'text/html' }).end()
      return
    }
    const { session, theme, language } = askedFor(searchParams)
    response.writeHead(200, {
      'Content-Type': 'text/html; charset=utf-8',
      'Content-Security-Policy': policy,
    }).end(`<!doctype html>
      <html${language}><title>A shop</title><meta name="viewport" content="width=device-width">
      <main><h1>Your order</h1>
      <hosted-checkout session="${session}"${theme}><a href="${checkoutUrl}/${session}">Pay securely</a></hosted-checkout></main>
      <script type="module" src="${checkoutUrl}/hosted-checkout.js"></script></html>`)
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

/** The merchant's page as a test wants it: the element with its attributes, the page's language. */
function askedFor(query: URLSearchParams) {
  const written = (...names: string[]) =>
    names.map((name) => (query.has(name) ? ` ${name}="${query.get(name)}"` : '')).join('')
  return {
    session: query.get('session'),
    theme: written('theme'),
    language: query.has('lang') ? written('lang', 'dir') : ' lang="en"',
  }
}
