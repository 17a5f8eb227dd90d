import { describe, expect, test } from 'vitest'
import type { CreateSessionResponse } from '../../contract/merchant.ts'
import {
  type TestStore,
  aProduct,
  aSession,
  aStore,
  countStatuses,
} from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service, sql } = await openSpecService()
const store = await aStore(service)
await aProduct(service, store)

type Create = { quantity?: number; text?: string; at?: TestStore; kind?: 'public' | 'secret' }

const create = (key: string, { quantity = 1, text, at = store, kind = 'secret' }: Create = {}) =>
  service.call<CreateSessionResponse>('POST', '/v1/checkout/sessions', {
    token: at.keys[kind],
    headers: { 'idempotency-key': key },
    text: text ?? JSON.stringify({ items: [{ product: 'mug', quantity }] }),
  })

const countSessions = async () => (await sql.rows('select 1 from checkout_sessions')).length

describe('contract §3: Idempotency-Key', () => {
  test('the same Idempotency-Key and body get the first answer again: one session', async () => {
    const before = await countSessions()
    const first = await create('order-1')
    expect(first.status).toBe(201)
    const again = await create('order-1')
    expect([again.status, again.text, again.headers.get('location')]).toEqual([
      201,
      first.text,
      first.headers.get('location'),
    ])
    expect(
      (await create('order-1', { text: '{ "items": [ {"product":"mug", "quantity":1} ] }' })).text,
    ).toBe(first.text)
    expect(await countSessions()).toBe(before + 1)
  })

  test('the same Idempotency-Key with another body is refused and creates nothing', async () => {
    await create('order-2')
    const before = await countSessions()
    expectError(
      await create('order-2', { quantity: 2 }),
      400,
      'invalid_request',
      /^Idempotency-Key: /,
    )
    expect(await countSessions()).toBe(before)
  })

  test('50 requests at once with one Idempotency-Key make one session, the same answer for all', async () => {
    const before = await countSessions()
    const answers = await Promise.all(Array.from({ length: 50 }, () => create('order-3')))
    expect(countStatuses(answers)).toEqual({ 201: 50 })
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(1)
    expect(await countSessions()).toBe(before + 1)
  })

  test('an Idempotency-Key belongs to its store', async () => {
    const other = await aStore(service)
    await aProduct(service, other)
    expect((await create('order-4', { at: other })).text).not.toBe((await create('order-4')).text)
  })

  test('an Idempotency-Key belongs to its kind of API key: public neither blocks nor fetches', async () => {
    const taken = await create('order-7', { kind: 'public' })
    const servers = await create('order-7')
    expect(servers.status).toBe(201)
    expect(servers.text).not.toBe(taken.text)
    expect((await create('order-7', { kind: 'public' })).text).toBe(taken.text)

    await create('order-8', { kind: 'public', quantity: 2 })
    expect((await create('order-8')).status).toBe(201)
    expectError(await create('order-8', { kind: 'public' }), 400, 'invalid_request')
  })

  test('10 requests of each kind of API key at once make one session for each kind', async () => {
    const before = await countSessions()
    const answers = await Promise.all(
      Array.from({ length: 20 }, (_, index) =>
        create('order-9', { kind: index % 2 === 0 ? 'public' : 'secret' }),
      ),
    )
    expect(countStatuses(answers)).toEqual({ 201: 20 })
    expect(new Set(answers.map(({ body }) => body.url)).size).toBe(2)
    expect(await countSessions()).toBe(before + 2)
  })

  test('a refused create keeps no Idempotency-Key: once there is stock, it may be sent again', async () => {
    const shop = await aStore(service)
    await aProduct(service, shop, { variants: [{ stock: 0 }] })
    expectError(await create('order-5', { at: shop }), 409, 'sold_out')
    await aProduct(service, shop, { variants: [{ stock: 1 }] })
    expect((await create('order-5', { at: shop })).status).toBe(201)
  })

  test('an Idempotency-Key is free again after 24 hours', async () => {
    const first = await create('order-6')
    const usedAgo = (seconds: number) =>
      sql.rows(
        `update idempotency_keys set created_at = clock_timestamp() - $1 * interval '1 second'
        where key = 'order-6'`,
        [seconds],
      )
    await usedAgo(86_400 - 30)
    expect((await create('order-6')).text).toBe(first.text)
    await usedAgo(86_400)
    const second = await create('order-6', { quantity: 2 })
    expect(second.status).toBe(201)
    expect(second.text).not.toBe(first.text)
    expect((await create('order-6', { quantity: 2 })).text).toBe(second.text)
  })

  test.each([
    ['x'.repeat(256), /^Idempotency-Key: must be at most 255/],
    [' ', /^Idempotency-Key: /],
  ])('a bad Idempotency-Key is named: %j', async (key, reason) => {
    expectError(await create(key), 400, 'invalid_request', reason)
  })

  test('an Idempotency-Key of 255 characters is fine', async () => {
    expect((await create('k'.repeat(255))).status).toBe(201)
  })

  test('expiring with an Idempotency-Key is done once, and answered as the first time', async () => {
    const id = await aSession(service, store)
    const expire = (headers: Record<string, string>) =>
      service.call('POST', `/v1/checkout/sessions/${id}/expire`, {
        token: store.keys.secret,
        headers,
      })
    const twins = await Promise.all(
      Array.from({ length: 5 }, () => expire({ 'idempotency-key': 'end-1' })),
    )
    expect(countStatuses(twins)).toEqual({ 200: 5 })
    expect(new Set(twins.map(({ text }) => text)).size).toBe(1)
    expectError(await expire({ 'idempotency-key': 'end-2' }), 409, 'session_not_open')
    expectError(await expire({}), 409, 'session_not_open')
  })

  test('the Idempotency-Key of a create does not expire its session', async () => {
    const { body } = await create('order-10')
    const id = new URL(body.url).pathname.split('/').at(-1) ?? ''
    expectError(
      await service.call('POST', `/v1/checkout/sessions/${id}/expire`, {
        token: store.keys.secret,
        headers: { 'idempotency-key': 'order-10' },
      }),
      400,
      'invalid_request',
      /^Idempotency-Key: /,
    )
  })
})
