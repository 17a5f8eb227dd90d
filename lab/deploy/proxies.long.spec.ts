import { chmod, mkdtemp, readFile, rm } from 'node:fs/promises'
import type { IncomingMessage, OutgoingHttpHeaders } from 'node:http'
import { request } from 'node:https'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { aProduct, aSession, aStore } from '../../server/testing/builders.ts'
import { findFreePort } from '../../server/testing/free-port.ts'
import { openSpecService } from '../../server/testing/spec-service.ts'
import { PLATFORM_TOKEN, clientOf } from '../../server/testing/test-service.ts'
import { PROJECT } from '../service/lab-service.ts'
import { startCaddy } from './caddy.ts'
import { startNginx } from './nginx.ts'
import { startRecorder } from './recorder.ts'
import { run } from './run.ts'
import { isThere } from './skipped.ts'

const [servicePort, nginxPort, caddyPort] = [
  await findFreePort(),
  await findFreePort(),
  await findFreePort(),
]
const hostsAt = (port: number) => ({
  API_HOST: `api.localhost:${port}`,
  CHECKOUT_HOST: `pay.localhost:${port}`,
  CARDS_HOST: `cards.localhost:${port}`,
})
const ORIGIN = `https://pay.localhost:${nginxPort}`

await openSpecService({
  env: {
    PORT: String(servicePort),
    BASE_URL: `https://api.localhost:${nginxPort}`,
    CHECKOUT_URL: `${ORIGIN}/checkout`,
    PAYMENT_FRAME_URL: `https://cards.localhost:${nginxPort}/payment-frame`,
  },
})
// On a developer's machine all its names are the same host.
const here = `http://localhost:${servicePort}`
const service = clientOf({
  baseUrl: here,
  checkoutUrl: `${here}/checkout`,
  paymentFrameUrl: `http://127.0.0.1:${servicePort}/payment-frame`,
})

const folder = await mkdtemp(join(tmpdir(), 'hc-proxies-'))
await chmod(folder, 0o711)
const recorder = await startRecorder(servicePort)
const opened = new AsyncDisposableStack()
afterAll(async () => {
  await opened.disposeAsync()
  recorder.stop()
  await rm(folder, { recursive: true })
})

const PROXIES = {
  async caddy() {
    const env = { ...hostsAt(caddyPort), UPSTREAMS: `127.0.0.1:${recorder.port}` }
    return { port: caddyPort, ...(await startCaddy(folder, { port: caddyPort, env })) }
  },
  async nginx() {
    const nobody = await findFreePort()
    const upstreams: [number, number] = [nobody, recorder.port]
    return { port: nginxPort, ...(await startNginx(folder, { port: nginxPort, upstreams })) }
  },
}

type Request = { path: string; method?: string; headers?: OutgoingHttpHeaders; body?: string }

/** How a browser or a merchant's server comes in, at one of the names. */
async function openDoor(name: 'caddy' | 'nginx') {
  const { port, certificate, stop } = await PROXIES[name]()
  opened.defer(stop)
  const ca = await readFile(certificate)
  return async (host: string, { path, method = 'GET', headers, body }: Request) => {
    const servername = `${host}.localhost`
    const own = { host: servername, ...headers }
    const target = { host: '127.0.0.1', port, servername, ca, agent: false }
    const sent = request({ ...target, path, method, headers: own }).end(body)
    const [answer] = (await once(sent, 'response')) as [IncomingMessage]
    return answer
  }
}

async function anOpenSession() {
  const store = await aStore(service)
  await aProduct(service, store)
  const id = await aSession(service, store)
  const path = `/v1/checkout/sessions/${id}`
  return {
    id,
    path,
    key: { authorization: `Bearer ${store.keys.secret}` },
    expire: () => service.call('POST', `${path}/expire`, { token: store.keys.secret }),
  }
}

for (const name of ['caddy', 'nginx'] as const)
  describe.skipIf(!isThere(`deploy, behind ${name}`, name))(`operations §1: ${name}`, async () => {
    const ask = await openDoor(name)

    test('passes events on at once', async () => {
      const { id, expire } = await anOpenSession()
      const buyer = { origin: ORIGIN, 'content-type': 'application/json' }
      const path = `/checkout/${id}`
      const admitted = { path: `${path}/token`, method: 'POST', headers: buyer, body: '{}' }
      const { token } = JSON.parse(await text(await ask('pay', admitted))) as { token: string }
      const headers = { ...buyer, authorization: `Bearer ${token}` }
      const stream = await ask('pay', { path: `${path}/events`, headers })
      const chunks = stream[Symbol.asyncIterator]()
      expect(String((await chunks.next()).value)).toContain('"open"')
      await expire()
      expect(String((await chunks.next()).value)).toContain('"expired"')
      stream.destroy()
    })

    test('waits with a merchant for what comes', async () => {
      const { path, key, expire } = await anOpenSession()
      const answer = ask('api', { path: `${path}?wait=25`, headers: key })
      await expect.poll(() => recorder.seen(path).length).toBe(1)
      await expire()
      expect(JSON.parse(await text(await answer))).toMatchObject({ status: 'expired' })
    })

    test('says who asks, and for what, whatever the client says', async () => {
      const path = '/healthz'
      const headers = { 'x-forwarded-for': '203.0.113.9', 'x-forwarded-proto': 'http' }
      expect((await ask('cards', { path, headers })).statusCode).toBe(200)
      expect(recorder.seen(path).at(-1)?.headers).toMatchObject({
        host: 'cards.localhost',
        'x-forwarded-for': '127.0.0.1',
        'x-forwarded-proto': 'https',
      })
    })
  })

test.skipIf(!isThere('deploy/nginx.conf', 'nginx'))(
  'operations §1: behind nginx something is sold through the three host names',
  async () => {
    const env = { ...hostsAt(nginxPort), PLATFORM_TOKEN, PATH: process.env['PATH'] }
    const CURL_CA_BUNDLE = join(folder, 'nginx/certificate.pem')
    expect(
      await run('sh', ['deploy/test-order.sh'], { cwd: PROJECT, env: { ...env, CURL_CA_BUNDLE } }),
    ).toMatch(/^Paid: [0-9A-Z-]+\n$/)
  },
)
