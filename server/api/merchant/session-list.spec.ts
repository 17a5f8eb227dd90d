import { describe, expect, test } from 'vitest'
import type { ListedSession } from '../../contract/merchant-orders.ts'
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
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service, sql } = await openSpecService()

type SessionList = { data: ListedSession[]; nextCursor: string | null }

const list = (store: TestStore, query = '', token = store.keys.secret) =>
  service.call<SessionList>('GET', `/v1/checkout/sessions${query}`, { token })

const idsOf = ({ body }: { body: SessionList }) => body.data.map(({ id }) => id)

async function aShop() {
  const store = await aStore(service)
  await aProduct(service, store)
  return store
}

const expire = (store: TestStore, id: string) =>
  service.call('POST', `/v1/checkout/sessions/${id}/expire`, { token: store.keys.secret })

describe('contract §3: the list of sessions', () => {
  test('the list of sessions says of each what its own read says, and when it began and ends', async () => {
    const store = await aShop()
    const metadata = { cart: 'c-1' }
    const paid = await aSession(service, store, { metadata })
    await (await aBuyer(service, paid)).pay()
    const open = await aSession(service, store)
    const { body } = await list(store)
    const times = { createdAt: expect.any(String), expiresAt: expect.any(String) }
    expect(body).toEqual({
      data: [
        { id: open, ...(await readSession(service, store, open)).body, ...times },
        { id: paid, ...(await readSession(service, store, paid)).body, ...times },
      ],
      nextCursor: null,
    })
    for (const { createdAt, expiresAt } of body.data)
      expect(Date.parse(expiresAt) - Date.parse(createdAt)).toBe(1_800_000)
  })

  test('the list of sessions gives metadata back byte for byte', async () => {
    const store = await aShop()
    const metadata = '{"10":1.0,"2": [9007199254740993]}'
    await service.call('POST', '/v1/checkout/sessions', {
      token: store.keys.secret,
      text: `{"items":[{"product":"mug"}],"metadata":${metadata}}`,
    })
    expect((await list(store)).text).toContain(`"metadata":${metadata}`)
  })

  test('the list of sessions goes from newest to oldest, page by page, one moment’s too', async () => {
    const store = await aShop()
    const ids: string[] = []
    for (let count = 0; count < 5; count += 1) ids.push(await aSession(service, store))
    await sql.rows(
      `update checkout_sessions set created_at = date_trunc('minute', created_at)
      where store_id = $1`,
      [store.id],
    )
    const seen: string[] = []
    let query = '?limit=2'
    for (const expected of [2, 2, 1]) {
      const page = await list(store, query)
      expect(page.body.data).toHaveLength(expected)
      seen.push(...idsOf(page))
      query = `?limit=2&cursor=${page.body.nextCursor}`
    }
    expect(seen.toSorted()).toEqual(ids.toSorted())
  })

  test('the list of sessions is narrowed to a status', async () => {
    const store = await aShop()
    const [open, paid, expired, paying] = [
      await aSession(service, store),
      await aSession(service, store),
      await aSession(service, store),
      await aSession(service, store),
    ]
    await (await aBuyer(service, paid)).pay()
    await (await aBuyer(service, paying)).pay({ card: CARDS.challenge })
    await expire(store, expired)
    expect(idsOf(await list(store, '?status=open'))).toEqual([paying, open])
    expect(idsOf(await list(store, '?status=complete'))).toEqual([paid])
    expect(idsOf(await list(store, '?status=expired'))).toEqual([expired])
    expect((await list(store, '?status=open')).body.data.map(({ status }) => status)).toEqual([
      'open',
      'open',
    ])
  })

  test('the list of sessions never calls a session open whose time is over', async () => {
    const store = await aShop()
    const [late, open] = [await aSession(service, store), await aSession(service, store)]
    const end = (id: string) =>
      sql.rows('update checkout_sessions set expires_at = clock_timestamp() where id = $1', [id])
    await end(late)
    expect(idsOf(await list(store, '?status=open'))).toEqual([open])
    await end(open)
    expect((await list(store)).body.data.map(({ status }) => status)).toEqual([
      'expired',
      'expired',
    ])
  })

  test('the list of sessions holds no session of another store', async () => {
    const [store, other] = [await aShop(), await aShop()]
    await aSession(service, other)
    expect((await list(store)).body).toEqual({ data: [], nextCursor: null })
  })

  test('the list of sessions takes the secret key alone', async () => {
    const store = await aShop()
    expectError(await list(store, '', store.keys.public), 401, 'invalid_api_key', /secret key/)
  })

  test.each(['limit=0', 'limit=101', 'cursor=!', 'status=paid', 'status=paying', 'paid=1'])(
    'the list of sessions refuses ?%s',
    async (query) => {
      const field = query.split('=')[0]
      expectError(
        await list(await aShop(), `?${query}`),
        400,
        'invalid_request',
        new RegExp(`^${field}: `),
      )
    },
  )
})
