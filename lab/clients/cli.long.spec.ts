import { spawn } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Server, createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { once } from 'node:events'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import type { EventList } from '../../server/contract/events.ts'
import {
  SELLER,
  aBuyer,
  aProduct,
  aSession,
  aStore,
  readSession,
  stockOf,
} from '../../server/testing/builders.ts'
import { openSpecService } from '../../server/testing/servers/spec-service.ts'
import { findFreePort } from '../../server/testing/servers/free-port.ts'
import { startTestService } from '../../server/testing/servers/test-service.ts'
import { secretOf } from '../../npm/cli/listen.ts'

const { service, sql } = await openSpecService()
const store = await aStore(service)
await aProduct(service, store, { variants: [{ stock: 1_000 }] })
const key = store.keys.secret

type HookRequest = { headers: Record<string, string>; body: string }

const received: HookRequest[] = []
let status = 200
let hook: Server
let to: string

beforeAll(async () => {
  hook = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({
        headers: request.headers as Record<string, string>,
        body: Buffer.concat(parts).toString(),
      })
      response.writeHead(status).end()
    })
  }).listen(0, '127.0.0.1')
  await once(hook, 'listening')
  to = `http://127.0.0.1:${(hook.address() as AddressInfo).port}/hook`
})
afterAll(() => hook.close())

/** `npm run listen`, as it runs. */
const run = (...args: string[]) => runWith({}, ...args)

/** The same with settings in the environment. */
function runWith(env: Record<string, string>, ...args: string[]) {
  const child = spawn(process.execPath, ['npm/cli/cli.ts', ...args], {
    cwd: new URL('../..', import.meta.url),
    env: { PATH: process.env['PATH'], ...env },
  })
  let output = ''
  for (const stream of [child.stdout, child.stderr])
    stream.on('data', (part: Buffer) => {
      output += part.toString()
    })
  const ended = once(child, 'exit').then(([code]) => code as number)
  return {
    output: () => output,
    closeOutput: () => child.stdout.destroy(),
    async reaches(text: string | RegExp) {
      await expect.poll(() => output).toMatch(text)
    },
    ended,
    stop() {
      child.kill('SIGINT')
      return ended
    },
  }
}

const pay = async (at = service) => {
  const id = await aSession(at, store)
  await (await aBuyer(at, id)).pay()
  return id
}

const sessionsOf = (all: HookRequest[]) =>
  all.map(({ body }) => (JSON.parse(body) as { data: { sessionId: string } }).data.sessionId)

