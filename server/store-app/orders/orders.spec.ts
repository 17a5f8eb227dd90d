import { describe, expect, test } from 'vitest'
import { type Answer, call } from '../../testing/http-call.ts'
import { textOf } from '../../testing/store/page-text.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { aMember, anOrder, aStoreWithOwner } from '../../testing/store/store-builders.ts'

const { service, sql } = await openSpecService()

const aSignedInStore = async (fields: Record<string, unknown> = {}) => {
  const store = await aStoreWithOwner(service, fields)
  return { store, member: await aMember(service, store.email) }
}

const numbersOf = ({ text }: Answer<unknown>) =>
  [...text.matchAll(/href="\/store\/orders\/([0-9A-Z-]{11})"/g)].map(([, number]) => number)

describe('Store application, every page', () => {
  test.each(['', '/', '/orders', '/orders?cursor=x', '/orders/00000-00000'])(
    'the page of %j leads to the sign-in while nobody is signed in',
    async (path) => {
      const { status, headers } = await call('GET', `${service.baseUrl}/store${path}`)
      expect([status, headers.get('location')]).toEqual([
        303,
        expect.stringMatching(/^\/store\/sign-in(\?to=|$)/),
      ])
    },
  )

  test('a page of the host’s other names leads to the one whose cookie it is', async () => {
    const { status, headers } = await call(
      'GET',
      `${service.baseUrl.replace('localhost', '127.0.0.1')}/store/orders`,
    )
    expect([status, headers.get('location')]).toEqual([303, `${service.baseUrl}/store`])
  })

  test('a page has exactly the policy of the store application, and no script but its own', async () => {
    const { store, member } = await aSignedInStore()
    const number = await anOrder(service, store, {
      product: { imageUrl: 'https://cdn.example/mug.webp' },
    })
    const signIn = await call<string>('GET', `${service.baseUrl}/store/sign-in`)
    const pages = [
      ['', await member.get(`/orders`)],
      ['', signIn],
      ['', await member.get('/nothing')],
      ['', await member.get('')],
      [' https://cdn.example', await member.get(`/orders/${number}`)],
    ] as const
    const nonces = pages.map(([imageSource, { text, headers }]) => {
      const policy = headers.get('content-security-policy') ?? ''
      const nonce = /'nonce-([A-Za-z0-9+/]{24})'/.exec(policy)?.[1] ?? ''
      expect(policy.replaceAll(nonce, 'NONCE')).toBe(
        [
          "default-src 'none'",
          "script-src 'nonce-NONCE'",
          "style-src 'nonce-NONCE'",
          `img-src 'self'${imageSource}`,
          "font-src 'self'",
          "connect-src 'self'",
          "form-action 'self'",
          "base-uri 'none'",
          "frame-ancestors 'none'",
          "object-src 'none'",
          "require-trusted-types-for 'script'",
          "trusted-types 'none'",
        ].join('; '),
      )
      expect(Object.fromEntries(headers)).toMatchObject({
        'x-content-type-options': 'nosniff',
        'origin-agent-cluster': '?1',
        'x-frame-options': 'DENY',
        'referrer-policy': 'same-origin',
        'cross-origin-opener-policy': 'same-origin',
        'cross-origin-resource-policy': 'same-origin',
        'cache-control': 'no-store',
      })
      for (const name of ['x-powered-by', 'server', 'etag', 'access-control-allow-origin'])
        expect(headers.has(name)).toBe(false)
      for (const [tag] of text.matchAll(/<style\b[^>]*>/g))
        expect(tag).toBe(`<style nonce="${nonce}">`)
      expect([...text.matchAll(/<script\b[^>]*>/g)].map(([tag]) => tag)).toEqual([
        expect.stringMatching(
          /^<script type="module" nonce="\S{24}" src="\/store\/store-app-[0-9a-f]{10}\.js">$/,
        ),
      ])
      expect(text).toContain(`<script type="module" nonce="${nonce}"`)
      expect(text).not.toMatch(/\son\w+\s*=|\sstyle\s*=\s*"|javascript:/i)
      return nonce
    })
    expect(new Set(nonces).size).toBe(pages.length)
  })

  test('a page of an unknown address is a page, too', async () => {
    const { member } = await aSignedInStore()
    for (const path of ['/nothing', '/Orders', '/%ZZ', '/orders/%ZZ', '/orders/a/b']) {
      const { status, headers, text } = await member.get(path)
      expect([path, status, headers.get('content-type')]).toEqual([
        path,
        404,
        'text/html; charset=utf-8',
      ])
      expect(text).toMatch(/^<!doctype html>.*Page not found/s)
    }
  })
})

describe('Store application, Orders', () => {
  test('the orders of a new store are one sentence and one action', async () => {
    const { member } = await aSignedInStore()
    const answer = await member.get('/orders')
    expect(answer.status).toBe(200)
    expect(textOf(answer)).toContain('Paid orders appear here, the newest first. Add a product')
    expect(answer.text).toContain('href="/store/products/-/new"')
  })

  test('orders stand with number, time, customer, item and total, the newest first', async () => {
    const { store, member } = await aSignedInStore({ name: 'Loom & <i>Co</i>' })
    const first = await anOrder(service, store)
    const second = await anOrder(service, store, {
      product: {
        slug: 'shirt',
        name: 'Linen shirt',
        price: 4900,
        variants: [{ size: 'M', colorName: 'Sand', stock: 5 }],
      },
      session: { items: [{ product: 'shirt', size: 'M', color: 'Sand', quantity: 2 }] },
    })
    const answer = await member.get('/orders')
    expect(numbersOf(answer)).toEqual([second, first])
    expect(textOf(answer)).toMatch(
      new RegExp(
        `${second} \\d{1,2} \\w{3} \\d{4}, \\d\\d:\\d\\d Ana Example Linen shirt M · Sand · Qty 2 €98\\.00`,
      ),
    )
    expect(answer.text).toMatch(/<time datetime="\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z">/)
    expect(answer.text).toContain('Loom &amp; &lt;i&gt;Co&lt;/i&gt;')
  })

  test('orders are the store’s own', async () => {
    const [one, other] = [await aSignedInStore(), await aSignedInStore()]
    const number = await anOrder(service, one.store)
    expect(numbersOf(await other.member.get('/orders'))).toEqual([])
    const [foreign, unknown] = [
      await other.member.get(`/orders/${number}`),
      await other.member.get('/orders/00000-00000'),
    ]
    expect([foreign.status, unknown.status]).toEqual([404, 404])
    expect(textOf(foreign)).toBe(textOf(unknown))
    expect((await one.member.get(`/orders/${number}`)).status).toBe(200)
  })
})

describe('Store application, the page of an order', () => {
  test('an order’s page shows item, customer, delivery, amounts, time, session and metadata', async () => {
    const { store, member } = await aSignedInStore({
      currency: 'JPY',
      deliveryOptions: [{ id: 'standard', name: 'Post', fee: 450 }],
    })
    const number = await anOrder(service, store, {
      product: { name: 'Mug', price: 1990 },
      session: {
        items: [{ product: 'mug', quantity: 3 }],
        metadata: { cart: 'c_1', tags: [], lines: [1, 2] },
      },
      pay: {
        customer: { name: 'Ana Example', phone: '+34 600 123 456', email: 'ana@example.com' },
      },
    })
    const answer = await member.get(`/orders/${number}`)
    const text = textOf(answer)
    for (const part of [
      `Order ${number} To fulfil`,
      'Name Ana Example',
      'Phone +34 600 123 456',
      'Email ana@example.com',
      'Post, Calle Mayor 1, Madrid',
      'Mug Qty 3',
      'JP¥1,990 each',
      'Subtotal JP¥5,970',
      'Delivery JP¥450',
      'Total JP¥6,420',
    ])
      expect(text).toContain(part)
    expect(text).toMatch(/Paid at \d{1,2} \w{3} \d{4}, \d\d:\d\d .*Checkout session cs_…\w{4} /)
    expect(text).not.toMatch(/cs_\w{32}/)
    expect(answer.text).toContain(
      '{\n  &quot;cart&quot;: &quot;c_1&quot;,\n  &quot;tags&quot;: [],\n  &quot;lines&quot;: [\n    1,\n    2\n  ]\n}',
    )
  })

  test.each([
    '<script>window.pwned=1</script>',
    '"><img src=x onerror=alert(1)>',
    "'-alert(1)-'",
    '</title></style></pre><svg onload=alert(1)>',
    '&lt;b&gt;',
    '${7*7}',
  ])('an order’s page with the text %s in every field shows it as text', async (hostile) => {
    const { store, member } = await aSignedInStore({
      name: hostile,
      deliveryOptions: [{ id: 'standard', name: hostile, fee: 0 }],
    })
    const number = await anOrder(service, store, {
      product: { name: hostile, variants: [{ size: hostile, colorName: hostile, stock: 1 }] },
      session: {
        items: [{ product: 'mug', size: hostile, color: hostile }],
        metadata: { note: hostile },
      },
      pay: {
        customer: { name: hostile, phone: '+34 600 123 456' },
        fulfillment: { method: 'DELIVERY', option: 'standard', details: hostile },
      },
    })
    const escaped = hostile
      .replaceAll('&', '&amp;')
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
      .replaceAll("'", '&#39;')
    for (const [path, times] of [
      ['/orders', 4],
      [`/orders/${number}`, 6],
    ] as const) {
      const { status, text } = await member.get(path)
      expect(status).toBe(200)
      expect(text.split(escaped).length - 1).toBeGreaterThanOrEqual(times)
      if (escaped !== hostile) expect(text).not.toContain(hostile)
      expect(text.replace(/<script type="module"[^>]*>/, '')).not.toMatch(/<(script|svg|img)/)
    }
  })
})

test('The seller hears of a sale: without a mail server no mail is prepared', async () => {
  const { store } = await aSignedInStore()
  await anOrder(service, store)
  await sql.rows('update events set next_try_at = now() where store_id = $1', [store.id])
  const waiting = 'select from events where announced_at is null and store_id = $1'
  await expect.poll(() => sql.rows(waiting, [store.id])).toEqual([])
  expect(await sql.rows('select from sale_mail_orders')).toEqual([])
})
