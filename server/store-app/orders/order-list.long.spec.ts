import { describe, expect, test } from 'vitest'
import { type TestStore, aBuyer, aProduct, aSession } from '../../testing/builders.ts'
import { copyOrders } from '../../testing/past/copied-orders.ts'
import { type Answer, call } from '../../testing/http-call.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import {
  aMember,
  aStoreWithOwner,
  anOrder,
  signInConfirms,
} from '../../testing/store/store-builders.ts'

const NAMES = [
  'Éléonore O’Brien-Łukasz',
  'Ana García',
  'ana example',
  'Иван Петров',
  'أحمد الحسن',
  '山田 太郎',
]
const sold: Record<string, string> = {}

const named = (name: string, phone = '+34 600 123 456') => ({
  pay: { customer: { name, phone } },
  product: { variants: [{ stock: 1000 }] },
})

const { service, sql } = await openSpecService()
await signInConfirms(sql)
const store = await aStoreWithOwner(service)
const other = await aStoreWithOwner(service)
const member = await aMember(service, store.email)
const stranger = await aMember(service, other.email)
await sql.rows(`update stores set time_zone = 'Europe/Madrid' where id = $1`, [store.id])
for (const name of NAMES) sold[name] = await anOrder(service, store, named(name))
sold['phone'] = await anOrder(service, store, named('Phone Owner', '(0151) 765-43 21'))
sold['shirt'] = await anOrder(service, store, {
  product: {
    slug: 'shirt',
    name: 'Linen <i>shirt</i>',
    price: 4900,
    variants: [{ size: 'M', colorName: 'Sand', stock: 5 }],
  },
  session: { items: [{ product: 'shirt', size: 'M', color: 'Sand' }] },
})
await anOrder(service, other, named('Ana García'))

const numbersOf = ({ text }: Answer<unknown>) =>
  [...text.matchAll(/href="\/store\/orders\/([0-9A-Z-]{11})"/g)].map(([, number]) => number)

const found = async (query: Record<string, string>) => {
  const answer = await member.get(`/orders?${new URLSearchParams(query).toString()}`)
  expect(answer.status).toBe(200)
  return numbersOf(answer)
}

const setPaidAt = (number: string | undefined, at: string) =>
  sql.rows('update orders set paid_at = $2 where order_number = $1', [number, at])

describe('Store application, Orders: the search', () => {
  test.each([
    ['eleonore', 0],
    ['ÉLÉO', 0],
    ['obrien', undefined],
    ["o'brien", 0],
    ['lukasz ele', 0],
    ['garcia', 1],
    ['gar an', 1],
    ['иВа', 3],
    ['احمد', 4],
    ['山田', 5],
    ['太', 5],
    ['arcia', undefined],
    ['ana garcia example', undefined],
    ['%', undefined],
    ["'; drop", undefined],
    ['a:* | b', undefined],
  ])('the search for %j finds names by their words', async (search, index) => {
    expect(await found({ search })).toEqual(index === undefined ? [] : [sold[NAMES[index] ?? '']])
  })

  test('the search finds all whose name has a word that begins so, the newest first', async () => {
    expect(await found({ search: ' ANA ' })).toEqual([
      sold['shirt'],
      sold['ana example'],
      sold['Ana García'],
    ])
  })

  test('the search finds an order by its number however it is typed', async () => {
    const number = sold['phone'] ?? ''
    const plain = number.replace('-', '')
    for (const search of [
      number,
      number.toLowerCase(),
      plain,
      ` ${plain.toLowerCase()} `,
      number.replace('-', ' '),
    ]) {
      expect(await found({ search }), search).toEqual([number])
    }
    expect(await found({ search: plain.slice(1) })).toEqual([])
  })

  test('the search finds an order by its phone number or the end of it', async () => {
    for (const search of [
      '01517654321',
      '0151 7654321',
      '(0151) 765-43 21',
      '654321',
      '00151 765 43 21',
      '4321',
    ]) {
      expect(await found({ search }), search).toEqual([sold['phone']])
    }
    for (const search of ['+34600123456', '34600123456', '+34 600 123 456', '600 123 456']) {
      expect((await found({ search })).length, search).toBe(NAMES.length + 1)
    }
    expect(await found({ search: '321' })).toEqual([])
  })

  test('the search takes what no text can be, and refuses what is too long', async () => {
    expect(await found({ search: 'garcia\0' })).toEqual([sold['Ana García']])
    const long = await member.get(`/orders?search=${'x'.repeat(201)}`)
    expect(long.status).toBe(422)
    expect(long.text).toContain('Search for something shorter.')
    expect(numbersOf(await member.get('/orders?search=a&search=b')).length).toBe(NAMES.length + 2)
  })
})