describe('contract §1: npm run listen, and the package’s command', () => {
  test('npm run listen sends each event from now on to the address, signed with its secret', async () => {
    await pay()
    const listening = run('--to', to, '--key', key, '--url', service.baseUrl)
    await listening.reaches(/Forwarding to .* signed with whsec_/)
    const [secret = ''] = /whsec_\S+/.exec(listening.output()) ?? []
    const id = await pay()
    await expect.poll(() => sessionsOf(received)).toEqual([id])
    const [{ headers, body } = { headers: {}, body: '' }] = received
    expect(new Webhook(secret).verify(body, headers)).toEqual({
      type: 'checkout.session.completed',
      timestamp: expect.stringMatching(/Z$/),
      data: { sessionId: id, orderNumber: expect.any(String) },
    })
    await listening.reaches(`checkout.session.completed ${headers['webhook-id']} → 200\n`)
    status = 500
    await pay()
    await listening.reaches('→ 500\n')
    expect(await listening.stop()).toBe(0)
  })

  test('npm run listen ends quietly when nobody reads on, as behind head', async () => {
    status = 200
    const listening = run('--to', to, '--key', key, '--url', service.baseUrl)
    await listening.reaches(/signed with/)
    listening.closeOutput()
    await pay()
    expect(await listening.ended).toBe(0)
    expect(listening.output()).toMatch(/^Forwarding to .*\n$/)
  })

  test('npm run listen goes on where it was when the service comes back, and misses nothing', async () => {
    received.length = 0
    status = 200
    const port = await findFreePort()
    const start = () =>
      startTestService({ databaseUrl: service.databaseUrl, env: { PORT: String(port) } })
    let restarted = await start()
    const listening = run('--to', to, '--key', key, '--url', `http://localhost:${port}`)
    await listening.reaches(/signed with/)
    await restarted.stop()
    const id = await pay()
    await listening.reaches(/No connection .*; trying again/)
    restarted = await start()
    await expect.poll(() => sessionsOf(received)).toEqual([id])
    expect(await listening.stop()).toBe(0)
    await restarted.stop()
  })

  test('npm run listen says why when the key is refused, or it was not understood', async () => {
    const refused = run('--to', to, '--key', `${key}x`, '--url', service.baseUrl)
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toContain('invalid_api_key')
    const misused = run('--to', 'localhost:3000')
    expect(await misused.ended).toBe(2)
    expect(misused.output()).toContain('npx hosted-checkout [listen] --to')
    for (const args of [
      ['--to', to],
      ['nothing'],
      ['resend', '--to', to],
      ['trigger', 'x'],
      ['--too'],
    ]) {
      const other = run(...args, '--url', service.baseUrl)
      expect([args, await other.ended]).toEqual([args, 2])
    }
  })

  test('npm run listen takes key and address from the environment, and sends only the types it is asked for', async () => {
    received.length = 0
    const env = { SECRET_KEY: key, BASE_URL: `${service.baseUrl}/` }
    const unknown = runWith(env, '--to', to, '--events', 'order.paid')
    expect(await unknown.ended).toBe(1)
    expect(unknown.output()).toMatch(/^invalid_request: type: /)
    const types = 'order.fulfilled,checkout.session.expired'
    const listening = runWith(env, '--to', to, '--events', types)
    await listening.reaches(/signed with/)
    for (const type of [
      'checkout.session.completed',
      'order.fulfilled',
      'checkout.session.expired',
    ]) {
      const triggering = runWith(env, 'trigger', type)
      expect([triggering.output(), await triggering.ended]).toEqual(['', 0])
    }
    await expect.poll(() => received).toHaveLength(2)
    expect(await listening.stop()).toBe(0)
    expect(listening.output()).toMatch(/order\.fulfilled .*→ 200\n.*expired .*→ 200\n$/)
  })

  test('resend sends an event of the log again, with its id and a key out of a file, and says when there is none', async () => {
    received.length = 0
    const folder = mkdtempSync(join(tmpdir(), 'hc-key-'))
    onTestFinished(() => rmSync(folder, { recursive: true }))
    const file = join(folder, 'key')
    writeFileSync(file, `${key}\n`)
    const env = { SECRET_KEY_FILE: file, BASE_URL: service.baseUrl }
    const [event] = (await service.call<EventList>('GET', '/v1/events?limit=1', { token: key }))
      .body.data
    const resending = runWith(env, 'resend', event?.id ?? '', '--to', to)
    expect(await resending.ended).toBe(0)
    expect(received.map(({ headers }) => headers['webhook-id'])).toEqual([event?.id])
    const none = runWith(env, 'resend', 'evt_nothing', '--to', to)
    expect(await none.ended).toBe(1)
    expect(none.output()).toContain('no event evt_nothing')
    expect(none.output()).not.toContain(key)
    const unread = runWith({ SECRET_KEY_FILE: join(folder, 'none') }, 'resend', 'evt_1', '--to', to)
    expect(await unread.ended).toBe(2)
    expect(unread.output()).toMatch(/^SECRET_KEY_FILE cannot be read: .*ENOENT/)
  })

  test('trigger makes each event happen, of the product that is named, with an order of its own', async () => {
    const shop = await aStore(service, {
      deliveryCountries: ['ES', 'FR'],
      seller: { ...SELLER, mustAgree: true },
    })
    const env = { SECRET_KEY: shop.keys.secret, BASE_URL: service.baseUrl }
    const empty = runWith(env, 'trigger', 'order.refunded')
    expect(await empty.ended).toBe(1)
    expect(empty.output()).toContain('no product in stock')
    await aProduct(service, shop, { slug: 'cap', variants: [{ stock: 3 }] })
    await aProduct(service, shop, {
      slug: 'shirt',
      variants: [
        { size: 'M', colorName: 'Sand', stock: 0 },
        { size: 'L', colorName: 'Sand', stock: 3 },
      ],
    })
    const refunding = runWith(env, 'trigger', 'order.refunded', '--product', 'shirt')
    expect(await refunding.ended, refunding.output()).toBe(0)
    const session = await readSession(service, shop, refunding.output().trim())
    expect(session.body.status).toBe('complete')
    expect(await stockOf(service, shop, 'shirt')).toEqual([0, 2])
    expect(await stockOf(service, shop, 'cap')).toEqual([3])
    const { data } = (
      await service.call<EventList>('GET', '/v1/events', { token: shop.keys.secret })
    ).body
    expect(data.map(({ type }) => type)).toEqual(['checkout.session.completed', 'order.refunded'])
  })

  test('trigger pays where an option goes to some of the countries alone', async () => {
    const abroad = { id: 'abroad', name: 'Abroad', fee: 900, countries: ['ES'] }
    const shop = await aStore(service, {
      deliveryCountries: ['PT', 'ES'],
      deliveryOptions: [abroad],
    })
    await aProduct(service, shop)
    const env = { SECRET_KEY: shop.keys.secret, BASE_URL: service.baseUrl }
    const refunding = runWith(env, 'trigger', 'order.refunded')
    expect(await refunding.ended, refunding.output()).toBe(0)
    const { body } = await readSession(service, shop, refunding.output().trim())
    expect(body.order?.fulfillment.details).toMatch(/^Abroad, [^]*\nSpain$/)
  })

  test('trigger withdraws as a buyer does, and says when the store takes no withdrawals', async () => {
    const shop = await aStore(service)
    await aProduct(service, shop)
    const env = { SECRET_KEY: shop.keys.secret, BASE_URL: service.baseUrl }
    const withdrawing = runWith(env, 'trigger', 'order.withdrawn')
    expect(await withdrawing.ended, withdrawing.output()).toBe(0)
    const path = '/v1/events?type=order.withdrawn'
    const events = await service.call<EventList>('GET', path, { token: shop.keys.secret })
    expect(events.body.data.map(({ data }) => data.sessionId)).toEqual([
      withdrawing.output().trim(),
    ])
    const abroad = await aStore(service, { deliveryCountries: ['US'] })
    await aProduct(service, abroad)
    const refused = runWith(
      { ...env, SECRET_KEY: abroad.keys.secret },
      'trigger',
      'order.withdrawn',
    )
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toMatch(/^not_withdrawn: \S+ is paid\./)
  })

  test('trigger starts again as a buyer does, and says when the store allows it not', async () => {
    const shop = await aStore(service)
    await aProduct(service, shop)
    const env = { SECRET_KEY: shop.keys.secret, BASE_URL: service.baseUrl }
    const refused = runWith(env, 'trigger', 'checkout.session.restarted')
    expect(await refused.ended).toBe(1)
    expect(refused.output()).toMatch(/^not_restartable: /)
    await sql.rows('update stores set restarts = true where id = $1', [shop.id])
    const restarting = runWith(env, 'trigger', 'checkout.session.restarted')
    const over = `update checkout_sessions set expires_at = now() - interval '1 minute'
      where store_id = $1 and state = 'open' returning id`
    await expect.poll(() => sql.rows(over, [shop.id]), { timeout: 60_000 }).toHaveLength(1)
    expect(await restarting.ended, restarting.output()).toBe(0)
    const path = '/v1/events?type=checkout.session.restarted'
    const events = await service.call<EventList>('GET', path, { token: shop.keys.secret })
    expect(events.body.data.map(({ data }) => data.restartedFrom)).toEqual([
      restarting.output().trim(),
    ])
  })

  test.each([
    ['real money would move', 'stripe', 'real_money: This store takes real money'],
    ['the payment frame has no answer', 'test', 'unreachable: '],
  ])('trigger pays nothing where %s, and leaves no session open', async (_, provider, said) => {
    const asked: string[] = []
    const live = createServer((request, response) => {
      const { port } = live.address() as AddressInfo
      asked.push(`${request.method} ${request.url}`)
      const variants = [{ size: null, colorName: null, stock: 1 }]
      const answers: Record<string, object> = {
        '/v1/products?limit=100': { data: [{ slug: 'mug', variants }], nextCursor: null },
        '/v1/checkout/sessions': { url: `http://localhost:${port}/pay/cs_1` },
        '/pay/cs_1/token?view=1': {
          token: 'jwt',
          view: {
            payment: { provider, frameUrl: `http://localhost:${port}/frame` },
            deliveryOptions: [{ id: 'standard' }],
          },
        },
        '/v1/checkout/sessions/cs_1/expire': { status: 'expired', order: null },
      }
      response.end(JSON.stringify(answers[request.url ?? '']))
    }).listen(0, '127.0.0.1')
    await once(live, 'listening')
    const url = `http://127.0.0.1:${(live.address() as AddressInfo).port}`
    const triggering = run('trigger', 'order.refunded', '--key', key, '--url', url)
    expect(await triggering.ended).toBe(1)
    expect(triggering.output()).toContain(said)
    expect(asked.at(-1)).toBe('POST /v1/checkout/sessions/cs_1/expire')
    live.close()
  })

  test('npm run listen has the same secret for a key each time, which says nothing of the key', () => {
    expect(secretOf(key)).toBe(secretOf(key))
    expect(secretOf(key)).not.toBe(secretOf(store.keys.public))
  })
})
