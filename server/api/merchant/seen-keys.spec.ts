import { describe, expect, test } from 'vitest'
import type { CreateSessionResponse } from '../../contract/merchant.ts'
import { type TestStore, aProduct, aSession, aStore, readSession } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { holdLock } from '../../testing/held-lock.ts'
import type { CallOptions } from '../../testing/http-call.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { statementsOf } from '../../testing/statements.ts'

const { service, sql } = await openSpecService()

const post = (token: string, options: CallOptions = {}) =>
  service.call<CreateSessionResponse>('POST', '/v1/checkout/sessions', {
    token,
    body: { items: [{ product: 'mug' }] },
    ...options,
  })

/** A store whose key was seen a moment ago: the next session is asked for in one statement. */
async function aSeenStore(fields: Record<string, unknown> = {}) {
  const store = await aStore(service, fields)
  await aProduct(service, store)
  for (const key of [store.keys.secret, store.keys.public]) {
    await post(key)
    expect(await statementsOf(() => post(key))).toEqual(['create-sessions'])
  }
  return store
}

const change = (store: TestStore, fields: Record<string, unknown>) =>
  service.platform('PATCH', `/stores/${store.id}`, fields)

const BROKEN = { body: undefined, text: '{' }

describe('spec §5 rule 4: a key that was seen a moment ago', () => {
  test.each(['public', 'secret'] as const)(
    'a seen %s key is void with the very next request once it is regenerated',
    async (kind) => {
      const store = await aSeenStore()
      const old = store.keys[kind]
      await service.platform('POST', `/stores/${store.id}/keys/${kind}/regenerate`)
      expectError(await post(old), 401, 'invalid_api_key')
    },
  )

  test('a seen key creates nothing once the plan has no API access', async () => {
    const store = await aSeenStore()
    await change(store, { plan: 'free' })
    expectError(await post(store.keys.secret), 403, 'plan_required')
    await change(store, { plan: 'basic' })
    expect((await post(store.keys.secret)).status).toBe(201)
  })

  test('a seen key creates nothing once the store is closed', async () => {
    const store = await aSeenStore()
    await service.platform('POST', `/stores/${store.id}/close`)
    expectError(await post(store.keys.secret), 403, 'store_closed')
  })

  test('a seen key sells in the currency of now', async () => {
    const store = await aSeenStore()
    await change(store, { currency: 'JPY' })
    const id = await aSession(service, store)
    expect(await sql.rows('select currency from checkout_sessions where id = $1', [id])).toEqual([
      { currency: 'JPY' },
    ])
  })

  test('a seen key is held to a list of origins from the request after it was made', async () => {
    const store = await aSeenStore()
    await change(store, { allowedOrigins: ['https://shop.example'] })
    const elsewhere = {
      body: { items: [{ product: 'mug' }], successUrl: 'https://elsewhere.example/' },
    }
    expectError(await post(store.keys.public, elsewhere), 400, 'invalid_request', /^successUrl: /)
    expectError(
      await post(store.keys.public, { headers: { origin: 'https://elsewhere.example' } }),
      403,
      'origin_not_allowed',
    )
    expect((await post(store.keys.secret, elsewhere)).status).toBe(201)
  })

  test('what is wrong with a seen key is said before what is wrong with the body', async () => {
    const store = await aSeenStore()
    await change(store, { plan: 'free' })
    expectError(await post(store.keys.secret, BROKEN), 403, 'plan_required')
  })

  test('a wrong body is said with its reason to a seen key, as to one that nobody has seen', async () => {
    const store = await aSeenStore()
    expectError(await post(store.keys.secret, { body: {} }), 400, 'invalid_request', /^items: /)
    expectError(await post(store.keys.secret, BROKEN), 400, 'invalid_request', /^body: /)
  })
})

describe('spec §5 rule 4: reading with a key that was seen a moment ago', () => {
  /** A store with an open session that was read a moment ago, in one statement. */
  async function aReadSession() {
    const store = await aSeenStore()
    const id = await aSession(service, store, { metadata: { cart: '7' } })
    const read = () => readSession(service, store, id)
    await read()
    expect(await statementsOf(read)).toEqual(['find-open-sessions'])
    return { store, id, read }
  }

  test('a seen key reads the answer of a key that nobody has seen', async () => {
    const { read } = await aReadSession()
    expect((await read()).body).toEqual({ status: 'open', order: null, metadata: { cart: '7' } })
  })

  test('a seen key that is regenerated reads nothing any more, with the very next request', async () => {
    const { store, read } = await aReadSession()
    await service.platform('POST', `/stores/${store.id}/keys/secret/regenerate`)
    expectError(await read(), 401, 'invalid_api_key')
  })

  test('a seen key whose plan has no API access reads nothing', async () => {
    const { store, read } = await aReadSession()
    await change(store, { plan: 'free' })
    expectError(await read(), 403, 'plan_required')
  })

  test('a seen public key may not read a session, and another store’s finds nothing', async () => {
    const { store, id } = await aReadSession()
    const other = await aSeenStore()
    const read = (token: string) => service.call('GET', `/v1/checkout/sessions/${id}`, { token })
    expectError(await read(store.keys.public), 401, 'invalid_api_key', /secret key/)
    expectError(await read(other.keys.secret), 404, 'session_not_found')
  })

  test('a session read with a seen key is expired from its deadline on', async () => {
    const { id, read } = await aReadSession()
    await sql.rows(
      'update checkout_sessions set expires_at = clock_timestamp() where id = $1 returning id',
      [id],
    )
    expect((await read()).body).toMatchObject({ status: 'expired', order: null })
  })
})

describe('performance: sessions that are created together', () => {
  test('a store that is being changed makes nobody wait for a session but its own', async () => {
    const [changing, other] = [await aSeenStore(), await aSeenStore()]
    const lock = await holdLock(
      service.databaseUrl,
      'select from stores where id = $1 for update',
      [changing.id],
    )
    const waiting = post(changing.keys.secret)
    await lock.someoneWaits()
    expect((await post(other.keys.secret)).status).toBe(201)
    await lock.commit()
    expect((await waiting).status).toBe(201)
  })

  test('sessions created together each get their own answer: created, or what cannot be sold', async () => {
    const store = await aSeenStore()
    await aProduct(service, store, { slug: 'cup', variants: [{ stock: 1 }] })
    const ask = (product: string, quantity: number) =>
      post(store.keys.secret, { body: { items: [{ product, quantity }] } })
    const answers = await Promise.all([
      ask('mug', 1),
      ask('cup', 2),
      ask('cup', 1),
      ask('nothing', 1),
      ask('mug', 2),
    ])
    expect(answers.map(({ status }) => status)).toEqual([201, 409, 201, 404, 201])
    const urls = answers.flatMap(({ status, body }) => (status === 201 ? [body.url] : []))
    const made = await sql.rows<{ id: string; slug: string; quantity: number }>(
      'select id, product_slug as slug, quantity from checkout_sessions where id = any($1)',
      [urls.map((url) => url.split('/').at(-1))],
    )
    const of = new Map(made.map(({ id, ...item }) => [id, item]))
    expect(urls.map((url) => of.get(url.split('/').at(-1) ?? ''))).toEqual([
      { slug: 'mug', quantity: 1 },
      { slug: 'cup', quantity: 1 },
      { slug: 'mug', quantity: 2 },
    ])
  })
})
