import { describe, expect, test } from 'vitest'
import type { CheckoutView, RestartResponse, TokenResponse } from '../../contract/buyer.ts'
import type { EventList } from '../../contract/events.ts'
import {
  CARDS,
  type TestStore,
  aBuyer,
  aProduct,
  aSession,
  aStore,
  readSession,
} from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { call } from '../../testing/http-call.ts'
import { expectInvariantsAtRest } from '../../testing/invariants.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service, sql } = await openSpecService()
const HOSTED = new URL(service.checkoutUrl).origin

/** A store whose buyers may start again, as an owner has set it. */
async function aStoreThatRestarts(fields: Record<string, unknown> = {}) {
  const store = await aStore(service, fields)
  await sql.rows('update stores set restarts = true where id = $1', [store.id])
  await aProduct(service, store)
  return store
}

const expire = (sessionId: string) =>
  service.platform('POST', '/test-provider/expire-session', { sessionId })

async function anExpiredSession(store: TestStore, body: Record<string, unknown> = {}) {
  const id = await aSession(service, store, body)
  await expire(id)
  return id
}

const restart = (id: string, headers: Record<string, string> = { origin: HOSTED }) =>
  call<RestartResponse>('POST', `${service.checkoutUrl}/${id}/restart`, { text: '{}', headers })

/** The id of the session that a buyer goes on with. */
async function restarted(id: string) {
  const { status, body, text } = await restart(id)
  expect({ status, text }).toMatchObject({ status: 200 })
  expect(body.url).toBe(`${service.checkoutUrl}/${body.session}`)
  return body.session
}

const viewOf = async (id: string) =>
  (await (await aBuyer(service, id)).send<CheckoutView>('GET', 'view')).body

const recordOf = async (id: string) =>
  (
    await sql.rows(
      `select success_url, cancel_url, metadata, customer, created_with, restarted_from, attempts
       from checkout_sessions where id = $1`,
      [id],
    )
  )[0]

const successorsOf = async (id: string) =>
  (await sql.rows('select id from checkout_sessions where restarted_from = $1', [id])).length

