import { describe, expect, test } from 'vitest'
import { aStore } from '../testing/builders.ts'
import { expectError } from '../testing/expect-error.ts'
import { call } from '../testing/http-call.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'

const { service } = await openSpecService()
const { baseUrl, checkoutUrl, paymentFrameUrl } = service
const ORIGINS = [
  ...new Set([baseUrl, checkoutUrl, paymentFrameUrl].map((url) => new URL(url).origin)),
]

const BROWSER = {
  accept: 'text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8',
  'accept-language': 'en',
  'sec-fetch-dest': 'document',
}

const open = (address: string, { method = 'GET', ...headers }: Record<string, string> = {}) =>
  call<string>(method, address, { headers: { ...BROWSER, ...headers } })

const IN_VAIN = [
  ...ORIGINS.map((origin) => `${origin}/`),
  `${baseUrl}/nothing/at/all`,
  `${baseUrl}/%ZZ`,
  `${baseUrl}/docs/nothing`,
  `${baseUrl}/docs/merchant/nothing`,
  `${checkoutUrl}/nothing/at/all`,
  paymentFrameUrl,
  `${paymentFrameUrl}/cs_nothing`,
]

/** Where buyers’ pages are, whoever asks. */
const WITHOUT_SESSION = ['cs_nothing', 'nothing', 'buy', 'buy/st_0000000000000000/mug'].map(
  (path) => `${checkoutUrl}/${path}`,
)

describe('contract §8: a browser at a bare address gets a page, a program the envelope', () => {
  test.each(IN_VAIN)('a program at %s gets the envelope', async (address) => {
    expect((await call('GET', address)).headers.get('content-type')).toMatch(/^application\/json/)
  })

  test.each([...IN_VAIN, ...WITHOUT_SESSION])('a browser at %s is led on', async (address) => {
    const page = await open(address)
    expect([page.status, page.headers.get('content-type')]).toEqual([
      404,
      'text/html; charset=utf-8',
    ])
    expect(page.text).toContain('<title>Page not found</title>')
    for (const way of [`${checkoutUrl}/withdraw`, `${baseUrl}/docs`, `${baseUrl}/store`])
      expect(page.text).toContain(`href="${way}"`)
    expect(page.headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(page.headers.get('cache-control')).toBe('no-store')
    expect(page.headers.get('content-security-policy')).toMatch(/^default-src 'none'; script-src/)
  })

  test('a method that the address does not have is a page, too, which names the others', async () => {
    const address = `${checkoutUrl}/integrity.json`
    const page = await open(address, { method: 'DELETE' })
    expect([page.status, page.headers.get('allow')]).toEqual([405, 'GET'])
    expect(page.text).toContain('<h1>Page not found</h1>')
    expectError(await call('DELETE', address), 405, 'method_not_allowed')
  })

  test('what the page’s own script calls is a page for who opens it', async () => {
    const address = `${checkoutUrl}/cs_nothing/view`
    const page = await open(address)
    expect(page.status).toBe((await call('GET', address)).status)
    expect(page.text).toContain('<h1>Page not found</h1>')
  })

  test('it speaks the browser’s language, and leads to the others', async () => {
    const address = `${baseUrl}/docs/nothing`
    const page = await open(address, { 'accept-language': 'ar' })
    expect(page.text).toMatch(/<html lang="ar" dir="rtl"/)
    expect(page.text).not.toContain('Page not found')
    const languages = await open(`${baseUrl}/nothing?lang=&was=de`)
    expect(languages.text).toMatch(/<html lang="de"/)
    expect(languages.text).toContain('href="?lang=ja"')
  })

  test('frames, scripts and pictures get the envelope, as all programs do', async () => {
    for (const destination of ['iframe', 'empty', 'image', 'script'])
      expectError(
        await open(`${paymentFrameUrl}/cs_nothing`, { 'sec-fetch-dest': destination }),
        404,
        'session_not_found',
      )
    expectError(await open(`${baseUrl}/nothing`, { accept: '*/*' }), 404, 'not_found')
  })

  test('the merchant and platform APIs never answer with a page', async () => {
    for (const path of ['/v1', '/v1/nothing', '/v1/products', '/platform/v1/stores'])
      expect((await open(`${baseUrl}${path}`)).headers.get('content-type')).toMatch(/json/)
  })
})

describe('what browsers and crawlers ask every host for', () => {
  test.each(ORIGINS)('%s has an icon and rules for crawlers', async (origin) => {
    const icon = await call('GET', `${origin}/favicon.ico`)
    expect([icon.status, icon.headers.get('content-type')]).toEqual([
      200,
      'image/svg+xml; charset=utf-8',
    ])
    const rules = await call<string>('GET', `${origin}/robots.txt`)
    expect([rules.status, rules.headers.get('content-type')]).toEqual([
      200,
      'text/plain; charset=utf-8',
    ])
    expect(rules.text).toBe(
      'User-agent: *\nAllow: /checkout/buy/\nAllow: /docs\nAllow: /pictures/\nDisallow: /\n',
    )
  })

  test('a session’s page is never kept by an index', async () => {
    const { headers } = await open(`${checkoutUrl}/cs_nothing`)
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect((await open(`${checkoutUrl}/buy/${(await aStore(service)).id}/x`)).status).toBe(404)
  })
})
