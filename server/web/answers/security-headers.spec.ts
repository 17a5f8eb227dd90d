import { createHash } from 'node:crypto'
import { type IncomingMessage, request } from 'node:http'
import { describe, expect, test } from 'vitest'
import { CARDS, aBuyer, aProduct, aSession, aStore } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { call } from '../../testing/http-call.ts'
import { findFreePort } from '../../testing/servers/free-port.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { createTestClocks } from '../../testing/test-clocks.ts'
import { startTestService } from '../../testing/servers/test-service.ts'

const { service, sql } = await openSpecService({
  env: { TRUST_PROXY: '0' },
  clocks: createTestClocks(),
})
const store = await aStore(service, { allowedOrigins: ['https://shop.example'] })
await aProduct(service, store, { imageUrl: 'https://cdn.example/mug.webp' })
const sessionId = await aSession(service, store)
const checkoutOrigin = new URL(service.checkoutUrl).origin
const frameOrigin = new URL(service.paymentFrameUrl).origin

const COMMON = {
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

/** As a policy names the sheets of a page. */
const sheetsOf = ({ text }: { text: string }) =>
  [...text.matchAll(/<style>([^<]*)<\/style>/g)].map(
    ([, sheet = '']) => `'sha256-${createHash('sha256').update(sheet).digest('base64')}'`,
  )

const expectNoLeaks = (headers: Record<string, string>) => {
  for (const name of ['x-powered-by', 'server', 'etag', 'set-cookie', 'strict-transport-security'])
    expect(headers).not.toHaveProperty(name)
}

const getPage = (id: string) => call<string>('GET', `${service.checkoutUrl}/${id}`)
/** A request with a Host header of its own, which fetch does not allow. */
const askAs = (port: string, { host, path }: { host: string; path: string }) =>
  new Promise<IncomingMessage>((resolve, reject) => {
    request({ hostname: '127.0.0.1', port, path, headers: { host } }, (response) => {
      response.resume()
      resolve(response)
    })
      .on('error', reject)
      .end()
  })

const statusFor = async (path: string, host: string) =>
  (await askAs(new URL(service.paymentFrameUrl).port, { host, path })).statusCode

describe('security §2: Headers of every surface', () => {
  test.each<[string, string, Record<string, unknown>]>([
    ['GET', '/v1/products', {}],
    ['GET', '/v1/nothing', {}],
    ['POST', '/v1/products', {}],
    ['GET', '/platform/v1/stores/x', {}],
    ['GET', '/healthz', {}],
    ['GET', '/livez', {}],
    ['GET', '/readyz', {}],
    ['POST', '/checkout/x/token', { body: {} }],
  ])('an answer of the API has its protecting headers: %s %s', async (method, path, options) => {
    const headers = headersOf(
      await service.call(method, path, { token: store.keys.secret, ...options }),
    )
    expect(headers).toMatchObject(API)
    expect(headers).not.toHaveProperty('access-control-allow-origin')
    expectNoLeaks(headers)
  })

  test('the hosted page has its headers and policy', async () => {
    const answer = await getPage(sessionId)
    expect(answer.status).toBe(200)
    const headers = headersOf(answer)
    expect(headers).toMatchObject({
      ...COMMON,
      'content-security-policy': [
        "default-src 'none'",
        "script-src 'nonce-NONCE' 'strict-dynamic'",
        `style-src ${sheetsOf(answer).join(' ')}`,
        "img-src 'self' https://cdn.example",
        "font-src 'self'",
        "connect-src 'self'",
        `frame-src ${frameOrigin}`,
        `form-action 'self' ${checkoutOrigin} ${frameOrigin}`,
        "base-uri 'none'",
        "frame-ancestors 'none'",
        "object-src 'none'",
        "manifest-src 'none'",
        "worker-src 'none'",
        "require-trusted-types-for 'script'",
        'trusted-types lit-html',
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

  test('a nonce is used once, and every script of the page that runs has it', async () => {
    const pages = await Promise.all([getPage(sessionId), getPage(sessionId)])
    expect(new Set(pages.map(nonceOf)).size).toBe(2)
    for (const page of pages) {
      const tags = page.text.match(/<(script|style)\b[^>]*>/g) ?? []
      const [style, data, ...scripts] = tags
      expect([style, data]).toEqual(['<style>', '<script type="application/json" data-checkout>'])
      expect(scripts.length).toBeGreaterThan(0)
      for (const tag of scripts) expect(tag).toContain(`nonce="${nonceOf(page)}"`)
      expect(page.text).not.toMatch(/\son\w+\s*=|\sstyle\s*=\s*"|javascript:/i)
    }
  })

  test('only the sheets in a page apply, the store’s own, too', async () => {
    const ofStore = await aStore(service)
    await aProduct(service, ofStore)
    const branding = JSON.stringify({ accent: '#a00030', radius: 4, fontSize: 16 })
    await sql.rows('update stores set branding = $2 where id = $1', [ofStore.id, branding])
    const pages = await Promise.all([sessionId, await aSession(service, ofStore), 'x'].map(getPage))
    expect(pages.map((page) => sheetsOf(page).length)).toEqual([1, 2, 1])
    for (const page of pages)
      expect(page.headers.get('content-security-policy')).toContain(
        `; style-src ${sheetsOf(page).join(' ')}; `,
      )
  })

  test('the payment frame has its headers and policy', async () => {
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
        'report-to csp',
        `frame-ancestors ${checkoutOrigin} https://shop.example`,
      ].join('; '),
      'reporting-endpoints': 'csp="/_csp"',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
      'content-type': 'text/html; charset=utf-8',
    })
    expect(headers).not.toHaveProperty('x-frame-options')
    expectNoLeaks(headers)
  })

  test('the bank’s page has its headers and policy', async () => {
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

  test('the hashed twin of the script never changes', async () => {
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

  const sendReport = (text: string, headers = { 'content-type': 'application/reports+json' }) =>
    call('POST', `${checkoutOrigin}/_csp`, { text, headers })
  const report = {
    type: 'csp-violation',
    body: { effectiveDirective: 'script-src', blockedURL: `https://evil.example/${sessionId}` },
  }

  test('reports of the policy are told in our own words, with no more of theirs than a script’s origin', async () => {
    const forged = { body: { effectiveDirective: sessionId, blockedURL: sessionId } }
    expect((await sendReport(JSON.stringify([report, forged]))).status).toBe(204)
    expect((await sendReport(JSON.stringify([forged]))).status).toBe(204)
    const logged = service
      .log()
      .split('\n')
      .filter((line) => line.includes('page.policy.violated'))
      .map((line) => JSON.parse(line) as Record<string, unknown>)
    expect(logged).toMatchObject([
      { directive: 'script-src', blocked: 'https', reports: 2 },
      { directive: 'other', blocked: 'other', reports: 1 },
    ])
    expect(service.log()).not.toContain(sessionId)
    expect(service.log().match(/[^"]*evil\.example[^"]*/g)).toEqual(['https://evil.example'])
  })

  test('reports of the policy that are broken, too large or too many are refused', async () => {
    expect((await sendReport('[{}]')).status).toBe(204)
    expectError(await sendReport('{'), 400, 'invalid_request')
    expectError(await sendReport(`["${'x'.repeat(20_000)}"]`), 413, 'payload_too_large')
    const flood = Array.from({ length: 40 }, () => sendReport(JSON.stringify([report])))
    const refused = (await Promise.all(flood)).filter(({ status }) => status !== 204)
    for (const answer of refused) expectError(answer, 429, 'rate_limited')
    expect(refused.length).toBeGreaterThan(0)
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
      '/docs/create',
      '/llms.txt',
      '/.well-known/jwks.json',
      '/store/icon.svg',
    ])
      expect([path, (await call('GET', `${service.baseUrl}${path}`, { headers })).status]).toEqual([
        path,
        200,
      ])
  })
})

const UPGRADE = /(?:^|; )upgrade-insecure-requests(?:;|$)/
const MONTHS_24 = 'max-age=63072000'

describe('security §2: What follows the scheme of an address', () => {
  const SURFACES = {
    API: { host: 'api.example', path: '/v1/products' },
    'API reference': { host: 'api.example', path: '/docs' },
    'store application': { host: 'api.example', path: '/store/sign-in', isPage: true },
    'hosted page': { host: 'pay.example', path: `/checkout/${sessionId}`, isPage: true },
    script: { host: 'pay.example', path: '/checkout/hosted-checkout.js' },
    'policy reports': { host: 'pay.example', path: '/_csp' },
    'payment frame': { host: 'cards.example', path: `/frame/${sessionId}` },
  }
  test.each<Record<string, string>>([
    {
      BASE_URL: 'https://api.example',
      CHECKOUT_URL: 'http://pay.example/checkout',
      PAYMENT_FRAME_URL: 'https://cards.example/frame',
    },
    {
      BASE_URL: 'http://api.example',
      CHECKOUT_URL: 'https://pay.example/checkout',
      PAYMENT_FRAME_URL: 'http://cards.example/frame',
      HSTS_SCOPE: 'subdomains',
    },
  ])('each surface follows its own: %j', async (env) => {
    const port = String(await findFreePort())
    const stop = await startAt(port, env)
    for (const [name, { host, path, ...surface }] of Object.entries(SURFACES)) {
      const { headers } = await askAs(port, { host, path })
      const isHttps = Object.values(env).some((address) => address.startsWith(`https://${host}`))
      const expected = env['HSTS_SCOPE'] ? `${MONTHS_24}; includeSubDomains` : MONTHS_24
      expect([name, headers['strict-transport-security']]).toEqual([
        name,
        isHttps ? expected : undefined,
      ])
      expect([name, UPGRADE.test(String(headers['content-security-policy']))]).toEqual([
        name,
        isHttps && 'isPage' in surface,
      ])
    }
    await stop()
  })

  test('surfaces of one host are told apart by their paths, whatever else is there is the first’s', async () => {
    const port = String(await findFreePort())
    const stop = await startAt(port, {
      BASE_URL: 'http://shop.example',
      CHECKOUT_URL: 'https://shop.example/checkout',
      HSTS_SCOPE: 'preload',
    })
    const hsts = async (path: string) =>
      (await askAs(port, { host: 'shop.example', path })).headers['strict-transport-security']
    expect(await hsts('/checkout/x')).toBe(`${MONTHS_24}; includeSubDomains; preload`)
    for (const path of ['/', '/checkouts', '/healthz', '/v1/products'])
      expect([path, await hsts(path)]).toEqual([path, undefined])
    await stop()
  })

  /** On the same database: nothing of a session depends on where the service is reached. */
  async function startAt(port: string, env: Record<string, string>) {
    const { stop } = await startTestService({
      databaseUrl: service.databaseUrl,
      env: { PORT: port, ...env },
    })
    return stop
  }
})
