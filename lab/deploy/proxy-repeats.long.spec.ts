import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest'
import {
  aBuyer,
  aPayRequest,
  aPaymentMethod,
  aProduct,
  aSession,
  aStore,
  onHandOf,
} from '../../server/testing/builders.ts'
import type { ErrorEnvelope } from '../../server/contract/errors.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { expectInvariants } from '../../server/testing/invariants.ts'
import { openSpecService } from '../../server/testing/servers/spec-service.ts'
import { PLATFORM_TOKEN, clientOf } from '../../server/testing/servers/test-service.ts'
import { type Ask, EVERY_PROXY, addressesAt, findProxies, openDoor, read } from './doors.ts'
import { startRecorder } from './recorder.ts'

const [servicePort, proxyPort] = [await findFreePort(), await findFreePort()]
const { sql } = await openSpecService({
  env: { PORT: String(servicePort), ...addressesAt(proxyPort) },
})
// On a developer's machine all its names are the same host.
const here = `http://localhost:${servicePort}`
const service = clientOf({
  baseUrl: here,
  checkoutUrl: `${here}/checkout`,
  paymentFrameUrl: `http://127.0.0.1:${servicePort}/payment-frame`,
})

const store = await aStore(service)
await aProduct(service, store, { variants: [{ stock: 1000 }] })
const SECRET = { authorization: `Bearer ${store.keys.secret}` }
const PLATFORM = { authorization: `Bearer ${PLATFORM_TOKEN}` }

const processes = [await startRecorder(servicePort), await startRecorder(servicePort)] as const
afterAll(() => {
  for (const each of processes) each.stop()
})

afterEach(async () => {
  await expectInvariants(sql)
})

/** Answers how many requests for the path each process has had since. */
function countSince(path: string) {
  const count = () => processes.map((each) => each.seen(path).length)
  const before = count()
  return () => count().map((now, at) => now - before[at]!)
}

/** Whichever process gets the next request for the path dies when it is done. Returns who got it. */
function killBehind(path: string) {
  const sent = countSince(path)
  let isDead = false
  for (const each of processes)
    each.dieWith(({ url }) => {
      const isIt = !isDead && url === path
      isDead ||= isIt
      return isIt
    })
  onTestFinished(async () => {
    for (const each of processes) await each.revive()
  })
  return () => sent().reduce((sum, each) => sum + each)
}

/** The database is there, and takes no writes. */
async function refuseWrites() {
  await sql.rows(`
    create function takes_no_writes() returns trigger language plpgsql as
      $$ begin raise exception 'read only' using errcode = 'read_only_sql_transaction'; end $$;
    create trigger takes_no_writes before update on write_probe
      for each row execute function takes_no_writes();
    create trigger takes_no_writes before insert on checkout_sessions
      for each row execute function takes_no_writes()`)
  onTestFinished(async () => void (await sql.rows('drop function takes_no_writes() cascade')))
}

/**
 * Until the proxy passes writes and reads to both processes. One that died is out until it is
 * checked, and while both are out, Debian's Caddy answers a POST with 503 at once.
 */
async function untilBothServe(ask: Ask) {
  const path = '/healthz'
  for (const method of ['POST', 'GET']) {
    const served = countSince(path)
    const serve = async () => {
      await read(ask('api', { path, method }))
      return Math.min(...served())
    }
    await expect.poll(serve).toBeGreaterThan(0)
  }
}

/** Until the proxy has asked both processes once more, and has the answer. */
async function untilChecked() {
  const checks = countSince('/livez')
  await expect.poll(() => Math.min(...checks())).toBeGreaterThan(1)
}

const count = async (text: string, values: unknown[]) => (await sql.rows(text, values)).length

/** A session, and what the buyer's page sends to pay it. */
async function aReadyBuyer() {
  const id = await aSession(service, store)
  const { token, headers } = await aBuyer(service, id)
  const body = { ...aPayRequest(), paymentMethod: await aPaymentMethod(service) }
  return { id, headers: { ...headers, authorization: `Bearer ${token}` }, body }
}

async function aPaidOrder() {
  const id = await aSession(service, store)
  await (await aBuyer(service, id)).pay()
  const [order] = await sql.rows<{ number: string }>(
    'select order_number as number from orders where session_id = $1',
    [id],
  )
  return order?.number ?? expect.fail('no order')
}

