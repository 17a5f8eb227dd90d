import { describe, expect, test } from 'vitest'
import type { StoreResource } from '../../contract/platform/platform.ts'
import {
  type TestStore,
  aBuyer,
  aProduct,
  aSession,
  aStore,
  readSession,
} from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { startTestService } from '../../testing/servers/test-service.ts'

const { service, sql } = await openSpecService()

const STORE = { name: 'Loom & Co', plan: 'pro', currency: 'EUR' }
const createStore = (fields: Record<string, unknown>) =>
  service.platform<TestStore>('POST', '/stores', fields)
const patch = (id: string, fields: unknown) =>
  service.platform<StoreResource>('PATCH', `/stores/${id}`, fields)

describe('contract §4: access', () => {
  test.each([undefined, '', 'x', 'platform-token-of-all-of-the-test', 'x'.repeat(2000)])(
    'the platform API refuses the token %j on every route',
    async (token) => {
      for (const [method, path] of [
        ['POST', '/stores'],
        ['GET', '/stores/st_1'],
        ['GET', '/test-provider/payments'],
        ['GET', '/nothing'],
      ] as const) {
        expectError(
          await service.call(method, `/platform/v1${path}`, { token }),
          401,
          'invalid_platform_token',
        )
      }
    },
  )

  test('the platform API refuses a store’s secret key', async () => {
    const store = await aStore(service)
    expectError(
      await service.call('GET', `/platform/v1/stores/${store.id}`, { token: store.keys.secret }),
      401,
      'invalid_platform_token',
    )
  })

  test('the platform API answers 404 for unknown addresses and 405 for wrong methods', async () => {
    expectError(await service.platform('GET', '/nothing'), 404, 'not_found')
    expectError(await service.platform('DELETE', '/stores'), 405, 'method_not_allowed', /POST/)
    expectError(
      await service.platform('PUT', '/stores/st_1', {}),
      405,
      'method_not_allowed',
      /GET and PATCH/,
    )
  })
})

describe('contract §4: stores', () => {
  test('a new store has free standard delivery, no allowed origins, and its two keys', async () => {
    const { status, body } = await createStore(STORE)
    expect(status).toBe(201)
    expect(body).toEqual({
      ...STORE,
      id: expect.stringMatching(/^st_[0-9A-Za-z]+$/),
      deliveryOptions: [{ id: 'standard', name: 'Standard delivery', fee: 0 }],
      allowedOrigins: [],
      test: false,
      keys: {
        public: expect.stringMatching(/^pk_live_/),
        secret: expect.stringMatching(/^sk_live_/),
      },
    })
    for (const key of Object.values(body.keys))
      expect((await service.call('GET', '/v1/products', { token: key })).status).toBe(200)
  })

  test('a new store keeps what is given, and never shows the keys again', async () => {
    const fields = {
      ...STORE,
      deliveryOptions: [
        { id: 'a', name: 'A', fee: 1 },
        { id: 'b', name: 'B', fee: 0 },
      ],
      allowedOrigins: ['https://shop.example', 'http://localhost:4243'],
    }
    const {
      body: { keys: _, ...store },
    } = await createStore(fields)
    expect(store).toMatchObject(fields)
    expect((await service.platform('GET', `/stores/${store.id}`)).body).toEqual(store)
  })

  test('the platform keeps only digests of keys', async () => {
    const { keys } = await aStore(service)
    const stored = JSON.stringify(
      await sql.rows('select encode(digest, $1) as digest, last4 from api_keys', ['hex']),
    )
    for (const key of Object.values(keys)) {
      expect(stored).not.toContain(key)
      expect(stored).toContain(key.slice(-4))
    }
  })

  test('changing a store changes the fields that are given and leaves the others', async () => {
    const { keys: _, ...store } = await aStore(service)
    const changes = [
      { name: 'New' },
      { plan: 'basic' },
      { currency: 'JPY' },
      { deliveryOptions: [{ id: 'x', name: 'X', fee: 5 }] },
      { allowedOrigins: ['https://a.example'] },
      { allowedOrigins: [] },
      {},
    ]
    const expected = { ...store }
    for (const change of changes)
      expect(await patch(store.id, change)).toMatchObject({
        status: 200,
        body: Object.assign(expected, change),
      })
    expect((await service.platform('GET', `/stores/${store.id}`)).body).toEqual(expected)
  })

  test.each<[Record<string, unknown>, RegExp]>([
    [{ name: '' }, /^name: /],
    [{ name: 'x'.repeat(121) }, /^name: /],
    [{ plan: 'gold' }, /^plan: must be one of free, basic, pro$/],
    [{ currency: 'EURO' }, /^currency: /],
    [{ currency: 'XXX' }, /^currency: must be a currency code/],
    [{ currency: 'eur' }, /^currency: /],
    [{ name: 'Loom ' }, /^name: must not begin or end with a space or a control character$/],
    [
      { deliveryOptions: [{ id: 'a', name: '\tA', fee: 0 }] },
      /^deliveryOptions\[0\]\.name: must not begin or end/,
    ],
    [{ deliveryOptions: [] }, /^deliveryOptions: /],
    [{ deliveryOptions: [{ id: 'a', name: 'A' }] }, /^deliveryOptions\[0\]\.fee: is required$/],
    [
      { deliveryOptions: [{ id: 'a', name: 'A', fee: -1 }] },
      /^deliveryOptions\[0\]\.fee: must be at least 0$/,
    ],
    [
      {
        deliveryOptions: [
          { id: 'a', name: 'A', fee: 1 },
          { id: 'a', name: 'B', fee: 1 },
        ],
      },
      /^deliveryOptions: must not repeat an id$/,
    ],
    [{ allowedOrigins: ['https://shop.example/'] }, /^allowedOrigins\[0\]: must be an origin/],
    [{ allowedOrigins: ['*'] }, /^allowedOrigins\[0\]: /],
    [{ allowedOrigins: ['http://shop.example'] }, /^allowedOrigins\[0\]: /],
    [{ allowedOrigins: ['null'] }, /^allowedOrigins\[0\]: /],
    [{ keys: {} }, /^keys: is not a known field$/],
    [{ id: 'st_1' }, /^id: is not a known field$/],
  ])('the store %j is refused when it is made and when it is changed', async (fields, message) => {
    expectError(await createStore({ ...STORE, ...fields }), 400, 'invalid_request', message)
    const store = await aStore(service)
    expectError(await patch(store.id, fields), 400, 'invalid_request', message)
  })

  test.each(['name', 'plan', 'currency'])('making a store needs %s', async (field) => {
    expectError(
      await createStore({ ...STORE, [field]: undefined }),
      400,
      'invalid_request',
      new RegExp(`^${field}: is required$`),
    )
  })

  test.each(['st_unknown', 'x', '%00', '%ED%A0%80', 'st_%00', "st_1';--"])(
    'every call for the store id %s answers 404 store_not_found',
    async (id) => {
      const product = { name: 'Mug', price: 1, variants: [{ stock: 1 }] }
      for (const [method, path, body] of [
        ['GET', ''],
        ['PATCH', '', { name: 'x' }],
        ['POST', '/keys/public/regenerate'],
        ['GET', '/orders'],
        ['GET', '/products/a'],
        ['PUT', '/products/a', product],
        ['POST', '/products/a/stock', { delta: 1 }],
      ] as const)
        expectError(
          await service.platform(method, `/stores/${id}${path}`, body),
          404,
          'store_not_found',
        )
    },
  )
})

