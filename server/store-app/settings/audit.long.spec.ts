import { describe, expect, test } from 'vitest'
import { CARDS, aBuyer, aSession } from '../../testing/builders.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { type Browser, aColleague, anOwner, noticeIn } from '../../testing/store/store-browser.ts'
import { addMember, signInConfirms } from '../../testing/store/store-builders.ts'

const { service, sql } = await openSpecService()
await signInConfirms(sql)

const LOG = '/settings/audit-log'

/** The cells of the log as a reader has them: `[when, who and what, from]`, the newest first. */
async function readLog(browser: Browser, query = '') {
  const { text } = await browser.open(`${LOG}${query}`)
  const rows = text.split('<tr role="row">').slice(2)
  return rows.map((row) =>
    [...row.matchAll(/<td[^>]*>\s*<span>([\s\S]*?)<\/span>\s*<\/td>/g)].map(([, cell = '']) =>
      cell
        .replaceAll(/<[^>]+>/g, '')
        .replaceAll(/\s+/g, ' ')
        .replaceAll('&lt;', '<')
        .replaceAll('&gt;', '>')
        .replaceAll('&amp;', '&')
        .trim(),
    ),
  )
}

const sentences = async (browser: Browser, query?: string) =>
  (await readLog(browser, query)).map((row) => row[1])

const write = (
  storeId: string,
  {
    actor = 'ana@loom.example',
    action,
    subject = null,
    details = null,
  }: {
    actor?: string
    action: string
    subject?: string | null
    details?: unknown
  },
) =>
  sql.rows(
    'insert into audit_log (store_id, actor, action, subject, details, address) values ($1, $2, $3, $4, $5, $6)',
    [
      storeId,
      actor,
      action,
      subject,
      details === null ? null : JSON.stringify(details),
      '192.0.2.7',
    ],
  )

