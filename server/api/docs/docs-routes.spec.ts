import { hash } from 'node:crypto'
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
    ['/docs/search.json', 'application/json; charset=utf-8'],
    ['/llms.txt', 'text/plain; charset=utf-8'],
  ])('the documentation at %s is %s, and may be kept for a while', async (path, type) => {
    const { status, headers } = await get(path)
    expect(status).toBe(200)
    expect(headers.get('content-type')).toBe(type)
    expect(headers.get('cache-control')).toBe('public, max-age=300')
  })

  test('a page of the documentation runs its own script alone, and stands in no frame', async () => {
    const { headers, text } = await get('/docs/create')
    const policy = headers.get('content-security-policy') ?? ''
    expect(policy.replaceAll(/'sha256-[^']+'/g, 'HASH')).toBe(
      "default-src 'none'; script-src HASH; style-src HASH; img-src 'self'; connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'; require-trusted-types-for 'script'; trusted-types 'none'",
    )
    const script = /<script type="module">([^]*?)<\/script>/.exec(text)?.[1] ?? ''
    expect(policy).toContain(`script-src 'sha256-${hash('sha256', script, 'base64')}'`)
    const { body } = await service.call<{ scripts: object[] }>('GET', '/checkout/scripts.json')
    const integrity = `sha384-${hash('sha384', script, 'base64')}`
    expect(body.scripts).toContainEqual(expect.objectContaining({ integrity }))
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

  test('a browser is led to a page without what came behind its address', async () => {
    const open = (path: string) =>
      service.call('GET', path, { headers: { accept: 'text/html', 'accept-language': 'en' } })
    const led = await open('/docs/create?utm_source=mail')
    expect([led.status, led.headers.get('location')]).toEqual([302, '/docs/create'])
    expect((await open('/docs/nothing?utm_source=mail')).status).toBe(404)
  })

  test('the documentation names this service', async () => {
    const { body } = await get('/docs/merchant/openapi.json')
    expect(body['servers']).toEqual([{ url: service.baseUrl }])
    expect((await get('/llms.txt')).text).toContain(`(${service.baseUrl}/docs/create.md)`)
  })
})
