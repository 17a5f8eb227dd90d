import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { roundUp } from './sales-chart.ts'
import { sessionCommand } from '../frame/members/session-command.ts'
import { LIVE, aBuyer, aProduct, aSession } from '../../testing/builders.ts'
import { type TestService, startTestService } from '../../testing/servers/test-service.ts'
import { type Sql, openSql } from '../../testing/sql.ts'
import { aMember, anOrder, aStoreWithOwner } from '../../testing/store/store-builders.ts'

type SignedInStore = Awaited<ReturnType<typeof aSignedInStore>>

let service: TestService
let sql: Sql
let shop: SignedInStore
let other: SignedInStore

beforeAll(async () => {
  service = await startTestService()
  sql = openSql(service.databaseUrl)
  ;[shop, other] = await Promise.all([aSignedInStore(), aSignedInStore()])
})

afterAll(async () => {
  expect(
    service
      .log()
      .split('\n')
      .filter((line) => line.includes('request.failed')),
  ).toEqual([])
  await sql.close()
  await service.stop()
})

async function aSignedInStore() {
  const store = await aStoreWithOwner(service)
  return { store, member: await aMember(service, store.email) }
}

/** The page itself as a reader sees it, and its markup. */
async function home({ member }: SignedInStore) {
  const { text, status } = await member.get('')
  expect(status).toBe(200)
  const markup = /<main.*<\/main>/s.exec(text)?.[0] ?? ''
  return { markup, text: markup.replaceAll(/<[^>]*>/g, ' ').replaceAll(/\s+/g, ' ') }
}

/**
 * Moves an order and its session so many days back, in the store's calendar; days that are over are
 * counted again.
 */
const moveBack = (orderNumber: string, days: number) =>
  sql.rows(
    `
  with moved as (update orders set paid_at = paid_at - $2 * interval '1 day' where order_number = $1 returning session_id),
    forgotten as (delete from store_days)
  update checkout_sessions set created_at = created_at - $2 * interval '1 day'
    where id in (select session_id from moved) returning id`,
    [orderNumber, days],
  )

const STEPS = ['Created', 'Page opened', 'Paid', 'Expired unpaid', 'Still open']

const countOf = (text: string, step: string) =>
  Number(
    new RegExp(`${step} (\\d+)`).exec(
      text.slice(text.indexOf('Checkouts of the last 30 days')),
    )?.[1],
  )

/** How many more sessions one page counts than another, at each step. */
const grown = (after: string, before: string) =>
  STEPS.map((step) => countOf(after, step) - countOf(before, step))

