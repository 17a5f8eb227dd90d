import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { type Pool, openPool } from '../../postgres/database.ts'
import { openApiAccessRecords } from './api-access.records.ts'
import type { AnsweredRequest } from '../../web/answers/answered-request.ts'
import { type TestStore, aProduct, aSession, aStore } from '../../testing/builders.ts'
import { inMinutes } from '../../testing/moments.ts'
import { createTestClocks } from '../../testing/test-clocks.ts'
import { type TestService, startTestService } from '../../testing/servers/test-service.ts'
import { type Sql, openSql } from '../../testing/sql.ts'
import { aMember, aStoreWithOwner } from '../../testing/store/store-builders.ts'

let service: TestService
let sql: Sql
let pool: Pool
let records: ReturnType<typeof openApiAccessRecords>
/** Two stores whose owners are signed in. */
let own: Awaited<ReturnType<typeof aSignedInStore>>
let other: Awaited<ReturnType<typeof aSignedInStore>>

async function aSignedInStore() {
  const store = await aStoreWithOwner(service)
  return { store, owner: await aMember(service, store.email) }
}

beforeAll(async () => {
  service = await startTestService({ env: { RATE_LIMIT_BURST: '30' }, clocks: createTestClocks() })
  sql = openSql(service.databaseUrl)
  pool = openPool({ connectionString: service.databaseUrl }, { onIdleError: () => {} })
  records = openApiAccessRecords(pool)
  ;[own, other] = await Promise.all([aSignedInStore(), aSignedInStore()])
})

afterAll(async () => {
  await pool.close()
  await sql.close()
  await service.stop()
})

const AN_HOUR_BEFORE = inMinutes(-60)

/** As it is written down here by hand. */
const aRequest = ({ id: storeId }: TestStore): AnsweredRequest => ({
  requestId: crypto.randomUUID(),
  at: AN_HOUR_BEFORE,
  method: 'GET',
  route: '/v1/products',
  status: 200,
  durationMs: 0.3,
  storeId,
  keyKind: 'public',
  keyDigest: Buffer.alloc(32),
  isSecretInBrowser: false,
})

type Row = {
  request_id: string
  at: Date
  method: string
  route: string
  status: number
  key_kind: string
  duration_ms: number
  secret_in_browser: boolean
}

const rowsOf = ({ id }: TestStore) =>
  sql.rows<Row>('select * from api_requests where store_id = $1 order by id', [id])

/** The store's log once so many requests are in it. */
const logOf = (store: TestStore, length: number) =>
  vi.waitFor(
    async () => {
      const rows = await rowsOf(store)
      if (rows.length !== length) throw new Error(`${rows.length} requests in the log`)
      return rows
    },
    { timeout: 60_000 },
  )

const lastUsed = async ({ id }: TestStore, kind: string) =>
  (
    await sql.rows<{ at: Date | null }>(
      'select last_used_at as at from api_keys where store_id = $1 and kind = $2',
      [id, kind],
    )
  )[0]?.at ?? null

const list = (token: string, headers = {}) =>
  service.call('GET', '/v1/products', { token, headers })

const PATH = '/settings/developers/requests'

const idsIn = (text: string) => text.match(/[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}(?=<)/g) ?? []

