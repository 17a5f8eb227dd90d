import { describe, expect, test } from 'vitest'
import { createApiKey } from '../auth/api-keys.ts'
import { aProduct, aStore } from '../testing/builders.ts'
import { expectError } from '../testing/expect-error.ts'
import { type CallOptions, call } from '../testing/http-call.ts'
import { createTestClocks } from '../testing/test-clocks.ts'
import { startTestService } from '../testing/servers/test-service.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'
import { openSql } from '../testing/sql.ts'

const { service } = await openSpecService()
const store = await aStore(service)
await aProduct(service, store)
await aProduct(service, store, {
  slug: 'shirt',
  name: 'Shirt',
  variants: [
    { size: 'M', colorName: 'Red', stock: 0 },
    { size: 'L', colorName: 'Blue', stock: 4 },
  ],
})
await aProduct(service, store, {
  slug: 'poster',
  name: 'Poster',
  variants: [{ size: 'A2', stock: 1 }],
})
await aProduct(service, store, { slug: 'sold', name: 'Sold', variants: [{ stock: 0 }] })
await aProduct(service, store, { slug: 'archived', archived: true })

const create = (options: CallOptions) =>
  service.call('POST', '/v1/checkout/sessions', { token: store.keys.secret, ...options })
const buy = (item: Record<string, unknown>) => create({ body: { items: [item] } })

describe('spec §7 Errors', () => {
  test('400 invalid_request names the field', async () => {
    expectError(
      await buy({ product: 'mug', quantity: 101 }),
      400,
      'invalid_request',
      /^items\[0\]\.quantity: must be at most 100$/,
    )
    expectError(
      await create({ body: { items: [{ product: 'mug' }, { product: 'mug' }] } }),
      400,
      'invalid_request',
      /^items: must hold exactly one product$/,
    )
  })

  test.each([
    { product: 'shirt', size: 'M', color: 'Blue' },
    { product: 'shirt', size: 'XXL', color: 'Red' },
    { product: 'shirt', size: 'M' },
    { product: 'shirt', color: 'Red' },
    { product: 'shirt' },
    { product: 'poster' },
    { product: 'poster', size: '' },
  ])('400 variant_not_found says that %o does not exist, and what does', async (item) => {
    expectError(
      await buy(item),
      400,
      'variant_not_found',
      item.product === 'shirt'
        ? /no such combination of size and color.*M, Red; L, Blue/
        : /no such combination of size and color.*A2/,
    )
  })

  test.each([
    [{ product: 'mug', size: 'M' }, /has no sizes; leave size out/],
    [{ product: 'mug', color: 'Red' }, /has no colors; leave color out/],
    [
      { product: 'mug', size: 'M', color: 'Red' },
      /has no sizes or colors; leave size and color out/,
    ],
    [{ product: 'mug', size: '' }, /has no sizes; leave size out/],
    [{ product: 'poster', size: 'A2', color: 'Red' }, /has no colors; leave color out/],
  ])('400 variant_not_found says that the product of %o has none of it', async (item, message) => {
    expectError(await buy(item), 400, 'variant_not_found', message)
  })

  test.each(['nothing', 'archived', 'MUG', 'mug '])(
    '404 product_not_found names the slug: "%s"',
    async (product) => {
      expectError(await buy({ product }), 404, 'product_not_found', new RegExp(`"${product}"`))
    },
  )

  test("404 product_not_found for another store's product", async () => {
    const other = await aStore(service)
    await aProduct(service, other, { slug: 'theirs' })
    expectError(await buy({ product: 'theirs' }), 404, 'product_not_found', /"theirs"/)
  })

  test('409 sold_out names the variant', async () => {
    expectError(await buy({ product: 'sold' }), 409, 'sold_out', /^Sold is sold out/)
    expectError(
      await buy({ product: 'shirt', size: 'M', color: 'Red' }),
      409,
      'sold_out',
      /Shirt \(M, Red\)/,
    )
    expectError(await buy({ product: 'sold', quantity: 100 }), 409, 'sold_out', /^Sold is sold out/)
  })

  test('409 insufficient_stock says how many are left', async () => {
    expectError(
      await buy({ product: 'shirt', size: 'L', color: 'Blue', quantity: 5 }),
      409,
      'insufficient_stock',
      /\b4 left\b/,
    )
    expect((await buy({ product: 'shirt', size: 'L', color: 'Blue', quantity: 4 })).status).toBe(
      201,
    )
  })

  test('401 missing_api_key tells to send the key as a bearer header', async () => {
    expectError(
      await create({ token: undefined, body: {} }),
      401,
      'missing_api_key',
      /Authorization: Bearer/,
    )
  })

  test('401 invalid_api_key says that the key is not valid and may have been regenerated', async () => {
    expectError(
      await create({ token: createApiKey('secret'), body: {} }),
      401,
      'invalid_api_key',
      /not valid.*may have been regenerated/,
    )
  })

  test('403 plan_required says that the plan has no API access', async () => {
    const free = await aStore(service, { plan: 'free' })
    expectError(
      await create({ token: free.keys.secret, body: {} }),
      403,
      'plan_required',
      /plan has no API access/,
    )
  })

  test('429 rate_limited tells to slow down', async () => {
    const strict = await startTestService({
      databaseUrl: service.databaseUrl,
      env: { RATE_LIMIT_BURST: '1' },
      clocks: createTestClocks(),
    })
    try {
      const read = () => strict.call('GET', '/v1/products', { token: store.keys.public })
      expect((await read()).status).toBe(200)
      expectError(await read(), 429, 'rate_limited', /[Ss]low down/)
    } finally {
      await strict.stop()
    }
  })

  test('500 internal_error tells to try again, says nothing else, and answers within a second or so', async () => {
    const broken = await startTestService()
    const sql = openSql(broken.databaseUrl)
    const own = await aStore(broken)
    try {
      await sql.rows('alter table products rename to products_away')
      const answer = await broken.call('POST', '/v1/checkout/sessions', {
        token: own.keys.secret,
        body: { items: [{ product: 'mug' }] },
      })
      expectError(
        answer,
        500,
        'internal_error',
        /^Something went wrong on our side\. Try again in a moment\.$/,
      )
      expect(answer.headers.get('retry-after')).toBe('2')
      expect(broken.log()).toContain('request.failed')
    } finally {
      await sql.close()
      await broken.stop()
    }
  })
})