/** All tests of this file look at one store as it grows. */
describe('Store application, Home', () => {
  test('Home is a list of first steps, which tick themselves, until a second buyer has paid', async () => {
    const { store } = shop
    const done = async () =>
      [...(await home(shop)).markup.matchAll(/<li class="done">\n<p class="strong">([^<]+)/g)].map(
        ([, title]) => title,
      )
    expect(await done()).toEqual([])
    const first = await home(shop)
    expect(first.text).toContain('Set up your store 0 of 5 done Add a product Add what you sell')
    expect(first.markup).not.toMatch(/<svg|Low stock|Checkouts of the last|\/buy\//)
    // What is for programmers is folded away.
    expect(first.markup).toMatch(/<details>\s*<summary>With your own server<\/summary>/)

    await aProduct(service, store, {
      slug: "o'mug",
      name: 'Mug',
      variants: [{ size: 'M "wide"', colorName: 'Sand', stock: 50 }],
    })
    expect(await done()).toEqual(['Add a product'])
    const { markup } = await home(shop)
    expect(markup).toContain(`/buy/${store.id}/o&#39;mug" target="_blank">Open your link</a>`)
    expect(markup).toContain('href="/store/products/o&#39;mug#share">Share your product</a>')
    const command = /data-copy="([^"]+)"/
      .exec(markup)?.[1]
      ?.replaceAll('&#39;', "'")
      .replaceAll('&quot;', '"')
    expect(command).toBe(
      sessionCommand(service.baseUrl, {
        item: { product: "o'mug", size: 'M "wide"', color: 'Sand' },
        key: store.keys.public,
      }),
    )
    expect(command).toContain(
      String.raw`-d '{"items":[{"product":"o'\''mug","size":"M \"wide\"","color":"Sand"}]}'`,
    )

    const { member } = shop
    const option = { name: 'Express', fee: '9', kind: 'delivery', daysUnderWay: '' }
    await member.post('/settings/delivery', { csrf: await member.csrf(), ...option })
    expect(await done()).toEqual(['Add a product', 'Say what delivery costs'])
    expect((await service.platform('PATCH', `/stores/${store.id}`, LIVE)).status).toBe(200)
    expect(await done()).toEqual(['Add a product', 'Say what delivery costs', 'Say who sells'])

    await aProduct(service, store)
    await (await aBuyer(service, await aSession(service, store))).pay()
    expect((await home(shop)).text).toContain('4 of 5 done')
  })

  test('Home shows sales of today and of 30 own days, beside the 30 days before', async () => {
    const { store } = shop
    const [yesterday, last, before, long] = [
      await anOrder(service, store),
      await anOrder(service, store),
      await anOrder(service, store),
      await anOrder(service, store),
    ]
    for (const [number, days] of [
      [yesterday, 1],
      [last, 29],
      [before, 30],
      [long, 60],
    ] as const)
      await moveBack(number, days)
    const { text, markup } = await home(shop)
    expect(markup).not.toContain('Set up your store')
    expect(text).toContain('Orders today 1 Yesterday 1 Revenue today €19.90 Yesterday €19.90')
    expect(text).toContain(
      'Orders in 30 days 3 +200% on the 30 days before Revenue in 30 days €59.70 +200% on the 30 days before',
    )
    expect(text).toContain('Revenue is what was paid, delivery included, less what was refunded.')
    const bars = [
      ...markup.matchAll(
        /<title>[^:]+: (\d+) orders?<\/title>\n<rect class="space"[^>]+>\n<rect class="bar" [^>]* height="(\d+)"/g,
      ),
    ]
    expect(bars.map(([, orders]) => Number(orders))).toEqual([
      1,
      ...Array.from({ length: 27 }, () => 0),
      1,
      1,
    ])
    expect(new Set(bars.map(([, orders, height]) => `${orders} ${height}`))).toEqual(
      new Set(['0 0', '1 80']),
    )
    expect(markup).toMatch(
      /<svg role="img" aria-label="Orders per day from \d+ \w+ to \d+ \w+\. The most on \d+ \w+: 1\."/,
    )
    const rows = [
      ...markup.matchAll(
        /data-label="Day"\s*>\s*<span>([^<]+)<.*?data-label="Orders"[^>]*>\s*<span>(\d+)</gs,
      ),
    ]
    expect(rows.map(([, day, orders]) => `${day}: ${orders}`).toReversed()).toEqual(
      [...markup.matchAll(/<title>(\d+ \w+: \d+) orders?</g)].map(([, bar]) => bar),
    )
  })

  test('Home takes off the revenue what was refunded, and what is in another currency', async () => {
    const { store } = shop
    const [refunded, foreign] = [await anOrder(service, store), await anOrder(service, store)]
    await sql.rows('update orders set refunded = 990 where order_number = $1', [refunded])
    await sql.rows(`update orders set currency = 'JPY' where order_number = $1`, [foreign])
    const { text } = await home(shop)
    expect(text).toContain('Orders today 3 Yesterday 1 Revenue today €29.90 Yesterday €19.90')
    expect(text).toContain('Orders in another currency than the store’s count as orders only.')
    await sql.rows(
      "update orders set refunded = 0, currency = 'EUR' where order_number = any ($1)",
      [[refunded, foreign]],
    )
  })

  test('Home begins its days where the store’s time zone does', async () => {
    const { store } = shop
    const [row] = await sql.rows<{
      zone: string
    }>(`select case when extract(hour from clock_timestamp() at time zone 'UTC') >= 10
      then 'Etc/GMT-14' else 'Etc/GMT+12' end as zone`)
    // Where the date is another one than in UTC now, the order of a few hours ago is of another
    // day, too.
    await sql.rows('update stores set time_zone = $2 where id = $1', [store.id, row?.zone])
    const number = await anOrder(service, store)
    await sql.rows(
      `update orders set paid_at = date_trunc('day', clock_timestamp() at time zone $2) at time zone $2
      - interval '1 second' where order_number = $1`,
      [number, row?.zone],
    )
    const before = (await home(shop)).text
    await sql.rows(
      `update orders set paid_at = paid_at + interval '1 second' where order_number = $1`,
      [number],
    )
    const after = (await home(shop)).text
    const todayOf = (text: string) => Number(/Orders today (\d+)/.exec(text)?.[1])
    expect(todayOf(after)).toBe(todayOf(before) + 1)
    await sql.rows(`update stores set time_zone = 'UTC' where id = $1`, [store.id])
  })

  test('Home shows what became of its sessions of 30 days', async () => {
    const { store } = shop
    const { text: before } = await home(shop)
    const [unopened, opened, ended, old] = [
      await aSession(service, store),
      await aSession(service, store),
      await aSession(service, store),
      await aSession(service, store),
    ]
    await aBuyer(service, opened)
    await service.call('POST', `/v1/checkout/sessions/${ended}/expire`, {
      token: store.keys.secret,
    })
    await sql.rows(
      `update checkout_sessions set created_at = created_at - interval '40 days' where id = $1`,
      [old],
    )
    const { text, markup } = await home(shop)
    expect(grown(text, before)).toEqual([3, 1, 0, 1, 2])
    expect(
      countOf(text, 'Paid') + countOf(text, 'Expired unpaid') + countOf(text, 'Still open'),
    ).toBe(countOf(text, 'Created'))
    expect(unopened).not.toBe(opened)
    const share = countOf(text, 'Paid') / countOf(text, 'Created')
    expect(markup).toContain(`<rect class="success" width="${Math.round(share * 1000) / 10}%"`)
    expect(text).toContain(`Created ${countOf(text, 'Created')} 100%`)
  })

  test('Home counts a day that is over once, and is right about it all the same', async () => {
    const { store } = shop
    const days = () =>
      sql.rows<{ day: string; orders: number }>(
        `select day::text, orders from store_days
      where store_id = $1 and created > 0 order by day desc`,
        [store.id],
      )
    const [number, late] = [await anOrder(service, store), await aSession(service, store)]
    await moveBack(number, 3)
    await sql.rows(
      `update checkout_sessions set created_at = created_at - interval '3 days' where id = $1`,
      [late],
    )
    const withOpen = await home(shop)
    const before = (await days()).length
    await service.call('POST', `/v1/checkout/sessions/${late}/expire`, { token: store.keys.secret })
    const ended = await home(shop)
    expect((await days()).length).toBe(before + 1)
    expect(grown(ended.text, withOpen.text)).toEqual([0, 0, 0, 1, -1])

    await aBuyer(service, late)
    await sql.rows('update orders set refunded = 990 where order_number = $1', [number])
    const kept = await Promise.all([home(shop), home(shop)])
    expect(kept[0].text).toMatch(/\d \w+ 1 €10\.00/)
    expect(grown(kept[0].text, ended.text)).toEqual([0, 0, 0, 0, 0])
    await sql.rows('delete from store_days')
    expect(await Promise.all([home(shop), home(shop)])).toEqual(kept)
    await sql.rows(
      'update store_days set orders = orders + 7 where store_id = $1 and created > 0',
      [store.id],
    )
    expect((await home(shop)).text).not.toBe(kept[0].text)
    await sql.rows('delete from store_days')
  })

  test('Home counts a few days at once, however many nobody has looked at', async () => {
    const busy = await aSignedInStore()
    await home(busy)
    const kept = await sql.rows<{ days: number }>(
      `select count(*)::integer as days from store_days where store_id = $1 group by xmin::text`,
      [busy.store.id],
    )
    expect(kept.reduce((sum, { days }) => sum + days, 0)).toBeGreaterThanOrEqual(58)
    expect(Math.max(...kept.map(({ days }) => days))).toBeLessThanOrEqual(3)
  })

  test('Home warns of the ten lowest variants that are for sale', async () => {
    const { store } = shop
    const variants = Array.from({ length: 9 }, (_, index) => ({
      size: `S${index}`,
      colorName: null,
      stock: index,
    }))
    for (const slug of ['jacket', 'coat'])
      await aProduct(service, store, { slug, name: `A ${slug}`, variants })
    await aProduct(service, store, {
      slug: 'gone',
      name: 'Archived',
      archived: true,
      variants: [{ stock: 0 }],
    })
    await sql.rows(
      `update variants set supplied = 5
      where size = 'S0' and product_id = (select id from products where store_id = $1 and slug = 'coat')`,
      [store.id],
    )
    const { text, markup } = await home(shop)
    const stock = text.slice(text.indexOf('Low stock'))
    expect(stock).toMatch(
      /^Low stock A coat S0 Sold out A jacket S0 No stock yet A coat S1 1 left A jacket S1 1 left .* A jacket S4 4 left 2 more $/,
    )
    expect(stock).not.toContain('Archived')
    expect(markup).toContain('href="/store/products/coat"')
  })

  test('Home is of that store alone', async () => {
    const { text } = await home(other)
    expect(text).toContain('0 of 5 done')
    expect(text).not.toMatch(/Orders today|jacket|Checkouts of the last/)
    await aProduct(service, other.store)
    await moveBack(await anOrder(service, other.store), 40)
    await Promise.all([home(shop), anOrder(service, other.store)])
    const { text: sold } = await home(other)
    expect(sold).toContain(
      'Orders in 30 days 1 As in the 30 days before Revenue in 30 days €19.90 As in the 30 days before',
    )
    expect(STEPS.map((step) => countOf(sold, step))).toEqual([1, 1, 1, 0, 0])
  })
})