describe('Store application, Orders: the filters', () => {
  test('the filters take days in the store’s time zone, both included', async () => {
    await setPaidAt(sold['phone'], '2026-03-01T22:59:59.999Z')
    await setPaidAt(sold['shirt'], '2026-03-01T23:00:00Z')
    const [phone, shirt] = [sold['phone'], sold['shirt']]
    expect(await found({ from: '2026-03-01', to: '2026-03-01' })).toEqual([phone])
    expect(await found({ from: '2026-03-02', to: '2026-03-02' })).toEqual([shirt])
    expect(await found({ to: '2026-03-02' })).toEqual([shirt, phone])
    expect((await found({ from: '2026-03-03' })).length).toBe(NAMES.length)
    expect(await found({ from: '2026-03-03', to: '2026-03-31' })).toEqual([])
  })

  test('the filters take a product, and all of them together', async () => {
    expect(await found({ product: 'shirt' })).toEqual([sold['shirt']])
    expect(await found({ product: 'no-such' })).toEqual([])
    expect(await found({ product: 'shirt', search: 'ana', from: '2026-03-02' })).toEqual([
      sold['shirt'],
    ])
    expect(await found({ product: 'mug', search: 'ana', from: '2026-03-02', to: '' })).toEqual([
      sold['ana example'],
      sold['Ana García'],
    ])
    const { text } = await member.get('/orders?product=shirt&search=%22%3E')
    expect(text).toContain('<option value="shirt" selected>Linen &lt;i&gt;shirt&lt;/i&gt;</option>')
    expect(text).toContain('value="&quot;&gt;"')
    expect(text).toContain('No order matches.')
    expect(text).toContain('<a class="quiet" href="/store/orders">Clear filters</a>')
    expect(text).not.toContain('data-live-orders')
  })

  test('the filters take withdrawn orders, refunded or not, and no state that there is not', async () => {
    const withdrawn = [sold['ana example'], sold['Ana García']]
    await sql.rows(
      `update orders set withdrawn_at = now(), refunded = case order_number when $1 then amount_total else 0 end
      where order_number = any($2)`,
      [withdrawn[0], withdrawn],
    )
    expect(await found({ state: 'withdrawn' })).toEqual(withdrawn)
    expect(await found({ state: 'withdrawn', search: 'garcia' })).toEqual([sold['Ana García']])
    expect(await found({ state: 'disputed' })).toEqual([])
    expect((await found({ state: 'lost' })).length).toBe(Object.keys(sold).length)
  })

  test.each([
    ['from', 'yesterday'],
    ['to', '2026-02-30'],
    ['from', '0000-01-01'],
  ])('the filters refuse %s=%s at its field', async (name, day) => {
    const { status, text } = await member.get(`/orders?${name}=${day}`)
    expect(status).toBe(422)
    expect(text).toMatch(new RegExp(`id="field-${name}-error">Choose a day`))
    expect(text).toContain(`value="${day}"`)
  })

  test('the filters refuse a last day before the first', async () => {
    const { status, text } = await member.get('/orders?from=2026-03-02&to=2026-03-01')
    expect([status, /id="field-to-error">([^<]+)/.exec(text)?.[1]]).toEqual([
      422,
      'Choose a last day that is not before the first.',
    ])
  })
})

