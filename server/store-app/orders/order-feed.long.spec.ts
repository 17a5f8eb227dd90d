import { parse } from 'csv-parse/sync'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { LiveOrder } from '../../contract/live-orders.ts'
import type { TestStore } from '../../testing/builders.ts'
import { copyOrders } from '../../testing/past/copied-orders.ts'
import { type LiveStream, openLiveStream } from '../../testing/event-stream.ts'
import { inMinutes } from '../../testing/moments.ts'
import { type TestService, startTestService } from '../../testing/servers/test-service.ts'
import { type Sql, openSql } from '../../testing/sql.ts'
import { queriesOf, statementsOf } from '../../testing/statements.ts'
import {
  aMember,
  aStoreWithOwner,
  addMember,
  anOrder,
  signInConfirms,
} from '../../testing/store/store-builders.ts'
import { shortestTime } from '../../testing/past/shortest-time.ts'

type Shop = { store: TestStore; email: string; member: Awaited<ReturnType<typeof aMember>> }

let service: TestService
let sql: Sql
let shop: Shop
let foreign: Shop

beforeAll(async () => {
  service = await startTestService()
  sql = openSql(service.databaseUrl)
  await signInConfirms(sql)
  shop = await aShop({
    currency: 'KWD',
    deliveryOptions: [{ id: 'standard', name: 'Post', fee: 1250 }],
  })
  foreign = await aShop()
})

afterAll(async () => {
  // The two exports that were broken on purpose.
  expect(service.log().match(/"request\.failed"/g)).toHaveLength(2)
  await sql.close()
  await service.stop()
})

async function aShop(fields: Record<string, unknown> = {}): Promise<Shop> {
  const store = await aStoreWithOwner(service, fields)
  return { store, email: store.email, member: await aMember(service, store.email) }
}

/** Where the page that the member has just opened begins to listen. */
const liveAddress = async ({ member }: Shop) => {
  const { text } = await member.get('/orders')
  return new URL(/data-live-orders="([^"]+)"/.exec(text)?.[1] ?? '', service.baseUrl).href
}

const listen = ({ member }: Shop, address: string, lastEventId?: string) =>
  openLiveStream(address, {
    cookie: member.cookie,
    ...(lastEventId !== undefined && { 'last-event-id': lastEventId }),
  })

const heard = ({ events }: LiveStream) => events.flatMap(({ data }) => data as LiveOrder[])

const numbersHeard = (stream: LiveStream) => heard(stream).map(({ orderNumber }) => orderNumber)

