import { request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { CARDS, aBuyer, aProduct, aSession, aStore } from '../testing/builders.ts'
import { expectError } from '../testing/expect-error.ts'
import { call } from '../testing/http-call.ts'
import { openSpecService } from '../testing/spec-service.ts'

const { service } = await openSpecService({ env: { TRUST_PROXY: '0' } })
const store = await aStore(service, { allowedOrigins: ['https://shop.example'] })
await aProduct(service, store, { imageUrl: 'https://cdn.example/mug.webp' })
const sessionId = await aSession(service, store)
const checkoutOrigin = new URL(service.checkoutUrl).origin
const frameOrigin = new URL(service.paymentFrameUrl).origin

const COMMON = {
  'strict-transport-security': 'max-age=63072000; includeSubDomains; preload',
  'x-content-type-options': 'nosniff',
  'origin-agent-cluster': '?1',
  'request-id': expect.stringMatching(/^[0-9a-f-]{36}$/),
}
const API = {
  ...COMMON,
  'content-security-policy':
    "default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'",
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
  'content-type': 'application/json; charset=utf-8',
}

/** The headers, with every nonce written as `NONCE`. */
const headersOf = ({ headers }: { headers: Headers }) =>
  Object.fromEntries(
    [...headers].map(([name, value]) => [
      name,
      name === 'content-security-policy'
        ? value.replaceAll(/'nonce-[A-Za-z0-9+/]{24}'/g, "'nonce-NONCE'")
        : value,
    ]),
  )

const nonceOf = ({ headers }: { headers: Headers }) =>
  /'nonce-([^']+)'/.exec(headers.get('content-security-policy') ?? '')?.[1] ?? ''

const expectNoLeaks = (headers: Record<string, string>) => {
  for (const name of ['x-powered-by', 'server', 'etag', 'set-cookie'])
    expect(headers).not.toHaveProperty(name)
}

const getPage = (id: string) => call<string>('GET', `${service.checkoutUrl}/${id}`)

