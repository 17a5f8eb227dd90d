import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { createApiKey } from '../auth/api-keys.ts'
import { createSecretToken } from '../auth/secret-tokens.ts'
import { ids } from '../auth/random.ts'
import { aBuyer, aSession, type TestStore, aProduct, aStore } from '../testing/builders.ts'
import { expectError } from '../testing/expect-error.ts'
import { createTestClocks } from '../testing/test-clocks.ts'
import { type TestService, startTestService } from '../testing/servers/test-service.ts'

const BURST = 100

let service: TestService
let store: TestStore

beforeAll(async () => {
  service = await startTestService({
    // It does not move: no limit grows back while a slow machine asks.
    clocks: createTestClocks(),
    env: { TRUST_PROXY: '1', RATE_LIMIT_BURST: `${BURST}`, RATE_LIMIT_PER_SECOND: '1' },
  })
  store = await aStore(service)
  await aProduct(service, store)
})

afterAll(() => service.stop())

let addresses = 0
const anAddress = () => {
  addresses += 1
  return `198.51.${addresses >> 8}.${addresses & 255}`
}

const from = (address: string) => ({ 'x-forwarded-for': address })

const readProducts = (token: string, address: string) =>
  service.call('GET', '/v1/products', { token, headers: from(address) })

const openPage = async (id: string, address: string) =>
  fetch(`${service.checkoutUrl}/${id}`, { headers: from(address) })

const times = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('security §4: strangers', () => {
  test('400 strange keys at once from 200 addresses get no 500, and keep nobody from a known key', async () => {
    await readProducts(store.keys.secret, anAddress())
    const crowd = times(200).flatMap(() => {
      const address = anAddress()
      return times(2).map(() => readProducts(createApiKey('secret'), address))
    })
    const known = await Promise.all(
      times(20).map(() => readProducts(store.keys.secret, '192.0.2.1')),
    )
    expect(known.map(({ status }) => status)).toEqual(times(20).map(() => 200))
    const statuses = new Set((await Promise.all(crowd)).map(({ status }) => status))
    expect([...statuses].filter((status) => ![401, 429, 503].includes(status))).toEqual([])
    expect(statuses).toContain(401)
    expect(service.log()).not.toContain('request.failed')
  })

  test('a network that names 20 unknown keys waits; a known key of the same network does not', async () => {
    const address = anAddress()
    for (let count = 0; count < 20; count += 1)
      expectError(await readProducts(createApiKey('secret'), address), 401, 'invalid_api_key')
    const answer = await readProducts(createApiKey('secret'), address)
    expectError(answer, 429, 'rate_limited', /does not exist/)
    expect(answer.headers.get('retry-after')).toBe('3')
    expect((await readProducts(store.keys.secret, address)).status).toBe(200)
  })

  test('who goes on is refused in the same words, counted and not written down one by one', async () => {
    const address = anAddress()
    for (let count = 0; count < 20; count += 1) await readProducts(createApiKey('secret'), address)
    const first = await readProducts(createApiKey('secret'), address)
    const before = service.log()
    const others = await Promise.all(
      times(50).map(() => readProducts(createApiKey('secret'), address)),
    )
    const plain = ({ headers, ...answer }: typeof first) => ({
      ...answer,
      names: [...headers.keys()].filter((name) => !['connection', 'keep-alive'].includes(name)),
    })
    expect(new Set(others.map(({ headers }) => headers.get('request-id'))).size).toBe(50)
    for (const answer of others) expect(plain(answer)).toEqual(plain(first))
    await expect
      .poll(service.log)
      .toContain('"reasons":{"unknown_keys":50},"msg":"requests.refused"')
    const since = service.log().slice(before.length)
    expect(since.match(/request.answered/g) ?? []).toEqual([])
  })

  test('who guesses sessions waits after 20; an existing session opens from the same network', async () => {
    const address = anAddress()
    const id = await aSession(service, store)
    for (let count = 0; count < 20; count += 1)
      expect((await openPage(ids.session(ids.store()), address)).status).toBe(404)
    const refused = await openPage(ids.session(ids.store()), address)
    expect(refused.status).toBe(429)
    expect(refused.headers.get('retry-after')).toBe('3')
    expect(await refused.text()).toContain('<!doctype html>')
    expect((await openPage(id, address)).status).toBe(200)
    const { token, headers } = await aBuyer(service, id)
    const view = await fetch(`${service.checkoutUrl}/${id}/view`, {
      headers: { ...headers, ...from(address), authorization: `Bearer ${token}` },
    })
    expect(view.status).toBe(200)
  })

  test('strangers with cookies that nobody has get a page, or are told to wait', async () => {
    const address = anAddress()
    const open = () =>
      fetch(`${service.baseUrl}/store/orders`, {
        headers: { ...from(address), cookie: `__Host-sid=${createSecretToken()}` },
        redirect: 'manual',
      })
    for (let count = 0; count < 20; count += 1) expect((await open()).status).toBe(303)
    expect((await open()).status).toBe(429)
  })
})

describe('security §4: a public key', () => {
  const create = (address: string) =>
    service.call('POST', '/v1/checkout/sessions', {
      token: store.keys.public,
      headers: from(address),
      body: { items: [{ product: 'mug' }] },
    })

  test('one network cannot use up a public key: its share is a fifth', async () => {
    const greedy = anAddress()
    const answers = await Promise.all(times(BURST).map(() => create(greedy)))
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(BURST / 5)
    expect(answers.filter(({ status }) => status === 429)).toHaveLength((BURST * 4) / 5)
    expect((await create(anAddress())).status).toBe(201)
  })
})