describe('Store application, Orders: the stream of new ones', () => {
  test('the stream tells an order at once, in the store’s words, to the store’s pages alone', async () => {
    const [address, other] = [await liveAddress(shop), await liveAddress(foreign)]
    const streams = [
      await listen(shop, address),
      await listen(shop, address),
      await listen(foreign, other),
    ]
    const [one, two, stranger] = streams
    if (!one || !two || !stranger) throw new Error('no streams')
    expect([
      one.status,
      one.headers.get('content-type'),
      one.headers.get('cache-control'),
      one.headers.get('content-encoding'),
    ]).toEqual([200, 'text/event-stream; charset=utf-8', 'no-store, no-transform', null])
    for (const { events } of streams) await expect.poll(() => events).not.toEqual([])
    const number = await anOrder(service, shop.store, {
      product: { variants: [{ size: 'M', colorName: 'Sand', stock: 5 }] },
      session: { items: [{ product: 'mug', size: 'M', color: 'Sand' }] },
    })
    for (const stream of [one, two]) await expect.poll(() => numbersHeard(stream)).toEqual([number])
    expect(heard(one)[0]).toEqual({
      orderNumber: number,
      paidAt: expect.stringMatching(/^\d{4}-\d\d-\d\dT.*Z$/),
      paidAtText: expect.stringMatching(/\d\d:\d\d$/),
      customerName: 'Ana Example',
      productName: 'Mug',
      variant: '\u2068M\u2069 · \u2068Sand\u2069 · Qty\u00a01',
      total: expect.stringMatching(/3\.240$/),
    })
    const foreignNumber = await anOrder(service, foreign.store)
    await expect.poll(() => numbersHeard(stranger)).toEqual([foreignNumber])
    expect(numbersHeard(one)).toEqual([number])
    for (const stream of streams) stream.close()
  })

  test('the stream tells an order within a second', async () => {
    const quick = await aShop()
    const stream = await listen(quick, await liveAddress(quick))
    const hearAnother = async () => {
      const number = await anOrder(service, quick.store)
      await expect.poll(() => numbersHeard(stream), { interval: 10 }).toContain(number)
    }
    expect(await shortestTime(1000, hearAnother)).toBeLessThan(1000)
    stream.close()
  })

  test('the stream goes on at another process where it was cut off; no order is lost or repeated', async () => {
    const address = await liveAddress(shop)
    const first = await listen(shop, address)
    await expect.poll(() => first.events).not.toEqual([])
    const one = await anOrder(service, shop.store)
    await expect.poll(() => numbersHeard(first)).toEqual([one])
    first.close()
    await first.ended
    const missed = [await anOrder(service, shop.store), await anOrder(service, shop.store)]
    const other = await startTestService({ databaseUrl: service.databaseUrl })
    const second = await listen(
      shop,
      address.replace(service.baseUrl, other.baseUrl),
      first.events.at(-1)?.id,
    )
    await expect.poll(() => numbersHeard(second)).toEqual(missed)
    const next = await anOrder(other, shop.store)
    await expect.poll(() => numbersHeard(second)).toEqual([...missed, next])
    // A stream that nobody ends is cut off, which its reader sees.
    await other.stop()
    await second.ended
  })

  test('the stream knows an order that was begun before the page and committed after it', async () => {
    const numbers = [await anOrder(service, foreign.store), await anOrder(service, foreign.store)]
    const before = await sql.rows<{ id: number; placed: string }>(
      'select id::int as id, placed_in::text as placed from orders where order_number = any($1) order by id',
      [numbers],
    )
    const { at, xmax } = (
      await sql.rows<{ at: string; xmax: string }>(
        `select (extract(epoch from clock_timestamp()) * 1000)::bigint::text as at, pg_snapshot_xmax(pg_current_snapshot())::text as xmax`,
      )
    )[0] ?? { at: '', xmax: '' }
    const [open, seen] = before
    const stream = await listen(
      foreign,
      `${service.baseUrl}/store/orders/events?after=${at}-${open?.placed}:${xmax}:${open?.placed}`,
    )
    await expect.poll(() => numbersHeard(stream)).toEqual([numbers[0]])
    expect(seen?.id).toBeGreaterThan(open?.id ?? Infinity)
    stream.close()
  })

  test('the stream has a page that knows too little loaded again', async () => {
    for (const after of [
      '',
      '?after=',
      '?after=x',
      `?after=${inMinutes(-61).getTime()}-1:1:`,
      '?after=1763700000000-1:1:1,',
    ]) {
      const stream = await listen(shop, `${service.baseUrl}/store/orders/events${after}`)
      await stream.ended
      expect(stream.events, after).toEqual([{ type: 'reload', id: '', data: {} }])
    }
  })

  test('the stream finds by heartbeat what no signal told, and ends with the session', async () => {
    vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
    const address = await liveAddress(shop)
    // What is still to be told of the orders before would be read beside the heartbeat.
    const untold = () => sql.rows('select id from events where announced_at is null')
    await expect.poll(untold).toEqual([])
    // One after the other: what the second one's first reading finds is not left to the heartbeat.
    const listening = async () => {
      const stream = await listen(shop, address)
      await expect.poll(() => stream.events).not.toEqual([])
      return stream
    }
    const stream = await listening()
    const other = await listening()
    const [{ number } = { number: '' }] = await sql.rows<{ number: string }>(
      `
      update orders set placed_in = pg_current_xact_id(), paid_at = clock_timestamp()
      where id = (select min(id) from orders where store_id = $1) returning order_number as number`,
      [shop.store.id],
    )
    await sql.rows(
      `
      insert into store_sessions (member_id, digest, last_seen_at)
      select m.id, sha256(n::text::bytea), clock_timestamp() + interval '1 minute' from store_members m, generate_series(1, 150) n
      where m.email = $1`,
      [shop.email],
    )
    const statements = await statementsOf(async () => {
      vi.advanceTimersByTime(15_000)
      for (const one of [stream, other])
        await expect.poll(() => numbersHeard(one)).toEqual([number])
    })
    expect(statements, 'one for the sessions of both, one for their orders').toHaveLength(2)
    const { member } = shop
    await member.post('/sign-out', { csrf: await member.csrf() })
    vi.advanceTimersByTime(15_000)
    await Promise.all([stream.ended, other.ended])
    vi.useRealTimers()
    shop.member = await aMember(service, shop.email)
  })

  test('a member’s 31st stream is refused, and stops there, until one of the 30 is gone', async () => {
    const staff = {
      ...shop,
      member: await aMember(service, await addMember(sql, shop.store, { role: 'staff' })),
    }
    const address = await liveAddress(staff)
    const streams = await Promise.all(Array.from({ length: 30 }, () => listen(staff, address)))
    expect(new Set(streams.map(({ status }) => status))).toEqual(new Set([200]))
    expect((await listen(staff, address)).status).toBe(204)
    const owners = await listen(shop, address)
    expect(owners.status).toBe(200)
    streams.shift()?.close()
    await expect
      .poll(async () => streams[streams.push(await listen(staff, address)) - 1]?.status)
      .toBe(200)
    for (const stream of [...streams, owners]) stream.close()
  })
})