describe('Store application, Settings → Audit log', () => {
  test('the audit log tells what members did, newest first, when and from where; sign-ins, too', async () => {
    const { browser, store, email } = await anOwner(service, sql)
    const staff = await addMember(sql, store, { role: 'staff' })
    const [row] = await sql.rows<{ id: string }>('select id from store_members where email = $1', [
      staff,
    ])
    await browser.submit('/settings/team', { email: 'rui@loom.example', role: 'owner' })
    await browser.submit(`/settings/team/members/${row?.id}/role`, { role: 'owner' })
    await browser.submit(`/settings/team/members/${row?.id}/remove`)
    const log = await readLog(browser)
    expect(log.map((row) => row[1])).toEqual([
      `${email} removed ${staff} from the team`,
      `${email} made ${staff} an owner`,
      `${email} invited rui@loom.example as an owner`,
      `${email} signed in`,
    ])
    for (const [when, , from] of log) {
      expect(when).toMatch(/\d\d:\d\d$/)
      expect(from).toMatch(/127\.0\.0\.1$|^::1$/)
    }
  })

  test('the audit log tells what the platform changed at the store, and nothing else', async () => {
    const { browser, store, email } = await anOwner(service, sql)
    const patch = (body: unknown) => service.platform('PATCH', `/stores/${store.id}`, body)
    await patch({ name: store.name, plan: 'pro', allowedOrigins: [] })
    await patch({
      name: 'Loom <3',
      plan: 'basic',
      currency: 'USD',
      allowedOrigins: ['https://shop.example'],
      deliveryOptions: [{ id: 'standard', name: 'Post', fee: 100 }],
    })
    await service.platform('POST', `/stores/${store.id}/members/password-reset`, { email })
    await service.platform('POST', `/stores/${store.id}/keys/secret/regenerate`)
    expect(await sentences(browser, '?member=platform')).toEqual([
      'The platform regenerated the secret key',
      `The platform issued a link to a new password for ${email}`,
      'The platform changed the allowed originsAdded: https://shop.example',
      'The platform changed the delivery options',
      'The platform changed the plan to basic',
      'The platform changed the storeName: Loom & Co → Loom <3 · Currency: EUR → USD',
    ])
    expect(await service.platform('PATCH', '/stores/st_none', { name: 'x' })).toMatchObject({
      status: 404,
    })
  })

  test('the audit log tells what the platform changed at products and stock, and nothing else', async () => {
    const { browser, store } = await anOwner(service, sql)
    const path = `/stores/${store.id}/products/mug`
    const put = async (fields: Record<string, unknown>) =>
      expect(
        (
          await service.platform('PUT', path, {
            name: 'Mug',
            price: 500,
            variants: [
              { size: 'S', stock: 5 },
              { size: 'M', stock: 5 },
            ],
            ...fields,
          })
        ).status,
      ).toBe(200)
    const change = (delta: number) =>
      service.platform('POST', `${path}/stock`, { size: 'S', delta })
    await put({})
    await put({})
    const session = await aSession(service, store, {
      items: [{ product: 'mug', size: 'S', quantity: 2 }],
    })
    expect((await (await aBuyer(service, session)).pay({ card: CARDS.challenge })).status).toBe(202)
    await put({})
    await change(4)
    expect([(await change(0)).status, (await change(-10)).status]).toEqual([200, 400])
    await put({
      name: 'Cup',
      price: 650,
      description: 'Blue',
      imageUrl: 'https://x.example/y.png',
      archived: true,
      variants: [
        { size: 'M', stock: 2 },
        { size: 'S', stock: 9 },
      ],
    })
    await put({
      name: 'Cup',
      price: 650,
      description: 'Blue',
      imageUrl: 'https://x.example/y.png',
      variants: [
        { colorName: 'Red', stock: 3 },
        { size: 'S', stock: 1 },
      ],
    })
    await put({
      name: 'Cup',
      price: 650,
      description: 'Blue',
      imageUrl: null,
      variants: [{ stock: 3 }],
    })
    await service.platform('POST', `${path}/stock`, { delta: -1 })
    const log = await readLog(browser, '?member=platform')
    expect(log.map((row) => row[1])).toEqual(
      [
        'took 1 from the stock of mug, which left 2',
        'removed the picture of product mug',
        'changed product mugRemoved: Red, S · Added: One variant',
        'took 8 from the stock of mug (S), which left 1',
        'restored product mug',
        'changed product mugRemoved: M · Added: Red',
        'took 3 from the stock of mug (M), which left 2',
        'archived product mug',
        'changed the picture of product mug',
        'changed product mugName: Mug → Cup · Description · Price: €5.00 → €6.50',
        'added 4 to the stock of mug (S), which left 9',
        'created product mug',
      ].map((sentence) => `The platform ${sentence}`),
    )
    for (const [, , from] of log) expect(from).toMatch(/127\.0\.0\.1$|^::1$/)
  })

  test('the audit log tells two changes of a product at one moment one after the other', async () => {
    const { store } = await anOwner(service, sql)
    const path = `/stores/${store.id}/products/mug`
    const detailsOf = async <Details>(action: string) =>
      (
        await sql.rows<{ details: Details }>(
          'select details from audit_log where store_id = $1 and action = $2 order by id',
          [store.id, action],
        )
      ).map(({ details }) => details)
    const put = async (count: number) =>
      expect(
        (
          await service.platform('PUT', path, {
            name: 'Mug',
            price: count,
            variants: [{ stock: count }],
          })
        ).status,
      ).toBe(200)
    const change = async () =>
      expect((await service.platform('POST', `${path}/stock`, { delta: 10 })).status).toBe(200)
    await Promise.all([1, 2, 3, 4].map(put))
    await Promise.all([5, 6, 7, 8].flatMap((count) => [put(count), change()]))
    const created = await detailsOf<{ price: number }>('product.created')
    expect(created).toHaveLength(1)
    const prices = (
      await detailsOf<{ price: { from: number; to: number } }>('product.changed')
    ).map(({ price }) => price)
    expect(prices).toHaveLength(7)
    expect(prices.map(({ from }) => from)).toEqual(
      [...created.map(({ price }) => price), ...prices.map(({ to }) => to)].slice(0, -1),
    )
    const stocks = await detailsOf<{ delta: number; stock: number }>('stock.changed')
    expect(stocks.filter(({ delta }) => delta === 10).length).toBeGreaterThanOrEqual(4)
    expect(stocks.map(({ delta, stock }) => stock - delta)).toEqual(
      [...created.map(({ price }) => price), ...stocks.map(({ stock }) => stock)].slice(0, -1),
    )
  })

  test('each audit action is a sentence with its details, also of a newer version', async () => {
    const { browser, store } = await anOwner(service, sql)
    const lines: [string, string | null, unknown, string][] = [
      [
        'order.refunded',
        '7K3M9-QX2RT',
        { amount: 500, currency: 'EUR', returnedUnits: 1 },
        'refunded €5.00 of order 7K3M9-QX2RT, 1 unit back into stock',
      ],
      ['order.refunded', '7K3M9-QX2RT', null, 'refunded a part of order 7K3M9-QX2RT'],
      [
        'stock.changed',
        'mug',
        { delta: -1200, stock: 4, variant: 'M, Sand' },
        'took 1,200 from the stock of mug (M, Sand), which left 4',
      ],
      [
        'product.changed',
        'mug',
        { price: { from: 100, to: 250 }, description: 'changed' },
        'changed product mugPrice: €1.00 → €2.50 · Description',
      ],
      [
        'product.changed',
        'mug',
        { added: ['M', 'L'], removed: [] },
        'changed product mugAdded: M, L',
      ],
      [
        'store.changed',
        null,
        {
          logo: { from: null, to: 'https://x.example/y.png' },
          contactEmail: { from: null, to: 'a@b.example' },
        },
        'changed the storeLogo · Contact email: nothing → a@b.example',
      ],
      [
        'delivery.changed',
        null,
        { moved: 'Express', step: 'up' },
        'moved the delivery option Express',
      ],
      [
        'delivery.changed',
        null,
        { added: 'Express', fee: 500 },
        'added the delivery option Express (€5.00)',
      ],
      [
        'delivery.changed',
        null,
        {
          changed: 'Express',
          from: { name: 'Express', fee: 500 },
          to: { name: 'Night', fee: 700 },
        },
        'changed the delivery option ExpressName: Express → Night · Fee: €5.00 → €7.00',
      ],
      [
        'product.picture_changed',
        'mug',
        { from: 'https://x.example/y.png', to: null },
        'removed the picture of product mug',
      ],
      [
        'product.picture_changed',
        'mug',
        { from: null, to: 'https://x.example/y.png' },
        'changed the picture of product mug',
      ],
      ['session.expired', 'cs_…1a2b', null, 'ended session cs_…1a2b'],
      ['session.expired', 'mug', { sessions: 2 }, 'ended 2 open sessions of mug'],
      [
        'products.imported',
        null,
        { created: 3, changed: 4 },
        'imported products: 3 created, 4 changed',
      ],
      ['member.joined', 'ana@loom.example', { role: 'staff' }, 'joined as staff'],
      ['key.regenerated', null, { kind: 'secret' }, 'regenerated the secret key'],
      ['planet.moved', '<b>Pluto</b>', { constructor: 1 }, 'planet.moved <b>Pluto</b>'],
      ['constructor', null, 'no object', 'constructor'],
    ]
    for (const [action, subject, details] of lines)
      await write(store.id, { action, subject, details })
    expect(await sentences(browser, '?member=ana%40loom.example')).toEqual(
      lines.map(([, , , sentence]) => `ana@loom.example ${sentence}`).toReversed(),
    )
    expect((await browser.open(LOG)).text).not.toContain('<b>Pluto</b>')
  })

  test('the audit log is narrowed by who and what, and keeps that from page to page', async () => {
    const { browser, store } = await anOwner(service, sql)
    for (let count = 1; count <= 55; count += 1)
      await write(store.id, { action: 'stock.changed', subject: `mug-${count}` })
    await write(store.id, {
      actor: 'rui@loom.example',
      action: 'order.fulfilled',
      subject: '7K3M9-QX2RT',
    })
    expect(await sentences(browser, '?kind=orders')).toEqual([
      'rui@loom.example marked order 7K3M9-QX2RT as fulfilled',
    ])
    expect(await sentences(browser, '?kind=orders&member=ana%40loom.example')).toEqual([])
    expect(await sentences(browser, '?kind=constructor&member=')).toHaveLength(50)
    expect(await sentences(browser, '?member=%00')).toHaveLength(50)
    const query = '?member=ana%40loom.example&kind=products'
    const { text } = await browser.open(`${LOG}${query}`)
    expect(text).toMatch(/<option[^>]* selected>ana@loom\.example</)
    const next =
      /rel="next" href="\/store\/settings\/audit-log([^"]+)"/
        .exec(text)?.[1]
        ?.replaceAll('&amp;', '&') ?? ''
    const [first, second] = [await sentences(browser, query), await sentences(browser, next)]
    expect([...first, ...second]).toEqual(
      Array.from(
        { length: 55 },
        (_, index) => `ana@loom.example changed the stock of mug-${55 - index}`,
      ),
    )
    expect((await browser.open(`${LOG}?cursor=x`)).status).toBe(404)
    expect((await browser.open(`${LOG}?cursor=a&cursor=b`)).status).toBe(404)
  })

  test('the audit log is of its own store alone, for owners alone', async () => {
    const { browser, store } = await anOwner(service, sql)
    const other = await anOwner(service, sql)
    await write(other.store.id, { action: 'order.refunded', subject: 'THEIR-ORDER' })
    expect((await browser.open(LOG)).text).not.toContain('THEIR-ORDER')
    expect((await browser.open(`${LOG}?member=${encodeURIComponent(other.email)}`)).text).toContain(
      'Nothing of this kind has happened.',
    )
    const staff = await aColleague(service, sql, { store, role: 'staff' })
    expect((await staff.browser.open(LOG)).status).toBe(403)
  })

  test('the audit log holds no password, token or link', async () => {
    const { browser, store, email } = await anOwner(service, sql)
    const { secret } = noticeIn(
      await browser.submit('/settings/team', { email: 'x@loom.example', role: 'staff' }),
    )
    const {
      body: { url },
    } = await service.platform<{ url: string }>(
      'POST',
      `/stores/${store.id}/members/password-reset`,
      { email },
    )
    const written = JSON.stringify(
      await sql.rows('select * from audit_log where store_id = $1', [store.id]),
    )
    for (const hidden of [secret, url]) expect(written).not.toContain(hidden.split('/').at(-1))
    expect(written).toContain(email)
  })
})