describe('spec §7 Errors: the envelope, whatever is asked', () => {
  test.each([
    '/',
    '/v1',
    '/v1/',
    '/v2/products',
    '/v1/checkout',
    '/v1/checkout/sessions/a/b',
    '/V1/products',
    '/v1/products/a/b',
    '/%00',
    '/%ZZ',
    '//v1/products',
    '/platform',
  ])('404 not_found for %s', async (path) => {
    expectError(
      await call('GET', `${service.baseUrl}${path}`, { token: store.keys.secret }),
      404,
      'not_found',
    )
  })

  test.each([
    ['PUT', '/v1/checkout/sessions', 'GET, POST'],
    ['DELETE', '/v1/checkout/sessions', 'GET, POST'],
    ['PATCH', `/v1/checkout/sessions/cs_1`, 'GET'],
    ['POST', '/v1/checkout/sessions/cs_1', 'GET'],
    ['POST', '/v1/products', 'GET'],
    ['DELETE', '/v1/products/mug', 'GET, PATCH'],
    ['POST', '/healthz', 'GET'],
    ['POST', '/livez', 'GET'],
    ['POST', '/readyz', 'GET'],
    ['DELETE', '/.well-known/jwks.json', 'GET'],
  ])('405 method_not_allowed for %s %s, naming what is allowed', async (method, path, allowed) => {
    const answer = await service.call(method, path, { token: store.keys.secret })
    expectError(answer, 405, 'method_not_allowed', new RegExp(allowed.replace(', ', '.*')))
    expect(answer.headers.get('allow')).toBe(allowed)
  })

  test('413 payload_too_large is for a body above 16 KiB, not below', async () => {
    const bodyOf = (bytes: number) => `{"items":[]${' '.repeat(bytes - 12)}}`
    expectError(await create({ text: bodyOf(16 * 1024) }), 400, 'invalid_request', /^items: /)
    expectError(await create({ text: bodyOf(16 * 1024 + 1) }), 413, 'payload_too_large', /16 KiB/)
  })

  test.each([
    'text/plain',
    'application/x-www-form-urlencoded',
    'application/json; charset=latin1',
    'application/json; version=2; charset=latin1',
    'application/jsonp',
    'application/problem+json',
    '',
    'multipart/form-data',
    'application/json, text/plain',
  ])('415 unsupported_media_type for %s', async (type) => {
    expectError(
      await create({ text: '{"items":[{"product":"mug"}]}', headers: { 'content-type': type } }),
      415,
      'unsupported_media_type',
      /application\/json/,
    )
  })

  test.each([
    'application/json',
    'application/json; charset=utf-8',
    'Application/JSON;charset="UTF-8"',
    'application/json;',
    'application/json; charset=utf8',
    'application/json; profile="https://x.example/;charset=latin1"; charset=utf-8',
    'application/json;odata=verbose; ieee754compatible=true',
  ])('a body of the type %s is taken', async (type) => {
    expect(
      (await create({ text: '{"items":[{"product":"mug"}]}', headers: { 'content-type': type } }))
        .status,
    ).toBe(201)
  })

  test('415 is for a compressed body', async () => {
    expectError(
      await create({
        text: '{}',
        headers: { 'content-type': 'application/json', 'content-encoding': 'gzip' },
      }),
      415,
      'unsupported_media_type',
    )
  })

  test.each([
    '',
    '{',
    '{"items":}',
    "{'items':[]}",
    '{"items":[]}x',
    'undefined',
    '\u0001',
    '{"a":"\n"}',
  ])('400 invalid_request for the malformed body %j', async (text) => {
    expectError(await create({ text }), 400, 'invalid_request', /^body: must be JSON/)
  })
})

describe('spec §9 Versioning', () => {
  test('the version is the prefix /v1 of every merchant call', async () => {
    expect((await service.call('GET', '/v1/products', { token: store.keys.public })).status).toBe(
      200,
    )
    for (const path of ['/products', '/v0/products', '/v2/products', '/v2/checkout/sessions']) {
      expectError(
        await service.call('POST', path, { token: store.keys.secret, body: {} }),
        404,
        'not_found',
      )
    }
  })
})
