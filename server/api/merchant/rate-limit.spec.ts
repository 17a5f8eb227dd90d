import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../../auth/api-keys.ts'
import {
  type TestStore,
  aProduct,
  aSession,
  aStore,
  countStatuses,
} from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { createTestClocks, spentForGood } from '../../testing/test-clocks.ts'
import { type TestService, startTestService } from '../../testing/servers/test-service.ts'
import { testRedisUrl } from '../../testing/servers/test-redis.ts'

const BURST = 20

let services: [TestService, TestService]

beforeAll(async () => {
  // Nothing grows back while a slow machine asks.
  const setup = {
    env: { REDIS_URL: testRedisUrl(13) },
    rateLimit: spentForGood(BURST),
    clocks: createTestClocks(),
  }
  const first = await startTestService(setup)
  services = [first, await startTestService({ ...setup, databaseUrl: first.databaseUrl })]
})

afterAll(async () => {
  for (const service of services.toReversed()) await service.stop()
})

const read = (service: TestService, token: string) => service.call('GET', '/v1/products', { token })

/** Asks both processes in turn. */
const readMany = (token: string, count: number) =>
  Promise.all(
    Array.from({ length: count }, (_, index) => read(services[index % 2 === 0 ? 0 : 1], token)),
  )

const aKey = async (kind: keyof TestStore['keys'] = 'public') =>
  (await aStore(services[0])).keys[kind]

describe('spec §8 Limits: quantity', () => {
  test('the quantity of an item is 1 to 100', async () => {
    const [service] = services
    const store = await aStore(service)
    await aProduct(service, store, { variants: [{ stock: 1000 }] })
    const buy = (quantity: number) =>
      service.call('POST', '/v1/checkout/sessions', {
        token: store.keys.secret,
        body: { items: [{ product: 'mug', quantity }] },
      })
    for (const quantity of [1, 100]) expect((await buy(quantity)).status).toBe(201)
    for (const quantity of [-1, 0, 101, 2 ** 53])
      expectError(await buy(quantity), 400, 'invalid_request', /^items\[0\]\.quantity: /)
  })
})

describe('spec §8 Limits: requests of a key', () => {
  test('requests of a key share one limit in all processes; those beyond it hear when to return', async () => {
    const answers = await readMany(await aKey(), 4 * BURST)
    expect(countStatuses(answers)).toEqual({ 200: BURST, 429: 3 * BURST })
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expectError(answer, 429, 'rate_limited', /[Ss]low down/)
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
      expect(answer.headers.get('ratelimit-remaining')).toBe('0')
    }
  })

  test('every answer to a key says where its limit stands', async () => {
    const token = await aKey('secret')
    const [service] = services
    for (const left of [BURST - 1, BURST - 2, BURST - 3]) {
      const { headers } = await read(service, token)
      expect(headers.get('ratelimit-limit')).toBe(String(BURST))
      expect(headers.get('ratelimit-remaining')).toBe(String(left))
      expect(headers.get('ratelimit-reset')).toMatch(/^[1-9]\d*$/)
    }
    const notFound = await service.call('GET', '/v1/checkout/sessions/x', { token })
    expect(notFound).toMatchObject({ status: 404 })
    expect(notFound.headers.get('ratelimit-remaining')).toBe(String(BURST - 4))
  })

  test('a key that was limited passes again after Retry-After, and not before', async () => {
    const clocks = createTestClocks()
    const service = await startTestService({
      databaseUrl: services[0].databaseUrl,
      rateLimit: { perSecond: 0.1, burst: 1 },
      clocks,
    })
    const token = await aKey()
    const once = async () => {
      const { status, headers } = await read(service, token)
      return [status, headers.get('retry-after')]
    }
    expect(await once()).toEqual([200, null])
    expect(await once()).toEqual([429, '10'])
    clocks.pass(9)
    expect(await once()).toEqual([429, '1'])
    clocks.pass(1)
    expect(await once()).toEqual([200, null])
    expect(await once()).toEqual([429, '10'])
    await service.stop()
  })

  test('requests count for their key alone, whether they create or read', async () => {
    const [service] = services
    const store = await aStore(service)
    await aProduct(service, store)
    const id = await aSession(service, store)
    const create = () =>
      service.call('POST', '/v1/checkout/sessions', {
        token: store.keys.secret,
        body: { items: [{ product: 'mug' }] },
      })
    await Promise.all(Array.from({ length: 2 * BURST }, create))
    expectError(
      await service.call('GET', `/v1/checkout/sessions/${id}`, { token: store.keys.secret }),
      429,
      'rate_limited',
    )
    expect((await read(service, store.keys.public)).status).toBe(200)
  })

  test('requests with a wrong key are refused as such, however often they come', async () => {
    const token = createApiKey('public')
    for (const answer of await readMany(token, 2 * BURST))
      expectError(answer, 401, 'invalid_api_key')
  })
})
