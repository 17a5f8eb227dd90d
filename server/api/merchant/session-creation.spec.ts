import { describe, expect, test } from 'vitest'
import type { CreateSessionResponse } from '../../contract/merchant.ts'
import { aBuyer, aProduct, aSession, aStore, readSession, stockOf } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service, sql } = await openSpecService()
const store = await aStore(service)
await aProduct(service, store)
await aProduct(service, store, {
  slug: 'shirt',
  name: 'Shirt',
  variants: [
    { size: 'M', colorName: 'Écru', stock: 3 },
    { size: 'L', colorName: 'Écru', stock: 0 },
    { size: 'M', colorName: 'Navy', stock: 5 },
  ],
})
await aProduct(service, store, {
  slug: 'cap',
  name: 'Cap',
  variants: [{ colorName: 'Red', stock: 1 }],
})

const create = (body: unknown, token = store.keys.secret) =>
  service.call<CreateSessionResponse>('POST', '/v1/checkout/sessions', { token, body })

const createItem = (item: Record<string, unknown>) => create({ items: [item] })

const readRow = async (id: string) =>
  (
    await sql.rows<Record<string, unknown>>('select * from checkout_sessions where id = $1', [id])
  )[0]

describe('spec §3 States and transitions', () => {
  test('a new session is open for 30 minutes', async () => {
    const id = await aSession(service, store)
    expect((await readSession(service, store, id)).body).toEqual({ status: 'open', order: null })
    const [row] = await sql.rows<{ seconds: number }>(
      `
      select extract(epoch from expires_at - created_at)::int as seconds from checkout_sessions where id = $1`,
      [id],
    )
    expect(row).toEqual({ seconds: 1800 })
  })

  test('paying makes a session complete', async () => {
    const id = await aSession(service, store)
    expect(await (await aBuyer(service, id)).pay()).toMatchObject({
      status: 200,
      body: { status: 'complete' },
    })
    expect((await readSession(service, store, id)).body.status).toBe('complete')
  })

  test('time makes a session expired, and paying it is refused from then on', async () => {
    const id = await aSession(service, store)
    const buyer = await aBuyer(service, id)
    await sql.rows(`update checkout_sessions set expires_at = clock_timestamp() where id = $1`, [
      id,
    ])
    expect((await readSession(service, store, id)).body).toEqual({ status: 'expired', order: null })
    expectError(await buyer.pay(), 409, 'session_expired')
  })

  test('a buyer who leaves changes nothing: the session stays open', async () => {
    const id = await aSession(service, store, { cancelUrl: 'https://shop.example/cart' })
    await (await aBuyer(service, id)).send('GET', 'view')
    expect((await readSession(service, store, id)).body.status).toBe('open')
  })
})

