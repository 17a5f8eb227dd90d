import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../auth/api-keys.ts'
import {
  type TestStore,
  aBuyer,
  aProduct,
  aSession,
  aStore,
  readSession,
} from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import type { CallOptions } from '../../testing/http-call.ts'
import { createTestClocks } from '../../testing/test-clocks.ts'
import { type TestService, startTestService } from '../../testing/servers/test-service.ts'
import { testRedisUrl } from '../../testing/servers/test-redis.ts'

let first: TestService
let second: TestService
let store: TestStore

beforeAll(async () => {
  const env = { REDIS_URL: testRedisUrl(12), RATE_LIMIT_BURST: '60', RATE_LIMIT_PER_SECOND: '60' }
  first = await startTestService({ env })
  second = await startTestService({ databaseUrl: first.databaseUrl, env })
  store = await aStore(first)
  await aProduct(first, store)
})

afterAll(async () => {
  await second.stop()
  await first.stop()
})

const items = [{ product: 'mug' }]

/** Every call of the merchant API. */
const CALLS = [
  ['POST', '/v1/checkout/sessions'],
  ['GET', `/v1/checkout/sessions/cs_${'a'.repeat(32)}`],
  ['GET', '/v1/products'],
  ['GET', '/v1/products/mug'],
] as const

const callAll = (options: CallOptions) =>
  Promise.all(
    CALLS.map(([method, path]) =>
      first.call(method, path, method === 'POST' ? { body: { items }, ...options } : options),
    ),
  )

const setPlan = (plan: string, of = store) => first.platform('PATCH', `/stores/${of.id}`, { plan })

const regenerate = async (kind: 'public' | 'secret', of: TestStore) =>
  (await first.platform<{ key: string }>('POST', `/stores/${of.id}/keys/${kind}/regenerate`)).body
    .key

