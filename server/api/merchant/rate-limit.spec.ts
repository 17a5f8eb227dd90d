import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { createApiKey } from '../../auth/api-keys.ts'
import { type TestStore, aProduct, aSession, aStore } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { type TestService, startTestService } from '../../testing/test-service.ts'
import { testRedisUrl } from '../../testing/test-redis.ts'

const BURST = 20
const PER_SECOND = 1

let services: [TestService, TestService]

beforeAll(async () => {
  const env = {
    REDIS_URL: testRedisUrl(13),
    RATE_LIMIT_BURST: String(BURST),
    RATE_LIMIT_PER_SECOND: String(PER_SECOND),
  }
  const first = await startTestService({ env })
  services = [first, await startTestService({ databaseUrl: first.databaseUrl, env })]
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

/** However long the work takes: the processes' own limits do not grow back meanwhile. */
async function inNoTime<Result>(work: () => Promise<Result>) {
  const clock = vi.spyOn(performance, 'now').mockReturnValue(performance.now())
  try {
    return await work()
  } finally {
    clock.mockRestore()
  }
}

const aKey = async (kind: keyof TestStore['keys'] = 'public') =>
  (await aStore(services[0])).keys[kind]

describe('§8 Limits', () => {
  test('quantity: 1 to 100 per item', async () => {
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

  test('request rate: two processes share one limit per key', async () => {
    const token = await aKey()
    const startedAt = performance.now()
    const answers = await readMany(token, 4 * BURST)
    const allowed = answers.filter(({ status }) => status === 200).length
    expect(allowed).toBeGreaterThanOrEqual(BURST)
    expect(allowed).toBeLessThanOrEqual(
      BURST + 1 + (PER_SECOND * (performance.now() - startedAt)) / 1000,
    )
    for (const answer of answers.filter(({ status }) => status !== 200)) {
      expectError(answer, 429, 'rate_limited', /[Ss]low down/)
      expect(answer.headers.get('retry-after')).toMatch(/^[1-9]\d*$/)
      expect(answer.headers.get('ratelimit-remaining')).toBe('0')
    }
  })

  test('request rate: every answer says where the limit stands', async () => {
    const token = await aKey('secret')
    const [service] = services
    // At once: on a slow machine the limit would grow back between them.
    const answers = await Promise.all([
      read(service, token),
      read(service, token),
      read(service, token),
    ])
    for (const { headers } of answers) {
      expect(headers.get('ratelimit-limit')).toBe(String(BURST))
      expect(headers.get('ratelimit-reset')).toMatch(/^[1-9]\d*$/)
    }
    const remaining = answers.map(({ headers }) => Number(headers.get('ratelimit-remaining')))
    expect(remaining.toSorted((a, b) => b - a)).toEqual([BURST - 1, BURST - 2, BURST - 3])
    const notFound = await service.call('GET', '/v1/checkout/sessions/x', { token })
    expect(notFound).toMatchObject({ status: 404 })
    expect(Number(notFound.headers.get('ratelimit-remaining'))).toBeLessThan(BURST - 3 + 1)
  })

  test('request rate: after Retry-After the key works again', async () => {
    const token = await aKey()
    const refused = await inNoTime(async () =>
      (await readMany(token, 4 * BURST)).find(({ status }) => status === 429),
    )
    expect(Number(refused?.headers.get('retry-after'))).toBeLessThanOrEqual(1)
    await expect
      .poll(async () => (await read(services[1], token)).status, { interval: 250 })
      .toBe(200)
  })

  test('request rate: each key has a limit of its own, creating and reading count for the same one', async () => {
    const [service] = services
    const store = await aStore(service)
    await aProduct(service, store)
    const id = await aSession(service, store)
    const create = () =>
      service.call('POST', '/v1/checkout/sessions', {
        token: store.keys.secret,
        body: { items: [{ product: 'mug' }] },
      })
    await inNoTime(async () => {
      await Promise.all(Array.from({ length: 2 * BURST }, create))
      expectError(
        await service.call('GET', `/v1/checkout/sessions/${id}`, { token: store.keys.secret }),
        429,
        'rate_limited',
      )
    })
    expect((await read(service, store.keys.public)).status).toBe(200)
  })

  test('request rate: a wrong key stays a wrong key, however often it comes', async () => {
    const token = createApiKey('public')
    for (const answer of await readMany(token, 2 * BURST))
      expectError(answer, 401, 'invalid_api_key')
  })
})