describe('spec §4.1 Create session', () => {
  test('creating answers 201 with the hosted page’s address alone, and says where the resource is', async () => {
    const { status, body, headers } = await create({ items: [{ product: 'mug' }] })
    expect(status).toBe(201)
    expect(Object.keys(body)).toEqual(['url'])
    expect(body.url.startsWith(`${service.checkoutUrl}/cs_`)).toBe(true)
    const id = body.url.slice(service.checkoutUrl.length + 1)
    expect(id).toMatch(/^cs_[0-9A-Za-z]{32}$/)
    expect(headers.get('location')).toBe(`/v1/checkout/sessions/${id}`)
    expect(headers.get('request-id')).toMatch(/^[0-9a-f-]{36}$/)
  })

  test.each(['public', 'secret'] as const)('a session is created with the %s key', async (kind) => {
    expect((await create({ items: [{ product: 'mug' }] }, store.keys[kind])).status).toBe(201)
  })

  test('a session sells one unit when no quantity is sent, and 1 to 100', async () => {
    await aProduct(service, store, { slug: 'nail', variants: [{ stock: 100 }] })
    const id = await aSession(service, store, { items: [{ product: 'nail' }] })
    expect(await readRow(id)).toMatchObject({ quantity: 1 })
    const most = await aSession(service, store, { items: [{ product: 'nail', quantity: 100 }] })
    expect(await readRow(most)).toMatchObject({ quantity: 100 })
  })

  test('a session has the variant of exactly this size and color', async () => {
    const id = await aSession(service, store, {
      items: [{ product: 'shirt', size: 'M', color: 'Écru' }],
    })
    expect(await readRow(id)).toMatchObject({ size: 'M', color: 'Écru' })
    expect((await createItem({ product: 'cap', color: 'Red' })).status).toBe(201)
  })

  test('sizes and colors are compared byte for byte', async () => {
    for (const color of ['écru', 'E\u0301cru', 'Écru ', 'ÉCRU', 'Еcru']) {
      expectError(
        await createItem({ product: 'shirt', size: 'M', color }),
        400,
        'variant_not_found',
      )
    }
  })

  test('a session keeps price, name and delivery options of the moment it was created', async () => {
    const own = await aStore(service, { deliveryOptions: [{ id: 'post', name: 'Post', fee: 300 }] })
    await aProduct(service, own, { price: 1000 })
    const id = await aSession(service, own)
    await aProduct(service, own, { price: 2000, name: 'Another mug', archived: true })
    await service.platform('PATCH', `/stores/${own.id}`, {
      deliveryOptions: [{ id: 'post', name: 'Post', fee: 900 }],
    })
    const buyer = await aBuyer(service, id)
    expect((await buyer.send('GET', 'view')).body).toMatchObject({
      item: { name: 'Mug', unitPrice: 1000 },
      amounts: { total: 1300 },
    })
    expect(
      await buyer.pay({ fulfillment: { method: 'DELIVERY', option: 'post', details: 'Here' } }),
    ).toMatchObject({ status: 200, body: { order: { amountTotal: 1300 } } })
  })

  test('a session with nothing to charge for is refused: no provider takes 0', async () => {
    await aProduct(service, store, { slug: 'free', name: 'Free' })
    await sql.rows(`update products set price = 0 where slug = 'free'`)
    expectError(
      await createItem({ product: 'free' }),
      400,
      'invalid_request',
      /^items\[0\]: its total, delivery included, must be at least 1, the least of what the payment provider takes in EUR$/,
    )
  })

  test('creating a session checks the stock and reserves none of it', async () => {
    const own = await aStore(service)
    await aProduct(service, own, { variants: [{ stock: 1 }] })
    await aSession(service, own)
    await aSession(service, own)
    expect(await stockOf(service, own)).toEqual([1])
  })

  test.each<[string, unknown, RegExp]>([
    ['no body at all', undefined, /^body: /],
    ['a body that is no object', [1], /^body: must be a JSON object$/],
    ['no items', {}, /^items: is required$/],
    ['items that are no list', { items: { product: 'mug' } }, /^items: must be an array$/],
    ['an empty list', { items: [] }, /^items: must hold exactly one product$/],
    [
      'two items',
      { items: [{ product: 'mug' }, { product: 'mug' }] },
      /^items: must hold exactly one product$/,
    ],
    ['an item that is no object', { items: ['mug'] }, /^items\[0\]: must be a JSON object$/],
    ['no product', { items: [{}] }, /^items\[0\]\.product: is required$/],
    ['an empty product', { items: [{ product: '' }] }, /^items\[0\]\.product: must not be empty$/],
    [
      'a product that is a number',
      { items: [{ product: 1 }] },
      /^items\[0\]\.product: must be a string$/,
    ],
    [
      'size null',
      { items: [{ product: 'mug', size: null }] },
      /^items\[0\]\.size: must be a string$/,
    ],
    [
      '101 of an item',
      { items: [{ product: 'mug', quantity: 101 }] },
      /^items\[0\]\.quantity: must be at most 100$/,
    ],
    [
      '0 of an item',
      { items: [{ product: 'mug', quantity: 0 }] },
      /^items\[0\]\.quantity: must be at least 1$/,
    ],
    [
      'half an item',
      { items: [{ product: 'mug', quantity: 1.5 }] },
      /^items\[0\]\.quantity: must be an integer$/,
    ],
    [
      'a quantity in words',
      { items: [{ product: 'mug', quantity: '2' }] },
      /^items\[0\]\.quantity: must be /,
    ],
    [
      'a price',
      { items: [{ product: 'mug', price: 1 }] },
      /^items\[0\]\.price: is not a known field$/,
    ],
    [
      'an unknown field',
      { items: [{ product: 'mug' }], amount: 1 },
      /^amount: is not a known field$/,
    ],
    [
      'customer null',
      { items: [{ product: 'mug' }], customer: null },
      /^customer: must be a JSON object$/,
    ],
    [
      'a name of 121 characters',
      { items: [{ product: 'mug' }], customer: { name: 'x'.repeat(121) } },
      /^customer\.name: must be at most 120 characters$/,
    ],
    [
      'a phone of 33 characters',
      { items: [{ product: 'mug' }], customer: { phone: '1'.repeat(33) } },
      /^customer\.phone: must be at most 32 characters$/,
    ],
    [
      'an email of 255 characters',
      { items: [{ product: 'mug' }], customer: { email: 'x'.repeat(255) } },
      /^customer\.email: must be at most 254 characters$/,
    ],
    [
      'details of 501 characters',
      { items: [{ product: 'mug' }], customer: { details: 'x'.repeat(501) } },
      /^customer\.details: must be at most 500 characters$/,
    ],
    [
      'metadata that are a list',
      { items: [{ product: 'mug' }], metadata: [] },
      /^metadata: must be a JSON object$/,
    ],
    [
      '51 keys of metadata',
      {
        items: [{ product: 'mug' }],
        metadata: Object.fromEntries(Array.from({ length: 51 }, (_, key) => [`k${key}`, 1])),
      },
      /^metadata: must have at most 50 keys$/,
    ],
    [
      'a metadata key of 41 characters',
      { items: [{ product: 'mug' }], metadata: { ['k'.repeat(41)]: 1 } },
      /^metadata: must have keys of at most 40 characters$/,
    ],
    [
      'metadata over 8 KiB',
      { items: [{ product: 'mug' }], metadata: { text: 'x'.repeat(8 * 1024) } },
      /^metadata: must be at most 8 KiB$/,
    ],
    [
      'metadata 6 levels deep',
      { items: [{ product: 'mug' }], metadata: { a: { a: { a: { a: { a: {} } } } } } },
      /^metadata: must be at most 5 levels deep$/,
    ],
    [
      'a relative successUrl',
      { items: [{ product: 'mug' }], successUrl: '/thanks' },
      /^successUrl: must be an absolute https: address/,
    ],
    [
      'a successUrl whose host says something in a policy',
      { items: [{ product: 'mug' }], successUrl: 'https://shop.example;x/' },
      /^successUrl: must be an absolute https: address/,
    ],
    [
      'a cancelUrl over http',
      { items: [{ product: 'mug' }], cancelUrl: 'http://shop.example/' },
      /^cancelUrl: must be an absolute https: address/,
    ],
  ])('creating a session refuses %s and names the field', async (_, body, message) => {
    expectError(
      await service.call(
        'POST',
        '/v1/checkout/sessions',
        body === undefined
          ? { token: store.keys.secret, headers: { 'content-type': 'application/json' } }
          : { token: store.keys.secret, body },
      ),
      400,
      'invalid_request',
      message,
    )
  })

  test('a session takes all optional fields to their limits; unknown customer fields are ignored', async () => {
    const answer = await create({
      items: [{ product: 'mug' }],
      successUrl: 'https://shop.example/thanks?order=1#top',
      cancelUrl: 'http://localhost:3000/cart',
      customer: {
        name: 'x'.repeat(120),
        phone: '1'.repeat(32),
        email: `${'x'.repeat(250)}@a.b`,
        details: 'x'.repeat(500),
        loyalty: { card: 1 },
      },
      metadata: {
        a: { a: { a: { a: {} } } },
        ...Object.fromEntries(Array.from({ length: 49 }, (_, key) => [`k${key}`, null])),
      },
    })
    expect(answer.status).toBe(201)
  })

  test('a session prefills what the customer may change later', async () => {
    const id = await aSession(service, store, {
      customer: { name: 'Ana', phone: '+34 600', details: 'Calle Mayor', points: 3 },
    })
    expect((await (await aBuyer(service, id)).send('GET', 'view')).body).toMatchObject({
      customer: { name: 'Ana', phone: '+34 600', details: 'Calle Mayor' },
    })
    expect(await readRow(id)).toMatchObject({
      customer: { name: 'Ana', phone: '+34 600', details: 'Calle Mayor' },
    })
  })
})