describe('Store application, Orders: the export', () => {
  const download = async ({ member }: Shop, query = '') => {
    const answer = await member.get(`/orders/export${query}`)
    expect(answer.status).toBe(200)
    return { answer, rows: parse(answer.text, { columns: true }) as Record<string, string>[] }
  }

  test('the export has all columns, in the store’s currency and time, and no formula runs', async () => {
    await sql.rows(`update stores set time_zone = 'Asia/Kolkata' where id = $1`, [shop.store.id])
    const number = await anOrder(service, shop.store, {
      product: {
        name: '=HYPERLINK("x")',
        price: 1990,
        variants: [{ size: '-1', colorName: '@x', stock: 5 }],
      },
      session: {
        items: [{ product: 'mug', size: '-1', color: '@x', quantity: 2 }],
        metadata: { cart: 'c_1' },
      },
      pay: {
        customer: {
          name: '+cmd|\'calc\'!A1, "Ana"',
          phone: '+34 600 123 456',
          email: '=a@example.com',
        },
        fulfillment: {
          method: 'DELIVERY',
          option: 'standard',
          details: 'Calle Mayor 1;=1+1;"@x"; -2\n-3',
        },
      },
    })
    await sql.rows(
      `update orders set paid_at = '2026-03-01T20:00:00Z', refunded = 5,
        tracking = '{"carrier": "=DHL", "trackingNumber": "0034", "trackingUrl": null}',
        delivered_at = '2026-03-02T20:00:00Z' where order_number = $1`,
      [number],
    )
    const { answer, rows } = await download(shop, `?search=${number}`)
    expect(answer.headers.get('content-type')).toBe('text/csv; charset=utf-8')
    expect(answer.headers.get('content-disposition')).toMatch(
      /^attachment; filename=orders-\d{4}-\d\d-\d\d\.csv$/,
    )
    const file = await fetch(`${service.baseUrl}/store/orders/export`, {
      headers: { cookie: shop.member.cookie },
    })
    expect(Buffer.from(await file.arrayBuffer()).subarray(0, 3)).toEqual(
      Buffer.from([0xef, 0xbb, 0xbf]),
    )
    expect(rows).toEqual([
      {
        'Order number': number,
        'Paid at': '2026-03-02T01:30:00+05:30',
        'Customer name': "'+cmd|'calc'!A1, \"Ana\"",
        Phone: "'+34 600 123 456",
        Email: "'=a@example.com",
        Product: '\'=HYPERLINK("x")',
        Size: "'-1",
        Color: "'@x",
        Quantity: '2',
        'Unit price': '1.990',
        'Delivery fee': '1.250',
        Total: '5.230',
        Refunded: '0.005',
        Currency: 'KWD',
        Delivery: "Post, Calle Mayor 1;'=1+1;'\"@x\"; -2\n'-3",
        'Checkout session': expect.stringMatching(/^cs_…\w{4}$/),
        Metadata: '{"cart":"c_1"}',
        Carrier: "'=DHL",
        'Tracking number': '0034',
        'Tracking link': '',
        'Delivered at': '2026-03-03T01:30:00+05:30',
      },
    ])
    expect(answer.text).not.toMatch(/cs_\w{32}/)
  })

  test('the export holds what is listed, of this store alone, and is audited without the search', async () => {
    const all = await download(foreign)
    expect(all.rows.length).toBeGreaterThan(1)
    expect(
      (await download(foreign, '?search=nobody%20at%20all&from=2026-01-01')).answer.text,
    ).toMatch(
      /^\ufeff?Order number,Paid at,.*Metadata,Carrier,Tracking number,Tracking link,Delivered at\r\n$/,
    )
    const [{ 'Order number': number = '' } = {}] = all.rows
    expect((await download(foreign, `?search=${number}`)).rows).toHaveLength(1)
    expect((await download(shop, `?search=${number}`)).rows).toEqual([])
    const written = await sql.rows(
      'select action, details, actor from audit_log where store_id = $1 and action = $2 order by id',
      [foreign.store.id, 'orders.exported'],
    )
    expect(written).toEqual(
      [{}, { from: '2026-01-01', searched: true }, { searched: true }].map((details) => ({
        action: 'orders.exported',
        details,
        actor: foreign.email,
      })),
    )
    expect((await foreign.member.get('/orders/export?from=x')).headers.get('location')).toBe(
      '/store/orders?from=x',
    )
  })

  test('the export goes over many batches, each order once, and breaks off rather than end early', async () => {
    const { length } = (await download(foreign)).rows
    await copyOrders(sql, foreign.store.id, { count: 1600, prefix: 'COPY0' })
    const { rows } = await download(foreign)
    expect([rows.length, new Set(rows.map((row) => row['Order number'])).size]).toEqual([
      length + 1600,
      length + 1600,
    ])
    // The oldest but one: it comes in the last batch.
    await sql.rows(`update orders set currency = '?' where order_number = 'COPY0-00001'`)
    await expect(download(foreign)).rejects.toThrow('terminated')
  })

  test('the export that cannot begin is a page that says so, and no file', async () => {
    await sql.rows('alter table audit_log rename to audit_log_away')
    const { status, headers } = await shop.member.get('/orders/export')
    await sql.rows('alter table audit_log_away rename to audit_log')
    expect([status, headers.get('content-type'), headers.get('content-disposition')]).toEqual([
      500,
      'text/html; charset=utf-8',
      null,
    ])
  })

  test('the export reads no more than is taken, and stops when nobody takes it any more', async () => {
    // A batch of 30 MB: what is in the buffers of the connection counts as taken.
    await sql.rows(
      `update checkout_sessions set metadata = '"' || repeat('x', 60000) || '"' where store_id = $1`,
      [foreign.store.id],
    )
    const abort = new AbortController()
    const queries = await queriesOf(async () => {
      const { body } = await fetch(`${service.baseUrl}/store/orders/export`, {
        headers: { cookie: foreign.member.cookie },
        signal: abort.signal,
      })
      const reader = body?.getReader()
      await reader?.read()
      // Time enough for all four batches.
      await foreign.member.get('/orders/export?search=nobody')
      abort.abort()
      await expect(reader?.read()).rejects.toThrow('aborted')
      await foreign.member.get('/orders/export?search=nobody')
    })
    const exported = queries.filter((query) => JSON.stringify(query).includes('deliveryOptions'))
    expect([2, 3]).toContain(exported.length)
  })
})