/** A request with a Host header of its own, which fetch does not allow. */
const statusFor = (path: string, host: string) =>
  new Promise<number | undefined>((resolve, reject) => {
    const { hostname, port } = new URL(service.paymentFrameUrl)
    request({ hostname, port, path, headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
      .on('error', reject)
      .end()
  })

describe('security §2: Headers of every surface', () => {
  test.each<[string, string, Record<string, unknown>]>([
    ['GET', '/v1/products', {}],
    ['GET', '/v1/nothing', {}],
    ['POST', '/v1/products', {}],
    ['GET', '/platform/v1/stores/x', {}],
    ['GET', '/healthz', {}],
    ['GET', '/readyz', {}],
    ['POST', '/checkout/x/token', { body: {} }],
  ])('API: %s %s', async (method, path, options) => {
    const headers = headersOf(
      await service.call(method, path, { token: store.keys.secret, ...options }),
    )
    expect(headers).toMatchObject(API)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expectNoLeaks(headers)
  })

  test('hosted page', async () => {
    const answer = await getPage(sessionId)
    expect(answer.status).toBe(200)
    const headers = headersOf(answer)
    expect(headers).toMatchObject({
      ...COMMON,
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'nonce-NONCE' 'strict-dynamic'",
        "style-src 'nonce-NONCE'",
        "img-src 'self' https://cdn.example",
        "font-src 'self'",
        "connect-src 'self'",
        `frame-src ${frameOrigin}`,
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "object-src 'none'",
        "manifest-src 'none'",
        "worker-src 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types lit-html',
        'upgrade-insecure-requests',
        'report-to csp',
      ].join('; '),
      'reporting-endpoints': `csp="${checkoutOrigin}/_csp"`,
      'x-frame-options': 'DENY',
      'referrer-policy': 'no-referrer',
      'cross-origin-opener-policy': 'same-origin',
      'cross-origin-resource-policy': 'same-origin',
      'cache-control': 'no-store',
      'x-robots-tag': 'noindex, nofollow',
      'content-type': 'text/html; charset=utf-8',
      'permissions-policy': `payment=(self "${frameOrigin}"), camera=(), microphone=(), geolocation=(), usb=(), browsing-topics=()`,
    })
    expectNoLeaks(headers)
  })

  test.each([`cs_${'0'.repeat(32)}`, 'x', '%00', '%ZZ'])(
    'the page for the unknown id %s is a page with the same protection',
    async (id) => {
      const answer = await getPage(id)
      expect(answer.status).toBe(404)
      expect(headersOf(answer)).toMatchObject({
        'content-type': 'text/html; charset=utf-8',
        'x-frame-options': 'DENY',
        'cache-control': 'no-store',
        'referrer-policy': 'no-referrer',
      })
      expect(answer.headers.get('content-security-policy')).toMatch(
        /^default-src 'none'; script-src 'nonce-/,
      )
    },
  )

  test('a nonce is used once, and every script and style of the page has it', async () => {
    const pages = await Promise.all([getPage(sessionId), getPage(sessionId)])
    expect(new Set(pages.map(nonceOf)).size).toBe(2)
    for (const page of pages) {
      const tags = page.text.match(/<(script|style)\b[^>]*>/g) ?? []
      expect(tags.length).toBeGreaterThan(0)
      for (const tag of tags) expect(tag).toContain(`nonce="${nonceOf(page)}"`)
      expect(page.text).not.toMatch(/\son\w+\s*=|\sstyle\s*=\s*"|javascript:/i)
    }
  })

  test('payment frame', async () => {
    const answer = await call<string>(
      'GET',
      `${service.paymentFrameUrl}/${sessionId}?origin=https://shop.example`,
    )
    const headers = headersOf(answer)
    expect(headers).toMatchObject({
      ...COMMON,
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'nonce-NONCE'",
        "style-src 'nonce-NONCE'",
        "connect-src 'self'",
        "form-action 'none'",
        "base-uri 'none'",
        "require-trusted-types-for 'script'",
        "trusted-types 'none'",
        `frame-ancestors ${checkoutOrigin} https://shop.example`,
      ].join('; '),
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    })
    expect(headers).not.toHaveProperty('x-frame-options')
    expectNoLeaks(headers)
  })

  test('the bank’s page', async () => {
    const id = await aSession(service, store)
    const { body } = await (await aBuyer(service, id)).pay({ card: CARDS.challenge })
    const headers = headersOf(
      await call('GET', body.status === 'processing' ? (body.action?.url ?? '') : ''),
    )
    expect(headers).toMatchObject({
      ...COMMON,
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'.*form-action 'self'/)
    expect(headers['content-security-policy']?.endsWith(`frame-ancestors ${checkoutOrigin}`)).toBe(
      true,
    )
    expect(headers).not.toHaveProperty('x-frame-options')
  })

  test('the script for merchants’ pages may be loaded from anywhere, framed from nowhere', async () => {
    const answer = await call('GET', `${service.checkoutUrl}/hosted-checkout.js`)
    expect(answer.status).toBe(200)
    const headers = headersOf(answer)
    expect(headers).toMatchObject({
      ...COMMON,
      'content-type': 'text/javascript; charset=utf-8',
      'access-control-allow-origin': '*',
      'cross-origin-resource-policy': 'cross-origin',
      'content-security-policy': "default-src 'none'; frame-ancestors 'none'",
      'cache-control': 'public, max-age=300, stale-while-revalidate=86400',
    })
  })

  test('its hashed twin never changes', async () => {
    const { text } = await call('GET', `${service.checkoutUrl}/integrity.json`)
    const name = /hosted-checkout-[\w.-]+\.js/.exec(text)?.[0] ?? ''
    const { status, headers } = await call('GET', `${service.checkoutUrl}/${name}`)
    expect(status).toBe(200)
    expect(headers.get('cache-control')).toBe('public, max-age=31536000, immutable')
  })

  test('a request for a host that is not ours is answered by no surface', async () => {
    for (const host of ['evil.example', 'localhost.evil.example', '10.0.0.1'])
      expect(await statusFor('/v1/products', host)).toBe(421)
    expect(await statusFor('/v1/products', 'localhost')).toBe(401)
    expect(await statusFor('/healthz', 'evil.example')).toBe(200)
  })

  test('addresses come from the configuration, never from headers', async () => {
    const { body } = await service.call<{ url: string }>('POST', '/v1/checkout/sessions', {
      token: store.keys.secret,
      body: { items: [{ product: 'mug' }] },
      headers: {
        'x-forwarded-host': 'evil.example',
        'x-forwarded-proto': 'https',
        forwarded: 'host=evil.example',
      },
    })
    expect(body.url.startsWith(`${service.checkoutUrl}/cs_`)).toBe(true)
  })

  test('reports of the policy are taken, broken and foreign ones without harm', async () => {
    const send = (text: string, type = 'application/reports+json') =>
      call('POST', `${checkoutOrigin}/_csp`, { text, headers: { 'content-type': type } })
    const report = {
      type: 'csp-violation',
      body: { effectiveDirective: 'script-src', blockedURL: `https://evil.example/${sessionId}` },
    }
    const forged = { body: { effectiveDirective: sessionId, blockedURL: sessionId } }
    expect((await send(JSON.stringify([report, forged]))).status).toBe(204)
    expect((await send(JSON.stringify([forged]))).status).toBe(204)
    const told = service
      .log()
      .split('\n')
      .filter((line) => line.includes('page.policy.violated'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(told).toMatchObject([
      { directive: 'script-src', blocked: 'https', reports: 2 },
      { directive: 'other', blocked: 'other', reports: 1 },
    ])
    expect(service.log()).not.toContain(sessionId)
    expect(service.log()).not.toContain('evil.example')
    expect((await send('[{}]')).status).toBe(204)
    expectError(await send('{'), 400, 'invalid_request')
    expectError(await send(JSON.stringify([{ a: 'x'.repeat(20_000) }])), 413, 'payload_too_large')
    expectError(await send(JSON.stringify([report])), 429, 'rate_limited')
    expect(service.log()).not.toContain('request.failed')
  })

  test.each(['/_csp', '/payment-notifications'])(
    'a compressed body at %s is never inflated',
    async (path) => {
      const send = (encoding: string) =>
        call('POST', `${path === '/_csp' ? checkoutOrigin : service.baseUrl}${path}`, {
          text: '{}',
          headers: { 'content-encoding': encoding, 'x-forwarded-for': '192.0.2.9' },
        })
      for (const encoding of ['gzip', 'br', 'deflate', 'x'])
        expectError(await send(encoding), 400, 'invalid_request', /^Content-Encoding: /)
      expect(service.log()).not.toContain('request.failed')
    },
  )

  test('an answer that has no version is sent in full, also to whoever takes any', async () => {
    const headers = { 'if-none-match': '*', 'cache-control': 'max-age=0' }
    for (const path of [
      '/healthz',
      '/openapi.json',
      '/docs',
      '/.well-known/jwks.json',
      '/store/icon.svg',
    ])
      expect([path, (await call('GET', `${service.baseUrl}${path}`, { headers })).status]).toEqual([
        path,
        200,
      ])
  })
})