describe('Store application, Settings → Developers: the request log', () => {
  test.concurrent('the request log has every request with a store’s key, and nothing that is secret', async () => {
    const { store, owner } = own
    await aProduct(service, store)
    const { public: publicKey, secret } = store.keys
    const id = await aSession(service, store)
    const read = (token: string, of = id) =>
      service.call('GET', `/v1/checkout/sessions/${of}`, { token })
    await read(secret)
    await read(publicKey)
    await read(secret, 'cs_unknown')
    const refused = await service.call('POST', '/v1/checkout/sessions', {
      token: publicKey,
      body: { items: [] },
    })
    await service.platform('PATCH', `/stores/${store.id}`, { plan: 'free' })
    await list(secret)
    await service.platform('PATCH', `/stores/${store.id}`, { plan: 'basic' })
    await list(secret, { origin: 'https://shop.example' })
    await sql.rows('alter table products rename to products_away')
    await list(publicKey)
    await sql.rows('alter table products_away rename to products')
    await list(`${secret.slice(0, -1)}!`)
    await service.call('GET', '/v1/products')

    const log = await logOf(store, 8)
    expect(
      log.map(({ method, route, status, key_kind, secret_in_browser }) => [
        method,
        route,
        status,
        key_kind,
        secret_in_browser,
      ]),
    ).toEqual([
      ['POST', '/v1/checkout/sessions', 201, 'secret', false],
      ['GET', '/v1/checkout/sessions/:id', 200, 'secret', false],
      ['GET', '/v1/checkout/sessions/:id', 401, 'public', false],
      ['GET', '/v1/checkout/sessions/:id', 404, 'secret', false],
      ['POST', '/v1/checkout/sessions', 400, 'public', false],
      ['GET', '/v1/products', 403, 'secret', false],
      ['GET', '/v1/products', 401, 'secret', true],
      ['GET', '/v1/products', 500, 'public', false],
    ])
    expect(log[4]?.request_id).toBe(refused.headers.get('request-id'))
    expect(log.every(({ duration_ms }) => duration_ms > 0 && duration_ms < 5000)).toBe(true)

    const page = await owner.get(PATH)
    expect(page.status).toBe(200)
    expect(idsIn(page.text)).toEqual(log.map(({ request_id }) => request_id).toReversed())
    expect(page.text.match(/Secret key sent from a web page/g)).toHaveLength(1)
    for (const text of [page.text, JSON.stringify(log)]) {
      expect([id, secret, publicKey].filter((canary) => text.includes(canary))).toEqual([])
    }
    const developers = await owner.get('/settings/developers')
    expect(developers.text).toContain('Your secret key was sent from a web page')

    const filtered = async (query: string) =>
      idsIn((await owner.get(`${PATH}?${query}`)).text).length
    expect(
      await Promise.all(
        [
          'status=2xx',
          'status=4xx',
          'status=5xx',
          'status=4xx&route=%2Fv1%2Fproducts',
          'route=nothing',
          `request=${log[4]?.request_id}`,
          `request=${log[4]?.request_id}&status=5xx`,
          'request=nonsense',
          'route=%00',
          'status=__proto__',
        ].map(filtered),
      ),
    ).toEqual([2, 5, 1, 2, 0, 1, 0, 0, 8, 8])
    // A member who mistyped an id still has the form, with all routes.
    expect((await owner.get(`${PATH}?request=nonsense`)).text).toMatch(
      /<option[^>]*>\s*\/v1\/products</,
    )
    expect((await owner.get(`${PATH}?cursor=nonsense`)).status).toBe(404)

    for (const path of [PATH, `${PATH}?request=${log[4]?.request_id}`])
      expect(idsIn((await other.owner.get(path)).text)).toEqual([])
  })

  test.concurrent('the request log has requests above the limit, too', async () => {
    const store = await aStore(service)
    const answers = await Promise.all(Array.from({ length: 40 }, () => list(store.keys.public)))
    const limited = answers.filter(({ status }) => status === 429).length
    expect(limited).toBeGreaterThan(0)
    expect((await logOf(store, 40)).filter(({ status }) => status === 429)).toHaveLength(limited)
  })

  test('the request log goes on from page to page, the newest first', async () => {
    const { store, owner } = other
    await sql.rows(
      `insert into api_requests (request_id, store_id, key_kind, at, method, route, status, duration_ms, secret_in_browser)
      select gen_random_uuid(), $1, 'secret', now(), 'GET', '/v1/products', case when n % 2 = 0 then 200 else 404 end, 1.5, false
      from generate_series(1, 130) n`,
      [store.id],
    )
    const walk = async (path: string): Promise<string[]> => {
      const { text } = await owner.get(path)
      const next = /rel="next" href="[^"]*(\?[^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&')
      return [...idsIn(text), ...(next ? await walk(`${PATH}${next}`) : [])]
    }
    const all = (await rowsOf(store)).toReversed()
    expect(await walk(PATH)).toEqual(all.map(({ request_id }) => request_id))
    expect(await walk(`${PATH}?status=4xx`)).toEqual(
      all.filter(({ status }) => status === 404).map(({ request_id }) => request_id),
    )
  })

  test.concurrent('the request log says when a key was used, and nothing of one that was not', async () => {
    const store = await aStore(service)
    await list(store.keys.secret)
    const [request] = await logOf(store, 1)
    expect(await lastUsed(store, 'secret')).toEqual(request?.at)
    expect(await lastUsed(store, 'public')).toBeNull()
  })

  test.concurrent('the request log says of a new key nothing that the one before did', async () => {
    const store = await aStore(service)
    await list(store.keys.secret)
    await service.platform('POST', `/stores/${store.id}/keys/secret/regenerate`)
    await logOf(store, 1)
    expect(await lastUsed(store, 'secret')).toBeNull()
  })

  test.concurrent.each([
    [60, AN_HOUR_BEFORE],
    [61, new Date(AN_HOUR_BEFORE.getTime() + 61_000)],
  ])(
    'the last use of a key is said to the minute: %i s after the use before',
    async (seconds, said) => {
      const store = await aStore(service)
      const [key] = await sql.rows<{ digest: Buffer }>(
        `update api_keys set last_used_at = $2 where store_id = $1 and kind = 'secret' returning digest`,
        [store.id, AN_HOUR_BEFORE],
      )
      const at = new Date(AN_HOUR_BEFORE.getTime() + seconds * 1000)
      await records.recordRequests([{ ...aRequest(store), at, keyDigest: key!.digest }])
      expect(await lastUsed(store, 'secret')).toEqual(said)
    },
  )

  test.concurrent('the request log has a request once and as it was, however often its batch is written', async () => {
    const store = await aStore(service)
    const requests = ['/v1/{"a",b}', String.raw`/v1/\:id`].map((route, index): AnsweredRequest => ({
      ...aRequest(store),
      at: new Date(AN_HOUR_BEFORE.getTime() + index),
      route,
      status: 200 + index,
      isSecretInBrowser: index === 1,
    }))
    await records.recordRequests(requests.slice(0, 1))
    await records.recordRequests(requests)
    expect(
      await sql.rows(
        `select request_id as "requestId", at, method, route, status, duration_ms as "durationMs", store_id as "storeId",
      key_kind as "keyKind", secret_in_browser as "isSecretInBrowser" from api_requests where store_id = $1 order by id`,
        [store.id],
      ),
    ).toEqual(requests.map(({ keyDigest: _, ...request }) => request))
  })

  test('a request log that cannot be written holds no request up, says what is lost, and goes on', async () => {
    const store = await aStore(service)
    await sql.rows('alter table api_requests rename to api_requests_away')
    expect((await list(store.keys.public)).status).toBe(200)
    await expect.poll(() => service.log()).toContain('request.unrecorded')
    expect(service.log()).toMatch(/"count":1,.*"request\.unrecorded"/)
    await sql.rows('alter table api_requests_away rename to api_requests')
  })

  test('the request log is written at the process’s end', async () => {
    const store = await aStore(service)
    const other = await startTestService({ databaseUrl: service.databaseUrl })
    expect((await other.call('GET', '/v1/products', { token: store.keys.public })).status).toBe(200)
    await other.stop()
    expect(await rowsOf(store)).toHaveLength(1)
  })
})
