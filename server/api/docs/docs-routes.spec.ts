import { describe, expect, test } from 'vitest'
import { expectError } from '../../testing/expect-error.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const { service } = await openSpecService()

const get = (path: string) => service.call<Record<string, unknown>>('GET', path)

describe('contract §3: the API described', () => {
  test.each([
    ['/openapi.json', 'application/json; charset=utf-8'],
    ['/docs', 'text/html; charset=utf-8'],
    ['/docs/create', 'text/html; charset=utf-8'],
    ['/docs/create.md', 'text/markdown; charset=utf-8'],
    ['/docs/checkout-page.webp', 'image/webp'],
    ['/docs/merchant', 'text/html; charset=utf-8'],
    ['/docs/merchant/openapi.json', 'application/json; charset=utf-8'],
    ['/docs/page/openapi.json', 'application/json; charset=utf-8'],
    ['/docs/operator/openapi.json', 'application/json; charset=utf-8'],
    ['/docs/test/openapi.json', 'application/json; charset=utf-8'],
    ['/llms.txt', 'text/plain; charset=utf-8'],
  ])('the documentation at %s is %s, and may be kept for a while', async (path, type) => {
    const { status, headers } = await get(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('cache-control')).toBe('public, max-age=300')
  })

  test('a page of the documentation runs no script, and stands in no frame', async () => {
    const { headers } = await get('/docs/create')
    expect(headers.get('content-security-policy')).toMatch(
      /^default-src 'none'; style-src 'sha256-[\w+/]+='; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'$/,
    )
  })

  test.each([
    '/docs/nothing',
    '/docs/nothing.md',
    '/docs/merchant.md',
    '/docs/__proto__',
    '/docs/constructor.md',
    '/docs/nobody/openapi.json',
    '/docs/create/openapi.json',
  ])('%s is no address of the documentation, and nobody keeps that', async (path) => {
    const answer = await get(path)
    expectError(answer, 404, 'not_found')
    expect(answer.headers.get('cache-control')).toBe('no-store')
  })

  test('the documentation refuses a query, as everywhere', async () => {
    expectError(await get('/docs/create?page=2'), 400, 'invalid_request', /^page: /)
  })

  test('the documentation names this service', async () => {
    const { body } = await get('/docs/merchant/openapi.json')
    expect(body['servers']).toEqual([{ url: service.baseUrl }])
    expect((await get('/llms.txt')).text).toContain(`(${service.baseUrl}/docs/create.md)`)
  })
})