describe('Store application, Orders: the pages of the list', () => {
  const nextOf = ({ text }: Answer<string>) =>
    /href="\/store(\/orders\?[^"]*cursor=[^"]+)"/.exec(text)?.[1]?.replaceAll('&amp;', '&') ?? ''

  /** 29 orders like the newest one, oldest first. */
  async function copied({ id }: TestStore, prefix: string) {
    await copyOrders(sql, id, { count: 29, prefix })
    return Array.from(
      { length: 29 },
      (_, index) => `${prefix}-${String(index + 1).padStart(5, '0')}`,
    )
  }

  test('pages of orders lose and repeat none while orders come in, and keep their filters', async () => {
    const shop = await aStoreWithOwner(service)
    const { get } = await aMember(service, shop.email)
    const number = await anOrder(service, shop, named('Bo Page'))
    await setPaidAt(number, '2026-04-01')
    // Of the same millisecond: the ids decide.
    const kept = [number, ...(await copied(shop, 'SAME0'))]
    const first = await get('/orders?search=bo&to=2026-04-01')
    await anOrder(service, shop, named('Bo Page'))
    const next = nextOf(first)
    expect(next).toContain('search=bo&to=2026-04-01&cursor=')
    const second = await get(next)
    expect([...numbersOf(first), ...numbersOf(second)]).toEqual(kept.toReversed())
    expect(second.text).toContain('href="/store/orders?search=bo&amp;to=2026-04-01">First orders')
    expect([numbersOf(first).length, second.text.includes('cursor=')]).toEqual([25, false])
    for (const cursor of ['x', '', 'MQ', '%00', 'a&cursor=b', 'x'.repeat(2000)])
      expect((await get(`/orders?cursor=${cursor}`)).status, cursor).toBe(404)
  })

  test('pages of a search are the same when thousands of newer orders do not match', async () => {
    const shop = await aStoreWithOwner(service)
    const { get } = await aMember(service, shop.email)
    const sell = async (name: string, at: string) => {
      const number = await anOrder(service, shop, named(name))
      await setPaidAt(number, at)
      return number
    }
    const oldest = await sell('Ola Old', '2026-04-01')
    const old = [oldest, ...(await copied(shop, '0LD00'))].toReversed()
    await sell('Nia New', '2026-04-02')
    await copyOrders(sql, shop.id, { count: 2080, prefix: 'NEW00' })
    const newest = await sell('Ola Old', '2026-04-03')
    for (const query of [
      'search=ola',
      'search=ola&product=mug',
      'search=ola&product=mug&from=2026-03-31&to=2026-04-03',
    ]) {
      const first = await get(`/orders?${query}`)
      expect(numbersOf(first), query).toEqual([newest, ...old.slice(0, 24)])
      expect(numbersOf(await get(nextOf(first))), query).toEqual(old.slice(24))
    }
    expect(numbersOf(await get('/orders?search=ola&product=mug&from=2026-04-02'))).toEqual([newest])
  })

  test('pages of orders show another store’s orders to nobody', async () => {
    const [own] = numbersOf(await stranger.get('/orders'))
    for (const search of [own ?? '', '600123456', 'garcia'])
      expect(await found({ search })).not.toContain(own)
    const narrowed = await stranger.get('/orders?product=shirt')
    expect(numbersOf(narrowed)).toEqual([])
    expect(narrowed.text).not.toContain('Linen')
  })

  test('the list says in a word where an order stands', async () => {
    const [paid, fulfilled, refunded, partly] = numbersOf(await member.get('/orders'))
    await sql.rows(
      `update orders set fulfilled_at = now(), fulfilled_by = 'x' where order_number = $1`,
      [fulfilled],
    )
    await sql.rows(
      `update orders set refunded = amount_total, fulfilled_at = now(), fulfilled_by = 'x' where order_number = $1`,
      [refunded],
    )
    await sql.rows(`update orders set refunded = 1 where order_number = $1`, [partly])
    const { text } = await member.get('/orders')
    const badges = new Map(
      text
        .split('<tr')
        .map((row) => [
          /orders\/([0-9A-Z-]{11})"/.exec(row)?.[1],
          /class="badge [a-z]*">([^<]+)/.exec(row)?.[1],
        ]),
    )
    expect([paid, fulfilled, refunded, partly].map((number) => badges.get(number))).toEqual([
      'To fulfil',
      'Fulfilled',
      'Refunded',
      'Partly refunded',
    ])
  })

  test('the list, stream and export of orders are for members alone', async () => {
    for (const path of ['/orders?search=a', '/orders/events', '/orders/export']) {
      const { status, headers } = await call('GET', `${service.baseUrl}/store${path}`)
      expect([path, status, headers.get('location')]).toEqual([
        path,
        303,
        expect.stringMatching(/^\/store\/sign-in/),
      ])
    }
    for (const path of ['/orders/events', '/orders/export']) {
      const posted = await member.post(path, {})
      expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET'])
    }
  })

  test('an order with an odd name comes into being, and its payment fails for nobody', async () => {
    await aProduct(service, other)
    const buyer = await aBuyer(service, await aSession(service, other))
    const { status } = await buyer.pay({
      customer: { name: `'\\ : & | ! ${'x'.repeat(100)}`, phone: '٠٦٠٠١٢٣٤٥٦٧' },
    })
    expect(status).toBe(200)
    expect(numbersOf(await stranger.get('/orders?search=06001234567'))).toHaveLength(1)
  })
})