describe('decision 73: a buyer starts again, where the store has turned it on', () => {
  test('a new session has the same item, addresses and metadata, and nothing of the buyer', async () => {
    const store = await aStoreThatRestarts()
    await aProduct(service, store, {
      slug: 'shirt',
      variants: [{ size: 'M', colorName: 'Blue', stock: 5 }],
    })
    const body = {
      items: [{ product: 'shirt', size: 'M', color: 'Blue', quantity: 2 }],
      successUrl: 'https://shop.example/thanks?a=1',
      cancelUrl: 'https://shop.example/basket',
      metadata: { b: 1, a: [] },
      customer: { name: 'Ana Example', phone: '+34 600 123 456' },
    }
    const id = await anExpiredSession(store, body)
    const next = await restarted(id)
    expect(next).not.toBe(id)
    expect(await recordOf(next)).toMatchObject({
      success_url: body.successUrl,
      cancel_url: body.cancelUrl,
      metadata: '{"b":1,"a":[]}',
      customer: {},
      created_with: 'secret',
      restarted_from: id,
    })
    const view = await viewOf(next)
    expect(view).toMatchObject({
      status: 'open',
      item: { name: 'Mug', size: 'M', color: 'Blue', quantity: 2, unitPrice: 1990 },
    })
    expect(view.item).not.toHaveProperty('priceBefore')
    const leftMs = Date.parse(view.expiresAt) - Date.parse(view.now)
    expect(leftMs).toBeGreaterThan(25 * 60_000)
    expect(leftMs).toBeLessThanOrEqual(30 * 60_000)
    expect((await readSession(service, store, next)).text).toBe(
      '{"status":"open","order":null,"metadata":{"b":1,"a":[]}}',
    )
    expect((await (await aBuyer(service, next)).pay()).status).toBe(200)
    await expectInvariantsAtRest(sql)
  })

  test('a buyer starts again at the price of now, and the view says a different old one', async () => {
    const store = await aStoreThatRestarts()
    const id = await anExpiredSession(store)
    await aProduct(service, store, { price: 2490 })
    const view = await viewOf(await restarted(id))
    expect(view.item).toMatchObject({ unitPrice: 2490, priceBefore: 1990 })
    expect(view.amounts.subtotal).toBe(2490)
  })

  test('a buyer who starts again twice, or in two tabs at once, gets one and the same session', async () => {
    const store = await aStoreThatRestarts()
    const id = await anExpiredSession(store)
    const answers = await Promise.all(Array.from({ length: 12 }, () => restarted(id)))
    expect(new Set(answers).size).toBe(1)
    expect(await restarted(id)).toBe(answers[0])
    expect(await restarted(answers[0] ?? '')).toBe(answers[0])
    expect(await successorsOf(id)).toBe(1)
  })

  test('a buyer may start again five times in a row, from any of the sessions, and no more', async () => {
    const store = await aStoreThatRestarts()
    const first = await anExpiredSession(store)
    const chain = [first]
    for (let count = 1; count <= 5; count += 1) {
      const next = await restarted(count % 2 ? first : (chain.at(-1) ?? ''))
      expect(chain).not.toContain(next)
      chain.push(next)
      await expire(next)
    }
    for (const id of chain) expectError(await restart(id), 409, 'not_restartable')
    expect(await viewOf(chain.at(-1) ?? '')).not.toHaveProperty('canRestart')
  })

  test('a buyer who starts again sees the receipt when the new session was paid', async () => {
    const store = await aStoreThatRestarts()
    const id = await anExpiredSession(store)
    const next = await restarted(id)
    await (await aBuyer(service, next)).pay()
    expect(await restarted(id)).toBe(next)
    expect((await viewOf(next)).order?.customer.name).toBe('Ana E')
    expect(await successorsOf(next)).toBe(0)
  })

  test('starting again is one event, which names both sessions', async () => {
    const store = await aStoreThatRestarts()
    const id = await anExpiredSession(store)
    const next = await restarted(id)
    await restarted(id)
    const { body } = await service.call<EventList>(
      'GET',
      '/v1/events?type=checkout.session.restarted',
      { token: store.keys.secret },
    )
    expect(body.data.map(({ data }) => data)).toEqual([{ sessionId: next, restartedFrom: id }])
  })

  test('a session that is started again has a token of its own; the old one opens nothing of it', async () => {
    const store = await aStoreThatRestarts()
    const id = await anExpiredSession(store)
    const { token, headers } = await aBuyer(service, id)
    const next = await restarted(id)
    const answer = await call('GET', `${service.checkoutUrl}/${next}/view`, { token, headers })
    expectError(answer, 401, 'invalid_token')
  })
})

