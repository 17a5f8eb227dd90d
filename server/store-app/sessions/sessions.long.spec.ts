import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { CARDS, aBuyer, aProduct, aSession, readSession } from '../../testing/builders.ts'
import { type Answer, call } from '../../testing/http-call.ts'
import { type TestService, startTestService } from '../../testing/servers/test-service.ts'
import { type Sql, openSql } from '../../testing/sql.ts'
import { aMember, aStoreWithOwner } from '../../testing/store/store-builders.ts'

type SignedInStore = Awaited<ReturnType<typeof aSignedInStore>>

let service: TestService
let sql: Sql
let store: SignedInStore['store']
let member: SignedInStore['member']
let other: SignedInStore

beforeAll(async () => {
  service = await startTestService()
  sql = openSql(service.databaseUrl)
  const deliveryOptions = [
    { id: 'standard', name: 'Post', fee: 450 },
    { id: 'bike', name: 'By <b>bike</b>', fee: 0 },
  ]
  ;[{ store, member }, other] = await Promise.all([
    aSignedInStore({ deliveryOptions }),
    aSignedInStore(),
  ])
})

afterAll(async () => {
  expect(
    service
      .log()
      .split('\n')
      .filter((line) => line.includes('request.failed') || /cs_\w{32}/.test(line)),
  ).toEqual([])
  await sql.close()
  await service.stop()
})

async function aSignedInStore(fields: Record<string, unknown> = {}) {
  const owned = await aStoreWithOwner(service, fields)
  await aProduct(service, owned, { variants: [{ stock: 1000 }] })
  return { store: owned, member: await aMember(service, owned.email) }
}

/** A product that no other test sells: the list can be narrowed to it. */
async function aCap(fields: Record<string, unknown> = {}) {
  const slug = `cap-${crypto.randomUUID()}`
  await aProduct(service, store, { slug, name: 'Cap', variants: [{ stock: 100 }], ...fields })
  return slug
}

