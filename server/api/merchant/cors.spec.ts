import { describe, expect, test } from 'vitest'
import { aProduct, aStore } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service } = await openSpecService()
const listed = await aStore(service, { allowedOrigins: ['https://shop.example'] })
const unlisted = await aStore(service)
await aProduct(service, listed)
await aProduct(service, unlisted)

const create = (token: string, origin: string, fields: Record<string, unknown> = {}) =>
  service.call('POST', '/v1/checkout/sessions', {
    token,
    headers: { origin },
    body: { items: [{ product: 'mug' }], ...fields },
  })

const allowedOrigin = ({ headers }: { headers: Headers }) =>
  headers.get('access-control-allow-origin')

describe('spec §5 Authentication: pages that use the public key', () => {
  test("a page of the store's list may read the answer", async () => {
    const answer = await create(listed.keys.public, 'https://shop.example')
    expect(answer.status).toBe(201)
    expect(allowedOrigin(answer)).toBe('https://shop.example')
    expect(answer.headers.get('vary')).toMatch(/\borigin\b/i)
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
    expect(answer.headers.get('access-control-expose-headers')).toMatch(/Location.*Retry-After/)
  })

  test.each([
    'https://evil.example',
    'https://shop.example.evil.example',
    'https://evilshop.example',
    'http://shop.example',
    'https://shop.example:8443',
    'https://shop.example.',
    'https://SHOP.example',
    'https://sub.shop.example',
    'https://shop.example/',
    'null',
    'file://',
    'x',
  ])('a page of %s may not read the answer, and nothing is opened for it', async (origin) => {
    const answer = await create(listed.keys.public, origin)
    expectError(answer, 403, 'origin_not_allowed', /allowed origins/)
    expect(allowedOrigin(answer)).toBeNull()
  })

  test('a page that is not on the store’s list reads no products either', async () => {
    const read = (path: string) =>
      service.call('GET', path, {
        token: listed.keys.public,
        headers: { origin: 'https://evil.example' },
      })
    for (const path of ['/v1/products', '/v1/products/mug'])
      expectError(await read(path), 403, 'origin_not_allowed')
  })

  test('a store without a list lets every page read, but none of an opaque origin', async () => {
    expect(allowedOrigin(await create(unlisted.keys.public, 'https://anywhere.example'))).toBe(
      'https://anywhere.example',
    )
    expect(allowedOrigin(await create(unlisted.keys.public, 'null'))).toBeNull()
  })

  test('a page of the store may read errors, too', async () => {
    const answer = await create(listed.keys.public, 'https://shop.example', { items: [] })
    expectError(answer, 400, 'invalid_request')
    expect(allowedOrigin(answer)).toBe('https://shop.example')
  })

  test('with a public key both addresses of a session must be of the store’s list', async () => {
    for (const field of ['successUrl', 'cancelUrl']) {
      const evil = await service.call('POST', '/v1/checkout/sessions', {
        token: listed.keys.public,
        body: { items: [{ product: 'mug' }], [field]: 'https://evil.example/' },
      })
      expectError(evil, 400, 'invalid_request', new RegExp(`^${field}: `))
      const own = { items: [{ product: 'mug' }], [field]: 'https://shop.example/back?x=1' }
      expect(
        (
          await service.call('POST', '/v1/checkout/sessions', {
            token: listed.keys.public,
            body: own,
          })
        ).status,
      ).toBe(201)
      const elsewhere = { items: [{ product: 'mug' }], [field]: 'https://elsewhere.example/' }
      expect(
        (
          await service.call('POST', '/v1/checkout/sessions', {
            token: listed.keys.secret,
            body: elsewhere,
          })
        ).status,
      ).toBe(201)
      expect(
        (
          await service.call('POST', '/v1/checkout/sessions', {
            token: unlisted.keys.public,
            body: elsewhere,
          })
        ).status,
      ).toBe(201)
    }
  })

  test.each([
    '/v1/checkout/sessions',
    `/v1/checkout/sessions/cs_${'a'.repeat(32)}`,
    '/v1/products',
    '/v1/products/mug',
  ])('a preflight question before %s is answered', async (path) => {
    const headers = {
      origin: 'https://shop.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'authorization,content-type',
    }
    const answer = await service.call('OPTIONS', path, { headers })
    expect(answer).toMatchObject({ status: 204, text: '' })
    expect(allowedOrigin(answer)).toBe('https://shop.example')
    expect(answer.headers.get('access-control-allow-methods')).toBe('POST, GET')
    expect(answer.headers.get('access-control-allow-headers')).toBe(
      'Authorization, Content-Type, Idempotency-Key',
    )
    expect(answer.headers.get('access-control-max-age')).toBe('600')
    expect(answer.headers.get('access-control-allow-credentials')).toBeNull()
  })

  test('a preflight question of an opaque origin is not let through', async () => {
    const answer = await service.call('OPTIONS', '/v1/products', {
      headers: { origin: 'null', 'access-control-request-method': 'GET' },
    })
    expect(allowedOrigin(answer)).toBeNull()
  })

  test('the platform API is for no browser', async () => {
    const { status, headers } = await service.call('OPTIONS', `/platform/v1/stores/${listed.id}`, {
      headers: { origin: 'https://shop.example', 'access-control-request-method': 'GET' },
    })
    expect(status).toBe(401)
    expect(headers.get('access-control-allow-origin')).toBeNull()
  })
})