describe('decision 73: a session is not started again', () => {
  test('a session is not started again where the store has not, or no longer, turned it on', async () => {
    const store = await aStore(service)
    await aProduct(service, store)
    const id = await anExpiredSession(store)
    expect(await viewOf(id)).not.toHaveProperty('canRestart')
    expectError(await restart(id), 409, 'not_restartable')
    expect(await successorsOf(id)).toBe(0)
  })

  test.each([
    [
      'the store has ended it itself',
      async (store: TestStore, id: string) => {
        void (await service.call('POST', `/v1/checkout/sessions/${id}/expire`, {
          token: store.keys.secret,
        }))
      },
    ],
    [
      'the platform has closed the store',
      async (store: TestStore, id: string) => {
        await service.platform('POST', `/stores/${store.id}/close`)
        await expire(id)
      },
    ],
    [
      'the store’s plan has no API access any more',
      async (store: TestStore, id: string) => {
        await service.platform('PATCH', `/stores/${store.id}`, { plan: 'free' })
        await expire(id)
      },
    ],
  ])('a session is not started again when %s: its page does not offer it', async (_, end) => {
    const store = await aStoreThatRestarts()
    const id = await aSession(service, store)
    expect(await viewOf(id)).toHaveProperty('canRestart', true)
    await end(store, id)
    expect(await viewOf(id)).toMatchObject({ status: 'expired' })
    expect(await viewOf(id)).not.toHaveProperty('canRestart')
    expectError(await restart(id), 409, 'not_restartable')
  })

  test.each([
    ['archived', { archived: true }, 404, 'product_not_found', {}],
    ['without its variant', { variants: [{ size: 'M', stock: 3 }] }, 400, 'variant_not_found', {}],
    ['sold out', { variants: [{ stock: 0 }] }, 409, 'sold_out', {}],
    ['left once', { variants: [{ stock: 1 }] }, 409, 'insufficient_stock', { left: 1 }],
  ])('a session is not started again when its product is %s', async (...given) => {
    const [, product, status, code, more] = given
    const store = await aStoreThatRestarts()
    const id = await anExpiredSession(store, { items: [{ product: 'mug', quantity: 2 }] })
    await aProduct(service, store, product)
    expectError(await restart(id), status, code, /\S/, more)
    expect(await successorsOf(id)).toBe(0)
  })

  test('starting again gives no more cards than one session takes: tries go along', async () => {
    const store = await aStoreThatRestarts()
    const id = await aSession(service, store)
    const buyer = await aBuyer(service, id)
    expect((await buyer.pay({ card: CARDS.declined })).status).toBe(402)
    await expire(id)
    const next = await restarted(id)
    expect(await recordOf(next)).toMatchObject({ attempts: 1 })
    const again = await aBuyer(service, next)
    for (let tries = 2; tries <= 5; tries += 1)
      expect((await again.pay({ card: CARDS.declined })).status).toBe(402)
    await expire(next)
    expectError(await restart(id), 409, 'not_restartable')
    expect(await viewOf(next)).not.toHaveProperty('canRestart')
    await expectInvariantsAtRest(sql)
  })

  test('a session of a public key is not started again for an origin the store took away', async () => {
    const store = await aStoreThatRestarts()
    const { body } = await service.call<{ url: string }>('POST', '/v1/checkout/sessions', {
      token: store.keys.public,
      body: { items: [{ product: 'mug' }], successUrl: 'https://evil.example/thanks' },
    })
    const id = body.url.split('/').at(-1) ?? ''
    await expire(id)
    await service.platform('PATCH', `/stores/${store.id}`, {
      allowedOrigins: ['https://shop.example'],
    })
    expectError(await restart(id), 409, 'not_restartable')
  })

  test('a session is not started again from a page that may not show it, or by a wrong id', async () => {
    const store = await aStoreThatRestarts({ allowedOrigins: ['https://shop.example'] })
    const id = await anExpiredSession(store)
    expectError(await restart(id, { origin: 'https://evil.example' }), 403, 'origin_not_allowed')
    expectError(await restart(`cs_${'0'.repeat(32)}`), 404, 'session_not_found')
    expectError(await restart('cs_1'), 404, 'session_not_found')
    const allowed = await restart(id, { origin: 'https://shop.example' })
    expect(allowed.status).toBe(200)
    expect(allowed.headers.get('access-control-allow-origin')).toBe('https://shop.example')
    const token = await call<TokenResponse>('POST', `${allowed.body.url}/token`, {
      body: {},
      headers: { origin: 'https://evil.example' },
    })
    expectError(token, 403, 'origin_not_allowed')
  })
})

describe('decision 73: a page that is sold out', () => {
  test('a sold-out page goes on with its session, at the agreed price, once the item is back', async () => {
    const store = await aStoreThatRestarts()
    const id = await aSession(service, store)
    await aProduct(service, store, { price: 2490, variants: [{ stock: 0 }] })
    expectError(await (await aBuyer(service, id)).pay(), 409, 'sold_out')
    expectError(await restart(id), 409, 'sold_out')
    await aProduct(service, store, { price: 2490, variants: [{ stock: 1 }] })
    expect(await restarted(id)).toBe(id)
    expect((await viewOf(id)).item.unitPrice).toBe(1990)
    expect(await successorsOf(id)).toBe(0)
  })
})

describe('decision 73: who else acts on it', () => {
  test('a regenerated key does not hinder starting again, and the new one reads the new session', async () => {
    const store = await aStoreThatRestarts()
    const id = await anExpiredSession(store)
    const { body } = await service.platform<{ key: string }>(
      'POST',
      `/stores/${store.id}/keys/secret/regenerate`,
    )
    const next = await restarted(id)
    const read = await service.call('GET', `/v1/checkout/sessions/${next}`, { token: body.key })
    expect(read.status).toBe(200)
  })

  test('the buyers of a test store start again with the test provider', async () => {
    const store = await aStoreThatRestarts({ test: true })
    const next = await restarted(await anExpiredSession(store))
    expect(await viewOf(next)).toMatchObject({
      store: { test: true },
      payment: { provider: 'test' },
    })
  })
})
