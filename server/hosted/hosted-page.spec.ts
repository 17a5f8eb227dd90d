import { describe, expect, test } from 'vitest'
import { aBuyer, aProduct, aSession, aStore } from '../testing/builders.ts'
import { expectError } from '../testing/expect-error.ts'
import { call } from '../testing/http-call.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'
import { testRedisUrl } from '../testing/servers/test-redis.ts'

const HOSTILE = `</script><script>alert(1)</script>"'><img src=x onerror=alert(1)>&lt;\${x}{{x}}`

const { service } = await openSpecService({ env: { REDIS_URL: testRedisUrl(17) } })
const store = await aStore(service, { name: 'Loom & Co' })
await aProduct(service, store)

const getPage = (id: string) => call<string>('GET', `${service.checkoutUrl}/${id}`)

describe('contract §5: Hosted page', () => {
  test('the hosted page is there for an open session and shows what is sold', async () => {
    const { status, text } = await getPage(await aSession(service, store))
    expect(status).toBe(200)
    expect(text).toMatch(/^<!doctype html>/i)
    expect(text).toContain('Mug')
    expect(text).toContain('Loom &amp; Co')
    expect(text).toMatch(/19[.,]90/)
  })

  test.each([
    ['cross-site', 'same-origin'],
    ['same-site', 'same-origin'],
    ['same-origin', 'same-origin'],
    ['none', null],
  ])(
    'the page asked for with Sec-Fetch-Site: %s has the opener policy %s',
    async (site, policy) => {
      const id = await aSession(service, store)
      const { headers } = await call('GET', `${service.checkoutUrl}/${id}`, {
        headers: { 'sec-fetch-site': site },
      })
      expect(headers.get('cross-origin-opener-policy')).toBe(policy)
    },
  )

  test('the hosted page comes compressed, and so does the payment frame', async () => {
    const id = await aSession(service, store)
    for (const address of [`${service.checkoutUrl}/${id}`, `${service.paymentFrameUrl}/${id}`]) {
      const { status, headers, text } = await call<string>('GET', address, {
        headers: { 'accept-encoding': 'br' },
      })
      expect({ status, encoding: headers.get('content-encoding') }).toEqual({
        status: 200,
        encoding: 'br',
      })
      expect(text).toMatch(/^<!doctype html>/i)
    }
  })

  test.each(['gzip', 'gzip, deflate, br, zstd', 'br', 'gzip;q=0', 'identity', 'x'])(
    'the hosted page is the same for a browser that takes %s, wherever it is served',
    async (encodings) => {
      const id = await aSession(service, store)
      const asked = { headers: { 'accept-encoding': encodings } }
      const shapeOf = ({ status, headers, text }: Awaited<ReturnType<typeof getPage>>) => ({
        status,
        headers: [...headers]
          .filter(([name]) => !['date', 'request-id', 'content-length'].includes(name))
          .map(([name, value]) => [name, value.replace(/'nonce-[^']+'/, '')]),
        text: text.replaceAll(/nonce="[^"]+"/g, '').replace(/"now":"[^"]+"/, ''),
      })
      // With a query it is served by Express.
      const [page, other] = await Promise.all(
        [id, `${id}?from=mail`].map((path) =>
          call<string>('GET', `${service.checkoutUrl}/${path}`, asked),
        ),
      )
      expect(page && shapeOf(page)).toEqual(other && shapeOf(other))
      expect(page?.text).toContain('Mug')
      const compressed = /gzip$|gzip,|br$/.exec(encodings)?.[0].replace(',', '') ?? null
      expect(page?.headers.get('content-encoding')).toBe(compressed)
    },
  )

  test('the page of a complete session shows its order, its buyer masked, whatever is cached', async () => {
    const id = await aSession(service, store)
    const { body } = await (await aBuyer(service, id)).pay()
    for (let visit = 0; visit < 2; visit += 1) {
      const { status, text } = await getPage(id)
      expect(status).toBe(200)
      expect(text).toContain(body.status === 'complete' ? body.order.orderNumber : 'an order')
      expect(text).toContain('Thank you, <bdi translate="no">Ana E</bdi>. ')
      expect(text).not.toMatch(/Ana Example|600 123|Calle Mayor/)
    }
  })

  test('the page of an expired session is there, although a copy of the open one is cached', async () => {
    const id = await aSession(service, store)
    await getPage(id)
    await service.platform('POST', '/test-provider/expire-session', { sessionId: id })
    const { status, text } = await getPage(id)
    expect(status).toBe(200)
    expect(text).toMatch(/expired/i)
  })

  test.each([`cs_${'0'.repeat(32)}`, 'cs_1', 'x', '%ZZ'])(
    'the hosted page is a 404 page for %s, the same for every unknown id',
    async (id) => {
      const withoutNonce = (page: string) => page.replaceAll(/nonce="[^"]*"/g, '')
      const [answer, other] = await Promise.all([getPage(id), getPage(`cs_${'1'.repeat(32)}`)])
      expect(answer.status).toBe(404)
      expect(answer.text).toMatch(/^<!doctype html>/i)
      expect(withoutNonce(answer.text)).toBe(withoutNonce(other.text))
    },
  )

  test('the hosted page shows what merchants and buyers wrote as text, never as markup', async () => {
    const hostile = await aStore(service, {
      name: HOSTILE.slice(0, 120),
      deliveryOptions: [{ id: 'a', name: HOSTILE, fee: 0 }],
    })
    await aProduct(service, hostile, {
      name: HOSTILE,
      variants: [{ size: HOSTILE, colorName: HOSTILE, stock: 5 }],
    })
    const id = await aSession(service, hostile, {
      items: [{ product: 'mug', size: HOSTILE, color: HOSTILE }],
      customer: { name: HOSTILE, details: HOSTILE },
      successUrl: 'https://shop.example/?"><script>',
      cancelUrl: "https://shop.example/?'onclick=x",
    })
    const open = await getPage(id)
    const buyer = await aBuyer(service, id)
    await buyer.pay({
      customer: { name: HOSTILE, phone: '1234567' },
      fulfillment: { method: 'DELIVERY', option: 'a', details: HOSTILE },
    })
    for (const { status, text } of [open, await getPage(id)]) {
      expect(status).toBe(200)
      expect(text).not.toMatch(/<script>alert|<img src=x/)
    }
  })

  test('a store whose prices include tax says so beside each total, and no other store does', async () => {
    const taxed = await aStore(service, { pricesIncludeTax: true })
    await aProduct(service, taxed)
    const id = await aSession(service, taxed)
    const pagesOf = async (session: string) => [
      await getPage(session),
      await getPage(`buy/${taxed.id}/mug`),
      await getPage(`${session}?lang=de`),
    ]
    const countIn = (text: string) =>
      text.match(/Total incl\. VAT|<\/bdi> <small>incl\. VAT|Gesamtbetrag inkl\. MwSt\./g)
        ?.length ?? 0
    // The summary and what is above Pay.
    expect((await pagesOf(id)).map(({ text }) => countIn(text))).toEqual([2, 1, 2])
    await (await aBuyer(service, id)).pay()
    expect(countIn((await getPage(id)).text)).toBe(1)
    const change = (fields: object) => service.platform('PATCH', `/stores/${taxed.id}`, fields)
    expect((await change({ name: 'Loom' })).body).toHaveProperty('pricesIncludeTax', true)
    expect((await change({ pricesIncludeTax: false })).body).not.toHaveProperty('pricesIncludeTax')
    const later = await pagesOf(await aSession(service, taxed))
    expect(later.map(({ text }) => countIn(text))).toEqual([0, 0, 0])
  })

  test('the hosted page is read only', async () => {
    expectError(
      await call('PUT', `${service.checkoutUrl}/${await aSession(service, store)}`, { body: {} }),
      405,
      'method_not_allowed',
      /GET/,
    )
  })
})