describe('contract §4: owners', () => {
  test('a store’s owner has an account, whose password is kept as a salted scrypt hash', async () => {
    const password = 'correct horse battery'
    const usual = await startTestService({
      databaseUrl: service.databaseUrl,
      hasQuickPasswords: false,
    })
    const { body } = await usual.platform<TestStore>('POST', '/stores', {
      ...STORE,
      owner: { email: 'Owner@shop.example', password },
    })
    await usual.stop()
    const [member] = await sql.rows<Record<string, string>>(
      `
      select email, role, password_hash from store_members where store_id = $1`,
      [body.id],
    )
    expect(member).toEqual({
      email: 'Owner@shop.example',
      role: 'owner',
      password_hash: expect.stringMatching(/^scrypt\$131072\$8\$1\$[\w-]{22}\$[\w-]{43}$/),
    })
    expect(JSON.stringify(body)).not.toContain(password)
  })

  test('an owner’s address is of one account in any case; a refused store leaves nothing behind', async () => {
    const owner = { email: 'twice@shop.example', password: 'correct horse battery' }
    expect((await createStore({ ...STORE, owner })).status).toBe(201)
    const answer = await createStore({
      ...STORE,
      name: 'Second',
      owner: { ...owner, email: 'TWICE@shop.example' },
    })
    expect(answer).toMatchObject({ status: 409, body: { error: { code: 'email_taken' } } })
    expect(await sql.rows('select id from stores where name = $1', ['Second'])).toEqual([])
  })

  test.each([
    { email: 'x', password: 'long enough' },
    { email: 'a@b', password: 'short' },
    { email: 'a@b', password: '1Q2w3e4r5t' },
    { email: 'a@b' },
    { email: 'a@b', password: 'long enough', role: 'staff' },
  ])('a store with the owner %j is refused', async (owner) => {
    expectError(
      await createStore({ ...STORE, owner }),
      400,
      'invalid_request',
      /^owner\.(email|password|role): /,
    )
  })
})