describe('spec §5 Authentication', () => {
  test('rule 1: the key comes as a bearer token, and the refusal of another form says how it looks', async () => {
    const { secret } = store.keys
    for (const authorization of [
      secret,
      `Basic ${secret}`,
      `Bearer ${secret} x`,
      `Bearer ${secret},`,
      'Bearer',
      `Token ${secret}`,
    ]) {
      expectError(
        await first.call('GET', '/v1/products', { headers: { authorization } }),
        401,
        'invalid_api_key',
        /^The header has to look like Authorization: Bearer <API_KEY>/,
      )
    }
  })

  test.each(['Bearer ', 'bearer ', 'BEARER ', 'Bearer   ', 'Bearer\t'])(
    'rule 1: schemes have no case, and any white space behind them (RFC 9110): "%s"',
    async (scheme) => {
      const headers = { authorization: `${scheme}${store.keys.secret}` }
      expect((await first.call('GET', '/v1/products', { headers })).status).toBe(200)
    },
  )

  test('rule 2: there are public and secret keys, told apart by their prefix', () => {
    expect(store.keys.public).toMatch(/^pk_live_[0-9A-Za-z]{38}$/)
    expect(store.keys.secret).toMatch(/^sk_live_[0-9A-Za-z]{38}$/)
  })

  test('rule 3: creating takes either kind, reading a session the secret one only', async () => {
    const { status, body } = await first.call<{ url: string }>('POST', '/v1/checkout/sessions', {
      token: store.keys.public,
      body: { items },
    })
    expect(status).toBe(201)
    const id = body.url.split('/').at(-1) ?? ''
    expectError(
      await first.call('GET', `/v1/checkout/sessions/${id}`, { token: store.keys.public }),
      401,
      'invalid_api_key',
      /secret key/,
    )
    expect((await readSession(first, store, id)).status).toBe(200)
  })

  test.each(['public', 'secret'] as const)(
    'rule 4: a regenerated %s key is void on the very next request of every process',
    async (kind) => {
      const own = await aStore(first)
      const old = own.keys[kind]
      for (const service of [first, second])
        expect((await service.call('GET', '/v1/products', { token: old })).status).toBe(200)
      const key = await regenerate(kind, own)
      expect(key).not.toBe(old)
      for (const service of [second, first]) {
        expectError(
          await service.call('GET', '/v1/products', { token: old }),
          401,
          'invalid_api_key',
          /regenerated/,
        )
        expect((await service.call('GET', '/v1/products', { token: key })).status).toBe(200)
      }
      const untouched = own.keys[kind === 'public' ? 'secret' : 'public']
      expect((await second.call('GET', '/v1/products', { token: untouched })).status).toBe(200)
    },
  )

  test('rule 4: a session outlives the keys of its store: the buyer pays, the new key reads', async () => {
    const own = await aStore(first)
    await aProduct(first, own)
    const id = await aSession(first, own)
    const secret = await regenerate('secret', own)
    expect((await (await aBuyer(second, id)).pay()).status).toBe(200)
    expectError(await readSession(second, own, id), 401, 'invalid_api_key')
    expect(
      (await readSession(second, { ...own, keys: { ...own.keys, secret } }, id)).body.status,
    ).toBe('complete')
  })

  test('rule 5: a call without the header is refused with missing_api_key, every one', async () => {
    for (const answer of await callAll({})) expectError(answer, 401, 'missing_api_key', /Bearer/)
    for (const answer of await callAll({ headers: { authorization: '' } }))
      expectError(answer, 401, 'missing_api_key')
  })

  test('rule 5: a call with a wrong key is refused with invalid_api_key, every one', async () => {
    const { secret } = store.keys
    const lastReplaced = `${secret.slice(0, -1)}${secret.endsWith('0') ? '1' : '0'}`
    for (const token of [
      createApiKey('secret'),
      createApiKey('public'),
      lastReplaced,
      secret.toUpperCase(),
      `${secret}0`,
      'x',
      'x'.repeat(500),
    ]) {
      for (const answer of await callAll({ token }))
        expectError(answer, 401, 'invalid_api_key', /not valid.*may have been regenerated/)
    }
  })

  test('rule 6: without API access in the plan every call is plan_required; with it back the same key works again', async () => {
    const own = await aStore(first, { plan: 'free' })
    await aProduct(first, own)
    for (const answer of await callAll({ token: own.keys.secret }))
      expectError(answer, 403, 'plan_required', /plan has no API access/)
    for (const plan of ['basic', 'pro']) {
      await setPlan(plan, own)
      expect((await callAll({ token: own.keys.secret })).map(({ status }) => status)).toEqual([
        201, 404, 200, 200,
      ])
    }
  })

  test('rule 6: a downgrade does not stop the buyer; the order is readable after the upgrade', async () => {
    const own = await aStore(first)
    await aProduct(first, own)
    const id = await aSession(first, own)
    await setPlan('free', own)
    expectError(await readSession(second, own, id), 403, 'plan_required')
    expect((await (await aBuyer(first, id)).pay()).status).toBe(200)
    expectError(await readSession(second, own, id), 403, 'plan_required')
    await setPlan('basic', own)
    expect((await readSession(second, own, id)).body.status).toBe('complete')
  })

  test('a secret key that comes from a browser is refused, and told why', async () => {
    for (const origin of ['https://shop.example', 'null', first.baseUrl]) {
      for (const answer of await callAll({ token: store.keys.secret, headers: { origin } })) {
        expectError(answer, 401, 'invalid_api_key', /browser/)
        expect(answer.headers.get('access-control-allow-origin')).toBeNull()
      }
    }
  })

  test('the checks of a call come in order: header, key, rate limit, plan, kind of key, body', async () => {
    const broken = { text: '{', headers: { 'content-type': 'text/plain' } }
    const own = await aStore(first, { plan: 'free' })
    const { public: publicKey, secret } = own.keys
    const strict = await startTestService({
      databaseUrl: first.databaseUrl,
      env: { RATE_LIMIT_BURST: '60' },
      clocks: createTestClocks(),
    })
    const create = (token: string | undefined) =>
      strict.call('POST', '/v1/checkout/sessions', { token, ...broken })
    const read = (token: string) => strict.call('GET', '/v1/checkout/sessions/x', { token })
    expectError(await create(undefined), 401, 'missing_api_key')
    expectError(await create('x'), 401, 'invalid_api_key')
    expectError(await create(secret), 403, 'plan_required')
    expectError(await read(publicKey), 403, 'plan_required')
    const answers = await Promise.all(Array.from({ length: 100 }, () => create(secret)))
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([403, 429]))
    await setPlan('pro', own)
    expectError(await read(publicKey), 401, 'invalid_api_key', /secret key/)
    expectError(
      await strict.call('POST', '/v1/checkout/sessions', { token: publicKey, ...broken }),
      415,
      'unsupported_media_type',
    )
    await strict.stop()
  })
})