describe('Store application, Home: the scale of the chart', () => {
  test.each([
    [0, 2],
    [1, 2],
    [2, 2],
    [3, 4],
    [7, 8],
    [9, 10],
    [11, 20],
    [40, 40],
    [41, 60],
    [99, 100],
    [101, 200],
    [100_000, 100_000],
  ])('the scale of the chart for %d orders ends at %d', (orders, top) => {
    expect(roundUp(orders)).toBe(top)
    expect(top % 2).toBe(0)
  })
})

describe('Store application, Home: a day of the store’s calendar', () => {
  test('a day begins with the first moment of its date, clock change or not, up to the next one', async () => {
    const wrong = await sql.rows(
      `
      select zone, day::date::text from unnest($1::text[]) zone, generate_series('2026-01-01'::timestamp, '2026-12-31', '1 day') day,
        day_start(day::date, zone) start
      where (start at time zone zone)::date <> day or (start - interval '1 microsecond') at time zone zone >= day
        or day_start(day::date + 1, zone) - start not between interval '23 hours' and interval '25 hours'`,
      [
        [
          'UTC',
          'Europe/Madrid',
          'Pacific/Apia',
          'Pacific/Chatham',
          'Pacific/Kiritimati',
          'America/Havana',
          'Atlantic/Azores',
          'Asia/Beirut',
          'Africa/Cairo',
          'Asia/Kathmandu',
          'America/St_Johns',
          'Australia/Lord_Howe',
        ],
      ],
    )
    expect(wrong).toEqual([])
  })
})