describe.each(findProxies(EVERY_PROXY))('operations §1: behind %s', (name) => {
  let ask: Ask
  let stop: () => Promise<unknown>
  let log: () => Promise<string>
  let folder: string

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hc-repeats-'))
    await chmod(folder, 0o711)
    const [one, other] = processes
    const upstreams: [number, number] = [one.port, other.port]
    ;({ ask, stop, log } = await openDoor(name, { folder, port: proxyPort, upstreams }))
  })

  afterAll(async () => {
    await stop()
    await rm(folder, { recursive: true })
  })

  beforeEach(() => untilBothServe(ask))

  test('a refund without a key is made once', async () => {
    const number = await aPaidOrder()
    const path = `/v1/orders/${number}/refunds`
    const sent = killBehind(path)
    const answer = ask('api', { path, method: 'POST', headers: SECRET, body: { amount: 100 } })
    expect((await read(answer)).status).toBe(502)
    expect(sent()).toBe(1)
    const refunds = `select r.id from order_refunds r join orders o on o.id = r.order_id
      where o.order_number = $1`
    expect(await count(refunds, [number])).toBe(1)
  })

  test('stock is changed once', async () => {
    const [before = 0] = await onHandOf(service, store)
    const path = `/platform/v1/stores/${store.id}/products/mug/stock`
    const sent = killBehind(path)
    const answer = ask('api', { path, method: 'POST', headers: PLATFORM, body: { delta: 5 } })
    expect((await read(answer)).status).toBe(502)
    expect(sent()).toBe(1)
    expect(await onHandOf(service, store)).toEqual([before + 5])
  })

  test('a store is created once', async () => {
    const path = '/platform/v1/stores'
    const sent = killBehind(path)
    const body = { name: `Once behind ${name}`, plan: 'pro', currency: 'EUR' }
    const answer = ask('api', { path, method: 'POST', headers: PLATFORM, body })
    expect((await read(answer)).status).toBe(502)
    expect(sent()).toBe(1)
    expect(await count('select id from stores where name = $1', [body.name])).toBe(1)
  })

  test('a session is created once', async () => {
    const path = '/v1/checkout/sessions'
    const sent = killBehind(path)
    const metadata = { once: name }
    const body = { items: [{ product: 'mug' }], metadata }
    const answer = ask('api', { path, method: 'POST', headers: SECRET, body })
    expect((await read(answer)).status).toBe(502)
    expect(sent()).toBe(1)
    const sessions = `select id from checkout_sessions where metadata::jsonb = $1::jsonb`
    expect(await count(sessions, [JSON.stringify(metadata)])).toBe(1)
  })

  test('a buyer pays once', async () => {
    const { id, headers, body } = await aReadyBuyer()
    const path = `/checkout/${id}/pay`
    const sent = killBehind(path)
    const answer = await read(ask('pay', { path, method: 'POST', headers, body }))
    // nginx asks the other process, which says that it is paid.
    expect([answer.status, sent()]).toEqual(name === 'nginx' ? [409, 2] : [502, 1])
    expect(await count('select id from orders where session_id = $1', [id])).toBe(1)
  })

  test('the log has paths without ids and queries', async () => {
    const { id } = await aReadyBuyer()
    const number = await aPaidOrder()
    const ofStore = `/platform/v1/stores/${store.id}/products/mug`
    for (const path of [`/checkout/${id}?lang=de`, `/v1/orders/${number}`, `${ofStore}?a=b`])
      await read(ask('api', { path, headers: SECRET }))
    for (const path of ['/checkout/', '/v1/orders/', '/platform/v1/stores//products/mug'])
      await expect.poll(log).toMatch(new RegExp(`${path}[" ]`))
    for (const secret of [id, number, store.id, store.keys.secret, 'lang=', 'a=b'])
      expect(await log()).not.toContain(secret)
  })

  test('a read gets its answer from the other process', async () => {
    const path = '/healthz'
    const sent = killBehind(path)
    expect((await read(ask('api', { path }))).status).toBe(200)
    expect(sent()).toBe(2)
  })

  test('while the database takes no writes, reads are answered, and creates are busy', async () => {
    const id = await aSession(service, store)
    await refuseWrites()
    await expect.poll(async () => (await service.call('GET', '/readyz')).status).toBe(503)
    if (name !== 'nginx') await untilChecked()
    const path = '/v1/checkout/sessions'
    expect(await read(ask('api', { path: `${path}/${id}`, headers: SECRET }))).toEqual({
      status: 200,
      body: { status: 'open', order: null },
    })
    const body = { items: [{ product: 'mug' }] }
    const created = await read<ErrorEnvelope>(
      ask('api', { path, method: 'POST', headers: SECRET, body }),
    )
    expect([created.status, created.body.error.code]).toEqual([503, 'busy'])
  })
})
