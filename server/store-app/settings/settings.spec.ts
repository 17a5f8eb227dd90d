import { describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../contract/buyer.ts'
import { type TestStore, aBuyer, aProduct, aSession, aStore } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { call } from '../../testing/http-call.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { anOrder } from '../../testing/store/store-builders.ts'
import {
  type Browser,
  aColleague,
  errorsIn,
  noticeIn,
  saveGeneral,
  versionIn,
} from '../../testing/store/store-browser.ts'

const { service, sql } = await openSpecService()

async function anOwnedStore(fields: Record<string, unknown> = {}) {
  const store = await aStore(service, fields)
  const { email, browser } = await aColleague(service, sql, { store, role: 'owner' })
  return { store, email, owner: browser }
}

const GENERAL = '/settings/general'

const rowOf = async ({ id }: TestStore) =>
  (
    await sql.rows(
      `
  select name, currency, language, time_zone, logo_url, contact_email, contact_phone from stores where id = $1`,
      [id],
    )
  )[0]

const auditOf = ({ id }: TestStore) =>
  sql.rows(
    "select actor, details from audit_log where store_id = $1 and action = 'store.changed' order by id",
    [id],
  )

const viewOf = async (sessionId: string) =>
  (await (await aBuyer(service, sessionId)).send<CheckoutView>('GET', 'view')).body

describe('Store application, Settings → General', () => {
  test('settings change how a store is called, reached and written, and say what was changed', async () => {
    const { store, email, owner } = await anOwnedStore()
    await anOrder(service, store, { product: { price: 123_456 } })
    const answer = await saveGeneral(owner, {
      name: ' Lüüm <b>&</b> Söhne ',
      contactEmail: 'help@loom.example',
      contactPhone: '+34 600 123 456',
      language: 'de',
      timeZone: 'Asia/Tokyo',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      '/store/settings/general',
    ])
    expect(noticeIn(await owner.follow(answer)).text).toBe('Saved.')
    expect(await rowOf(store)).toEqual({
      name: 'Lüüm <b>&</b> Söhne',
      currency: 'EUR',
      language: 'de',
      time_zone: 'Asia/Tokyo',
      logo_url: null,
      contact_email: 'help@loom.example',
      contact_phone: '+34 600 123 456',
    })
    expect(await auditOf(store)).toEqual([
      {
        actor: email,
        details: {
          name: { from: 'Loom & Co', to: 'Lüüm <b>&</b> Söhne' },
          language: { from: 'en-GB', to: 'de' },
          timeZone: { from: 'UTC', to: 'Asia/Tokyo' },
          contactEmail: { from: null, to: 'help@loom.example' },
          contactPhone: { from: null, to: '+34 600 123 456' },
        },
      },
    ])
    const { text } = await owner.open('/orders')
    expect(text).toContain('1.234,56\u00a0€')
    expect(text).toContain('Time zone: Asia/Tokyo')
    expect(text).toContain('Lüüm &lt;b&gt;&amp;&lt;/b&gt; Söhne')
  })

  test('settings take a time zone by its name of today, and the database knows it', async () => {
    const { owner } = await anOwnedStore()
    for (const timeZone of ['Europe/Kyiv', 'Europe/Kiev', 'Asia/Istanbul']) {
      expect((await saveGeneral(owner, { timeZone })).status).toBe(303)
      expect((await owner.open('')).status).toBe(200)
    }
  })

  test('settings change nothing and write nothing down when nothing is another', async () => {
    const { store, owner } = await anOwnedStore()
    expect((await saveGeneral(owner, {})).status).toBe(303)
    expect(await auditOf(store)).toEqual([])
  })

  test('settings keep what was typed and say what is wrong with each field', async () => {
    const { store, owner } = await anOwnedStore()
    const before = await rowOf(store)
    const answer = await saveGeneral(owner, {
      name: ' ',
      contactEmail: '"><script>',
      contactPhone: '12',
      language: 'tlh',
      timeZone: 'Mars/Base',
    })
    expect(answer.status).toBe(422)
    expect(errorsIn(answer)).toEqual([
      'Enter a name of 1 to 120 characters.',
      'Enter an email address such as help@loom.example, or nothing.',
      'Enter a phone number of 7 to 15 digits such as +34 600 123 456, or nothing.',
      'Choose a language of the list.',
      'Choose a time zone of the list.',
    ])
    const emptied = await owner.post(GENERAL, {}, { page: GENERAL })
    expect([emptied.status, errorsIn(emptied).length]).toEqual([422, 5])
    expect(answer.text).toContain('value="&quot;&gt;&lt;script&gt;"')
    expect(answer.text).toContain('<title>Error: General settings – Loom &amp; Co</title>')
    expect((await saveGeneral(owner, { name: 'x'.repeat(121) })).status).toBe(422)
    expect(await rowOf(store)).toEqual(before)
  })

  test('settings lose nothing that somebody else saves at the same time', async () => {
    const { store, owner } = await anOwnedStore()
    const seen = versionIn(await owner.open(GENERAL))
    expect((await saveGeneral(owner, { name: 'Theirs', version: seen })).status).toBe(303)
    const answer = await saveGeneral(owner, {
      name: 'Loom & Co',
      contactEmail: 'mine@loom.example',
      version: seen,
    })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('Somebody else has changed these settings since you opened them.')
    expect(answer.text).toMatch(
      /<li>Name: <bdi>Theirs<\/bdi><\/li>\s*<li>Email for buyers: <bdi>nothing<\/bdi><\/li>\s*<\/ul>/,
    )
    expect(answer.text).toContain('value="mine@loom.example"')
    expect(await rowOf(store)).toMatchObject({ name: 'Theirs', contact_email: null })
    expect(
      (
        await saveGeneral(owner, {
          name: 'Loom & Co',
          contactEmail: 'mine@loom.example',
          version: versionIn(answer),
        })
      ).status,
    ).toBe(303)
    expect(await rowOf(store)).toMatchObject({
      name: 'Loom & Co',
      contact_email: 'mine@loom.example',
    })
  })

  test('settings are for owners, of the own store', async () => {
    const { store } = await anOwnedStore()
    const { browser: staff } = await aColleague(service, sql, { store, role: 'staff' })
    const before = await rowOf(store)
    for (const path of [GENERAL, '/settings/delivery', '/settings/delivery/option?id=standard']) {
      expect((await staff.open(path)).status).toBe(403)
    }
    const changes = ['', '/move', '/option', '/option/remove'].map(
      (end) => `/settings/delivery${end}`,
    )
    for (const path of [GENERAL, '/settings/branding/logo/remove', ...changes]) {
      expect(
        (await staff.post(path, { name: 'Mine', currency: 'USD' }, { page: '/orders' })).status,
        path,
      ).toBe(403)
    }
    const { owner } = await anOwnedStore()
    expect((await saveGeneral(owner, { name: 'Another' })).status).toBe(303)
    expect(await rowOf(store)).toEqual(before)
  })
})

describe('Store application, Settings → General: the currency', () => {
  const FREE = { deliveryOptions: [{ id: 'standard', name: 'Standard', fee: 0 }] }

  const choose = (owner: Browser, currency: string) => saveGeneral(owner, { currency })

  const patch = ({ id }: TestStore, fields: Record<string, unknown>) =>
    service.platform('PATCH', `/stores/${id}`, fields)

  const currencyOf = async (store: TestStore) => (await rowOf(store))?.['currency']

  const FIXED = /^currency: is fixed since the first order of the store\.$/

  test('the currency can change while nothing depends on it, and the page says so', async () => {
    const { store, email, owner } = await anOwnedStore(FREE)
    const answer = await choose(owner, 'JPY')
    expect([answer.status, answer.headers.get('location')]).toEqual([
      303,
      '/store/settings/general',
    ])
    expect(noticeIn(await owner.follow(answer)).text).toBe('Saved.')
    expect((await choose(owner, 'JPY')).status).toBe(303)
    for (const currency of ['', 'XXX', 'jpy']) {
      expect(errorsIn(await choose(owner, currency))).toEqual(['Choose a currency of the list.'])
    }
    expect(await currencyOf(store)).toBe('JPY')
    expect(await auditOf(store)).toEqual([
      { actor: email, details: { currency: { from: 'EUR', to: 'JPY' } } },
    ])
  })

  test('the currency stays where prices would mean something else; else they keep their numbers', async () => {
    const { store, owner } = await anOwnedStore({
      deliveryOptions: [{ id: 'standard', name: 'Standard', fee: 490 }],
    })
    const answer = await choose(owner, 'JPY')
    expect(answer.status).toBe(422)
    expect(errorsIn(answer)).toEqual([
      'Prices and fees have 2 decimals and would mean something else in JPY, which has 0: set all to 0 first.',
    ])
    expect(answer.text).toContain('<option value="JPY" selected>')
    expect((await choose(owner, 'USD')).status).toBe(303)
    expect(await currencyOf(store)).toBe('USD')
    expect((await owner.open(GENERAL)).text).toContain(
      'Prices and delivery fees keep their numbers: 19.90 stays 19.90.',
    )
  })

  test('the currency that is chosen is that of the sum that is typed with it', async () => {
    const { store, owner } = await anOwnedStore(FREE)
    const wrong = await saveGeneral(owner, { currency: 'JPY', confirmRefundsAbove: '500.50' })
    expect([wrong.status, errorsIn(wrong).length]).toEqual([422, 1])
    expect((await saveGeneral(owner, { currency: 'JPY', name: 'Both' })).status).toBe(303)
    expect(await rowOf(store)).toMatchObject({ currency: 'JPY', name: 'Both' })
  })

  test('the currency is not the merchant’s to change while a session may still be paid', async () => {
    const { store, owner } = await anOwnedStore(FREE)
    await aProduct(service, store)
    const sessionId = await aSession(service, store)
    const refused = await choose(owner, 'USD')
    expect([refused.status, errorsIn(refused)]).toEqual([422, ['The currency stays EUR.']])
    for (const { text } of [await owner.open(GENERAL), refused]) {
      expect(text.replaceAll(/\s+/g, ' ')).toContain(
        'It stays while a checkout is open: let it end, or end it under <a href="/store/sessions">',
      )
      expect(text).toMatch(/name="currency" value="EUR" readonly/)
      expect(text).not.toContain('<option value="USD"')
    }
    await sql.rows(
      "update checkout_sessions set state = 'paying', expires_at = clock_timestamp() where id = $1",
      [sessionId],
    )
    expect((await choose(owner, 'USD')).status).toBe(422)
    await sql.rows("update checkout_sessions set state = 'open' where id = $1", [sessionId])
    expect((await choose(owner, 'USD')).status).toBe(303)
    expect(await currencyOf(store)).toBe('USD')
  })

  test('the currency is the platform’s until the first order; open sessions keep theirs', async () => {
    const { store } = await anOwnedStore(FREE)
    await aProduct(service, store)
    const sessionId = await aSession(service, store)
    expect(await patch(store, { currency: 'CHF' })).toMatchObject({
      status: 200,
      body: { currency: 'CHF' },
    })
    expect((await viewOf(sessionId)).currency).toBe('EUR')
  })

  test('the currency is fixed from the first order on, whoever asks', async () => {
    const { store, owner } = await anOwnedStore(FREE)
    await anOrder(service, store, { product: { price: 1 } })
    const { text } = await owner.open(GENERAL)
    expect(text).toContain('Fixed since the first order.')
    expect(text).toMatch(/name="currency" value="EUR" readonly/)
    const refused = await choose(owner, 'USD')
    expect([refused.status, errorsIn(refused)]).toEqual([422, ['The currency stays EUR.']])
    expect(refused.text).toContain('Fixed since the first order.')
    expectError(
      await patch(store, { currency: 'USD', name: 'Other' }),
      409,
      'currency_fixed',
      FIXED,
    )
    expect(await rowOf(store)).toMatchObject({ currency: 'EUR', name: 'Loom & Co' })
    expect(await patch(store, { currency: 'EUR', name: 'Other' })).toMatchObject({
      status: 200,
      body: { currency: 'EUR', name: 'Other' },
    })
    expect(await auditOf(store)).toEqual([
      { actor: 'platform', details: { name: { from: 'Loom & Co', to: 'Other' } } },
    ])
  })

  test('the currency is never another one than that of a session created at the same moment', async () => {
    const { store } = await anOwnedStore(FREE)
    await aProduct(service, store)
    const change = await holdLock(
      service.databaseUrl,
      'select from stores where id = $1 for update',
      [store.id],
    )
    const creating = aSession(service, store)
    await change.someoneWaits()
    await change.query("update stores set currency = 'USD' where id = $1")
    await change.commit()
    expect((await viewOf(await creating)).currency).toBe('USD')
  })

  test('the currency waits for a session that is being created', async () => {
    const { store, owner } = await anOwnedStore(FREE)
    await aProduct(service, store)
    await aSession(service, store)
    await sql.rows(
      'update checkout_sessions set expires_at = clock_timestamp() where store_id = $1',
      [store.id],
    )
    const creation = await holdLock(
      service.databaseUrl,
      'select from stores where id = $1 for key share',
      [store.id],
    )
    const changing = choose(owner, 'USD')
    await creation.someoneWaits()
    await creation.query(
      `update checkout_sessions set state = 'open', expires_at = clock_timestamp() + interval '1 minute' where store_id = $1`,
    )
    await creation.commit()
    expect((await changing).status).toBe(422)
  })

  test('what is no currency waits for no session that is being created', async () => {
    const { store, owner } = await anOwnedStore()
    const creation = await holdLock(
      service.databaseUrl,
      'select from stores where id = $1 for key share',
      [store.id],
    )
    const fields = { name: 'Other', returnsAtOnce: 'yes' }
    expect((await saveGeneral(owner, fields)).status).toBe(303)
    const change = { name: 'Loom', allowedOrigins: [] }
    expect((await service.platform('PATCH', `/stores/${store.id}`, change)).status).toBe(200)
    await creation.commit()
  })
})

describe('Store application, Settings → General: what buyers see of it', () => {
  test('buyers see logo and contact of the settings, and nothing of what is not set', async () => {
    const { store, owner } = await anOwnedStore()
    await aProduct(service, store)
    expect((await viewOf(await aSession(service, store))).store).toEqual({
      name: 'Loom & Co',
      language: 'en-GB',
      withdrawal: { url: `${service.checkoutUrl}/withdraw`, days: 14 },
    })
    const plain = await call<string>(
      'GET',
      `${service.checkoutUrl}/${await aSession(service, store)}`,
    )
    expect(plain.text).not.toMatch(/mailto:|tel:/)
    await saveGeneral(owner, {
      name: '</style><b>',
      contactEmail: 'a&b@loom.example',
      contactPhone: '+34 600 123 456',
    })
    const logoUrl = 'https://cdn.example/pictures/logo.webp?a=")}</style>'
    await sql.rows('update stores set logo_url = $2 where id = $1', [store.id, logoUrl])
    const sessionId = await aSession(service, store)
    expect((await viewOf(sessionId)).store).toEqual({
      name: '</style><b>',
      language: 'en-GB',
      withdrawal: { url: `${service.checkoutUrl}/withdraw`, days: 14 },
      logoUrl,
      contactEmail: 'a&b@loom.example',
      contactPhone: '+34 600 123 456',
    })
    const page = await call<string>('GET', `${service.checkoutUrl}/${sessionId}`)
    expect(page.headers.get('content-security-policy')).toContain(
      "img-src 'self' https://cdn.example;",
    )
    expect(page.text).toContain(
      '<img src="https://cdn.example/pictures/logo.webp?a=&quot;)}&lt;/style&gt;" alt="&lt;/style&gt;&lt;b&gt;">',
    )
    const [, foot = ''] = page.text.split('<footer class="foot">')
    expect(foot).toContain('<div><bdi translate="no">&lt;/style&gt;&lt;b&gt;</bdi>')
    expect(page.text).toContain(
      '<a href="mailto:a%26b@loom.example"><bdi>a&amp;b@loom.example</bdi></a>',
    )
    expect(page.text).toContain(
      '<a href="tel:+34600123456"><bdi dir="ltr">+34 600 123 456</bdi></a>',
    )
    expect(page.text.match(/<\/style>/g)).toHaveLength(plain.text.match(/<\/style>/g)!.length)
  })
})
