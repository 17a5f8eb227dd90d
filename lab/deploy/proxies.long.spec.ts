import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, describe, expect, test } from 'vitest'
import { aProduct, aSession, aStore } from '../../server/testing/builders.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { openSpecService } from '../../server/testing/servers/spec-service.ts'
import { PLATFORM_TOKEN, clientOf } from '../../server/testing/servers/test-service.ts'
import { PROJECT } from '../servers/lab-service.ts'
import { addressesAt, findProxies, hostsAt, openDoor } from './doors.ts'
import { startRecorder } from './recorder.ts'
import { run } from './run.ts'
import { isThere } from './skipped.ts'

const [servicePort, nginxPort, caddyPort] = [
  await findFreePort(),
  await findFreePort(),
  await findFreePort(),
]
const ORIGIN = `https://pay.localhost:${nginxPort}`

await openSpecService({
  env: { PORT: String(servicePort), ...addressesAt(nginxPort) },
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

const PORTS = { nginx: nginxPort, caddy: caddyPort }

/** One of the two processes is not there. */
async function openDoorOf(name: keyof typeof PORTS) {
  const upstreams: [number, number] = [await findFreePort(), recorder.port]
  const door = await openDoor(name, { folder, port: PORTS[name], upstreams })
  opened.defer(async () => void (await door.stop()))
  return door.ask
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

for (const name of findProxies(['caddy', 'nginx'] as const))
  describe(`operations §1: ${name}`, async () => {
    const ask = await openDoorOf(name)

    test('passes events on at once', async () => {
      const { id, expire } = await anOpenSession()
      const buyer = { origin: ORIGIN, 'content-type': 'application/json' }
      const path = `/checkout/${id}`
      const admitted = { path: `${path}/token`, method: 'POST', headers: buyer, body: {} }
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