/** What a reader sees of the page itself: without tags, with one space for many. */
const textOf = ({ text }: Answer<unknown>) =>
  (/<main.*<\/main>/s.exec(text)?.[0] ?? '')
    .replaceAll('<wbr />', '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

const idsOf = ({ text }: Answer<unknown>) =>
  [...text.matchAll(/href="\/store\/sessions\/(cs_\w{32})"/g)].map(([, id]) => id)

const expireByKey = (id: string) =>
  service.call('POST', `/v1/checkout/sessions/${id}/expire`, { token: store.keys.secret })

describe('Store application, Sessions', () => {
  test('the sessions of a new store are one sentence and one action', async () => {
    const answer = await other.member.get('/sessions')
    expect(textOf(answer)).toContain(
      'Each checkout that a buyer opens appears here, the newest first. Share a product',
    )
    expect(answer.text).toContain('href="/store/products/mug#share"')
    expect(answer.text).not.toContain('<form class="filters"')
  })

  test('sessions stand with status, customer, item and amount, newest first, ids shortened', async () => {
    const cap = await aCap()
    const open = await aSession(service, store, {
      customer: { name: 'Noor' },
      items: [{ product: cap, quantity: 2 }],
    })
    const paid = await aSession(service, store, {
      customer: { name: 'Not who pays' },
      items: [{ product: cap }],
    })
    await (await aBuyer(service, paid)).pay()
    const expired = await aSession(service, store, { items: [{ product: cap }] })
    await expireByKey(expired)
    const answer = await member.get(`/sessions?product=${cap}`)
    expect(idsOf(answer)).toEqual([expired, paid, open])
    const text = textOf(answer)
    expect(text).toMatch(
      new RegExp(
        `cs_…${expired.slice(-4)} \\d+ \\w+ \\d{4}, \\d\\d:\\d\\d Not known Cap Qty 1 €19\\.90 Expired`,
      ),
    )
    expect(text).toMatch(
      new RegExp(`cs_…${paid.slice(-4)} .{12,30} Ana Example Cap Qty 1 €24\\.40 Paid`),
    )
    expect(text).toMatch(new RegExp(`cs_…${open.slice(-4)} .{12,30} Noor Cap Qty 2 €39\\.80 Open`))
    expect(text).not.toMatch(/cs_\w{32}/)
  })

  test('sessions can be narrowed to a status, a product and days of the store’s time zone', async () => {
    const [cap, hat] = [await aCap(), await aCap()]
    await sql.rows(`update stores set time_zone = 'Pacific/Auckland' where id = $1`, [store.id])
    const sessionOf = (product: string) => aSession(service, store, { items: [{ product }] })
    const [one, ended, old, ofHat] = [
      await sessionOf(cap),
      await sessionOf(cap),
      await sessionOf(cap),
      await sessionOf(hat),
    ]
    await expireByKey(ended)
    await expireByKey(old)
    // A sweep deletes sessions of 90 days.
    const days = await sql.rows<{ day: string }>(
      `select (current_date - 30 + later)::text as day from generate_series(-1, 1) later`,
    )
    const [before, on, after] = days.map(({ day }) => day)
    await sql.rows(
      `update checkout_sessions set created_at = $2::timestamp at time zone 'Pacific/Auckland'
      where id = $1`,
      [old, on],
    )
    const shown = async (query: string) => idsOf(await member.get(`/sessions?${query}`))
    expect(await shown(`status=&product=${cap}&from=&to=`)).toEqual([ended, one, old])
    expect(await shown(`product=${hat}`)).toEqual([ofHat])
    expect(await shown(`product=${cap}&status=expired`)).toEqual([ended, old])
    expect(await shown(`product=${cap}&status=open`)).toEqual([one])
    expect(await shown(`from=${on}&to=${on}`)).toEqual([old])
    expect(await shown(`to=${before}`)).toEqual([])
    expect(await shown(`from=${after}&product=${cap}`)).toEqual([ended, one])
    await sql.rows(`update stores set time_zone = 'UTC' where id = $1`, [store.id])
    const nothing = await member.get('/sessions?product=gone')
    expect(textOf(nothing)).toContain('No checkout matches.')
    expect(nothing.text).toContain('<a class="quiet" href="/store/sessions">Clear filters</a>')
    expect(nothing.text).toContain('<option selected>gone</option>')
  })

  test('sessions come in pages of 25, each once, also of one millisecond, and keep the filter', async () => {
    const product = await aCap()
    const made = await Promise.all(
      Array.from({ length: 27 }, () => aSession(service, store, { items: [{ product }] })),
    )
    await sql.rows(
      `update checkout_sessions set created_at = date_trunc('milliseconds', statement_timestamp())
      where id = any ($1)`,
      [made],
    )
    const first = await member.get(`/sessions?status=open&product=${product}`)
    const next =
      /href="\/store(\/sessions\?[^"]*cursor=[^"]+)"/
        .exec(first.text)?.[1]
        ?.replaceAll('&amp;', '&') ?? ''
    expect(next).toContain(`status=open&product=${product}&cursor=`)
    const second = await member.get(next)
    expect(idsOf(first)).toHaveLength(25)
    expect([...idsOf(first), ...idsOf(second)].toSorted()).toEqual(made.toSorted())
    expect(textOf(second)).toContain('First checkouts')
    expect(second.text).not.toContain('cursor=')
    await sql.rows(`update checkout_sessions set state = 'expired' where id = any ($1)`, [
      idsOf(second),
    ])
    const whole = await member.get(`/sessions?status=open&product=${product}`)
    expect([idsOf(whole).length, whole.text.includes('cursor=')]).toEqual([25, false])
  })

  test.each([
    'x',
    '',
    '%00',
    'a&cursor=b',
    btoa('1788300000000.1'),
    btoa(`${'9'.repeat(16)}.cs_${'0'.repeat(32)}`),
  ])('sessions from the cursor %s on are a page that is not found', async (cursor) => {
    expect((await member.get(`/sessions?cursor=${cursor}`)).status).toBe(404)
  })

  test.each([
    ['status=lost', 422, 'Choose a status of the list.'],
    ['from=2026-02-30', 422, 'Choose a day, or leave this empty.'],
    ['to=x', 422, 'Choose a day, or leave this empty.'],
    ['from=0000-01-01', 422, 'Choose a day, or leave this empty.'],
    ['from=2026-03-02&to=2026-03-01', 422, 'Choose a last day that is not before the first.'],
    [`product=${'x'.repeat(300)}`, 200, 'No checkout matches.'],
    ['product=%00x&from=0001-01-01&to=9999-12-31', 200, 'No checkout matches.'],
  ])('sessions narrowed to %s are none, and the page says why', async (query, status, why) => {
    const answer = await member.get(`/sessions?${query}`)
    expect([
      answer.status,
      answer.text.includes('aria-invalid="true"'),
      answer.text.includes('<table'),
    ]).toEqual([status, status === 422, false])
    expect(textOf(answer)).toContain(why)
  })
})

describe('Store application, the page of a session', () => {
  test('a session’s page shows what was agreed, and its address while it is open', async () => {
    const id = await aSession(service, store, {
      items: [{ product: 'mug', quantity: 3 }],
      metadata: { cart: 'c_1' },
      successUrl: 'https://shop.example/thanks',
      customer: { name: 'Noor', phone: '+34 600 123 456', details: 'Calle Mayor 1' },
    })
    const answer = await member.get(`/sessions/${id}`)
    const text = textOf(answer)
    for (const part of [
      `Session cs_…${id.slice(-4)} Open Expire now`,
      `${service.checkoutUrl}/${id} Copy`,
      'Open until',
      'Post : €4.50',
      'By &lt;b&gt;bike&lt;/b&gt; : Free',
      'Success URL https://shop.example/thanks',
      'Cancel URL None',
      'Name Noor',
      'Phone +34 600 123 456',
      'Deliver to Calle Mayor 1',
      'Mug Qty 3 €19.90 each',
      'Subtotal €59.70',
      'Delivery From Free',
    ])
      expect(text).toContain(part)
    expect(answer.text).toContain('&quot;cart&quot;: &quot;c_1&quot;')
    expect(answer.headers.get('referrer-policy')).toBe('same-origin')
    await expireByKey(id)
    expect((await member.get(`/sessions/${id}`)).text).not.toMatch(/cs_\w{32}|Expire now/)
  })

  test('a session’s page tells its life: created, opened, declined and why, asked, paid', async () => {
    const created = await service.call<{ url: string }>('POST', '/v1/checkout/sessions', {
      token: store.keys.public,
      body: { items: [{ product: 'mug' }] },
    })
    const id = created.body.url.split('/').at(-1) ?? ''
    const timeline = async () =>
      [
        ...(await member.get(`/sessions/${id}`)).text.matchAll(
          /<li(?: class="\w+")?\s*>\n<p class="strong">.*?<\/li>/gs,
        ),
      ].map(([item]) =>
        item
          .replaceAll(/<p class="muted">.*?<\/p>|<[^>]+>/gs, ' ')
          .replaceAll(/\s+/g, ' ')
          .trim(),
      )
    expect(await timeline()).toEqual(['Session created With the public key'])
    const buyer = await aBuyer(service, id)
    await buyer.pay({ card: CARDS.insufficientFunds })
    const { body } = await buyer.pay({ card: CARDS.challenge })
    const entries = [
      'Session created With the public key',
      'Checkout page opened',
      'Payment of €24.40 begun',
      'Payment declined The card has insufficient funds. Nothing was charged.',
      'Payment of €24.40 begun The bank asked the buyer to confirm it.',
    ]
    expect(await timeline()).toEqual(entries)
    expect(textOf(await member.get(`/sessions/${id}`))).toContain('Being paid')
    const url = body.status === 'processing' ? (body.action?.url ?? '') : ''
    await fetch(url, {
      method: 'POST',
      body: new URLSearchParams({ outcome: 'complete' }),
      redirect: 'manual',
    })
    await expect
      .poll(async () => (await readSession(service, store, id)).body.status)
      .toBe('complete')
    const { order } = (await readSession(service, store, id)).body
    expect(await timeline()).toEqual([...entries, `€24.40 paid Order ${order?.orderNumber}`])
  })

  test('a session’s page says that it expired by itself, or by whom it was ended', async () => {
    const [late, ended] = [await aSession(service, store), await aSession(service, store)]
    await sql.rows('update checkout_sessions set expires_at = clock_timestamp() where id = $1', [
      late,
    ])
    await readSession(service, store, late)
    await expireByKey(ended)
    expect(textOf(await member.get(`/sessions/${late}`))).toContain(
      'Session expired Its time was over.',
    )
    expect(textOf(await member.get(`/sessions/${ended}`))).toContain(
      'Session expired early By your program, with the secret key',
    )
  })

  test('a session’s page is the store’s own: unknown, malformed and foreign are the same page', async () => {
    const id = await aSession(service, store)
    const answers = await Promise.all(
      [id, `cs_${'0'.repeat(32)}`, 'cs_1', '%00', '%ZZ'].flatMap((it) => [
        other.member.get(`/sessions/${it}`),
        other.member.get(`/sessions/${it}/expire`),
      ]),
    )
    expect(new Set(answers.map((answer) => `${answer.status} ${textOf(answer)}`)).size).toBe(1)
    expect(answers[0]?.status).toBe(404)
    expect(
      (await other.member.post(`/sessions/${id}/expire`, { csrf: await other.member.csrf() }))
        .status,
    ).toBe(404)
    expect((await readSession(service, store, id)).body.status).toBe('open')
  })

  test.each([
    '<script>window.pwned=1</script>',
    '"><img src=x onerror=alert(1)>',
    '</title></style></pre><svg onload=alert(1)>',
  ])('a session’s page with the text %s in every field shows it as text', async (hostile) => {
    const product = await aCap({
      name: hostile,
      variants: [{ size: hostile, colorName: hostile, stock: 1 }],
    })
    const id = await aSession(service, store, {
      items: [{ product, size: hostile, color: hostile }],
      metadata: { note: hostile },
      customer: { name: hostile, details: hostile },
    })
    const escaped = hostile
      .replaceAll('<', '&lt;')
      .replaceAll('>', '&gt;')
      .replaceAll('"', '&quot;')
    for (const [path, times] of [
      ['/sessions', 4],
      [`/sessions/${id}`, 5],
      [`/sessions/${id}/expire`, 3],
    ] as const) {
      const { status, text } = await member.get(path)
      expect(status).toBe(200)
      expect(text.split(escaped).length - 1).toBeGreaterThanOrEqual(times)
      expect(text).not.toContain(hostile)
    }
  })
})

describe('Store application, the page of a session: expire now', () => {
  test('expire now is confirmed on a page, ends the session at once, and is in the audit log', async () => {
    const id = await aSession(service, store)
    const buyer = await aBuyer(service, id)
    expect(textOf(await member.get(`/sessions/${id}/expire`))).toContain('Expire this session?')
    expect((await readSession(service, store, id)).body.status).toBe('open')
    const { status, headers } = await member.post(`/sessions/${id}/expire`, {
      csrf: await member.csrf(),
    })
    expect([status, headers.get('location')]).toEqual([303, `/store/sessions/${id}`])
    expect((await buyer.pay()).body.error.code).toBe('session_expired')
    expect(textOf(await member.get(`/sessions/${id}`))).toContain(
      `Session expired early By ${store.email}`,
    )
    const audit = await sql.rows(
      `select actor, subject, address from audit_log
      where store_id = $1 and action = 'session.expired'`,
      [store.id],
    )
    expect(audit).toEqual([
      {
        actor: store.email,
        subject: `cs_…${id.slice(-4)}`,
        address: expect.stringMatching(/127\.0\.0\.1|::1/),
      },
    ])
    expect((await member.get(`/sessions/${id}/expire`)).headers.get('location')).toBe(
      `/store/sessions/${id}`,
    )
  })

  test('expire now says so when it is too late, and changes nothing', async () => {
    const id = await aSession(service, store)
    await (await aBuyer(service, id)).pay()
    const audited = () => sql.rows(`select from audit_log where action = 'session.expired'`)
    const before = await audited()
    const answer = await member.post(`/sessions/${id}/expire`, { csrf: await member.csrf() })
    expect(answer.status).toBe(303)
    const notice = /__Host-notice=[^;]+/.exec(answer.headers.get('set-cookie') ?? '')?.[0] ?? ''
    const next = await call<string>('GET', `${service.baseUrl}/store/sessions/${id}`, {
      headers: { cookie: `${member.cookie}; ${notice}` },
    })
    expect(textOf(next)).toMatch(/^ This session is paid\..*Paid/)
    expect((await readSession(service, store, id)).body.status).toBe('complete')
    expect(await audited()).toEqual(before)
  })

  test('expire now is not done by another page’s form, without the token, or signed out', async () => {
    const id = await aSession(service, store)
    const csrf = await member.csrf()
    expect((await member.post(`/sessions/${id}/expire`, { csrf: 'x' })).status).toBe(403)
    expect(
      (await member.post(`/sessions/${id}/expire`, { csrf }, { origin: 'https://evil.example' }))
        .status,
    ).toBe(403)
    expect(
      (await call('GET', `${service.baseUrl}/store/sessions/${id}`)).headers.get('location'),
    ).toMatch(/^\/store\/sign-in/)
    expect((await readSession(service, store, id)).body.status).toBe('open')
  })
})