describe('contract §4: the list of stores', () => {
  type StoreListItem = StoreResource & { closedAt: string | null }
  const list = (query = '') =>
    service.platform<{ data: StoreListItem[]; nextCursor: string | null }>('GET', `/stores${query}`)

  test('the list of stores has the newest first, without their keys, and goes on page by page', async () => {
    const { keys: _, ...older } = await aStore(service)
    const { keys: __, ...newer } = await aStore(service)
    const { status, body } = await list('?limit=1')
    expect([status, body.data]).toEqual([200, [{ ...newer, closedAt: null }]])
    const next = await list(`?limit=1&cursor=${body.nextCursor}`)
    expect(next.body.data).toEqual([{ ...older, closedAt: null }])
    expectError(await list('?cursor=x'), 400, 'invalid_request', /^cursor: /)
    expectError(await list('?limit=0'), 400, 'invalid_request', /^limit: /)
  })
})

describe('contract §4: a member that the platform adds', () => {
  const add = (id: string, member: unknown) =>
    service.platform<{ invitationUrl: string }>('POST', `/stores/${id}/members`, member)

  test('a member that the platform adds gets a link, which makes its opener owner or staff', async () => {
    const { id } = await aStore(service)
    const email = `${id.toLowerCase()}@shop.example`
    for (const role of ['staff', 'owner']) {
      const { status, body } = await add(id, { email, role })
      expect(status).toBe(201)
      expect(body.invitationUrl).toMatch(new RegExp(`^${service.baseUrl}/store/join/[\\w-]{43}$`))
      const page = await service.call<string>('GET', new URL(body.invitationUrl).pathname)
      expect([page.status, page.text.includes(email)]).toEqual([200, true])
    }
    expect(
      await sql.rows('select email, role, invited_by from store_invitations where store_id = $1', [
        id,
      ]),
    ).toEqual([{ email, role: 'owner', invited_by: 'platform' }])
  })

  test('a member is added with an address and a role, and is none yet', async () => {
    const owner = { email: 'there.already@shop.example', password: 'correct horse battery' }
    const { id } = (await createStore({ ...STORE, owner })).body
    for (const member of [{}, { email: owner.email }, { email: 'x', role: 'owner' }])
      expectError(await add(id, member), 400, 'invalid_request')
    expectError(
      await add(id, { email: 'There.Already@shop.example', role: 'owner' }),
      409,
      'email_taken',
    )
    expectError(await add('st_1', { email: 'a@b.example', role: 'owner' }), 404, 'store_not_found')
  })
})

describe('contract §4: a store that is closed', () => {
  test('a closed store takes no new session or payment; what there was is read, paid, refunded', async () => {
    const owner = { email: 'closing@shop.example', password: 'correct horse battery' }
    const store = (await createStore({ ...STORE, owner })).body
    await aProduct(service, store)
    const [paid, open] = [await aSession(service, store), await aSession(service, store)]
    expect((await (await aBuyer(service, paid)).pay()).status).toBe(200)
    const buyer = await aBuyer(service, open)

    const close = () => service.platform<{ closedAt: string }>('POST', `/stores/${store.id}/close`)
    const closed = await close()
    expect([closed.status, typeof closed.body.closedAt]).toEqual([200, 'string'])
    expect((await close()).body).toEqual(closed.body)

    const create = (token: string) =>
      service.call('POST', '/v1/checkout/sessions', {
        token,
        body: { items: [{ product: 'mug', quantity: 1 }] },
      })
    for (const token of [store.keys.secret, store.keys.public])
      expectError(await create(token), 403, 'store_closed')
    expectError(await buyer.pay(), 409, 'session_expired')
    expect((await readSession(service, store, paid)).body.status).toBe('complete')
    expect((await readSession(service, store, open)).body.status).toBe('expired')
    expect((await patch(store.id, { name: 'Gone' })).status).toBe(200)
    expect(
      await sql.rows(
        "select actor from audit_log where store_id = $1 and action = 'store.closed'",
        [store.id],
      ),
    ).toEqual([{ actor: 'platform' }])
    const unknown = await service.platform('POST', '/stores/st_1/close')
    expectError(unknown, 404, 'store_not_found')
  })
})

describe('contract §4: keys', () => {
  test.each(['public', 'secret'] as const)(
    'regenerating the %s key: the new one works, the old one does not',
    async (kind) => {
      const store = await aStore(service)
      const { status, body } = await service.platform<{ key: string }>(
        'POST',
        `/stores/${store.id}/keys/${kind}/regenerate`,
      )
      expect({ status, body }).toEqual({
        status: 200,
        body: { key: expect.stringMatching(kind === 'public' ? /^pk_live_/ : /^sk_live_/) },
      })
      expect((await service.call('GET', '/v1/products', { token: body.key })).status).toBe(200)
      expectError(
        await service.call('GET', '/v1/products', { token: store.keys[kind] }),
        401,
        'invalid_api_key',
      )
    },
  )

  test('regenerating knows no third kind of key', async () => {
    const { id } = await aStore(service)
    expectError(
      await service.platform('POST', `/stores/${id}/keys/private/regenerate`),
      404,
      'not_found',
    )
  })
})
