import { describe, expect, test } from 'vitest'
import type { CheckoutView } from '../contract/buyer.ts'
import { type TestStore, aBuyer, aProduct, aSession, aStore } from './builders.ts'
import { holdLock } from './held-lock.ts'
import { type Answer, call } from './http-call.ts'
import { service, sql } from './spec-service.ts'
import { anOrder } from './store-builders.ts'
import { type Browser, aColleague, noticeIn } from './store-browser.ts'

async function anOwnedStore(fields: Record<string, unknown> = {}) {
  const store = await aStore(service, fields)
  const { email, browser } = await aColleague(service, sql, { store, role: 'owner' })
  return { store, email, owner: browser }
}

const GENERAL = '/settings/general'

const versionIn = ({ text }: Answer<string>) => /name="version" value="([^"]*)"/.exec(text)?.[1] ?? ''

const FIELDS = { name: 'Loom & Co', contactEmail: '', contactPhone: '', currency: 'EUR', language: 'en-GB', timeZone: 'UTC' }

/** Sends the form as it was opened at this moment, or at the moment of `version`. */
const save = async (owner: Browser, fields: Record<string, string>, version?: string) =>
  owner.post(GENERAL, { ...FIELDS, version: version ?? versionIn(await owner.open(GENERAL)), ...fields }, { page: GENERAL })

const rowOf = async ({ id }: TestStore) => (await sql.rows(`
  select name, currency, language, time_zone, logo_url, contact_email, contact_phone from stores where id = $1`, [id]))[0]

const auditOf = ({ id }: TestStore) =>
  sql.rows('select actor, details from audit_log where store_id = $1 and action = \'store.changed\' order by id', [id])

const viewOf = async (sessionId: string) => (await (await aBuyer(service, sessionId)).send<CheckoutView>('GET', 'view')).body

const errorsIn = ({ text }: Answer<string>) =>
  [...text.matchAll(/<p class="error"[^>]*>([^<]*)</g)].map(([, sentence]) => sentence)

describe('Settings → General', () => {
  test('changes how the store is called, reached and written, and says what was changed', async () => {
    const { store, email, owner } = await anOwnedStore()
    await anOrder(service, store, { product: { price: 123_456 } })
    const answer = await save(owner, {
      name: ' Lüüm <b>&</b> Söhne ', contactEmail: 'help@loom.example', contactPhone: '+34 600 123 456', language: 'de',
      timeZone: 'Asia/Tokyo',
    })
    expect([answer.status, answer.headers.get('location')]).toEqual([303, '/store/settings/general'])
    expect(noticeIn(await owner.follow(answer)).text).toBe('Saved.')
    expect(await rowOf(store)).toEqual({
      name: 'Lüüm <b>&</b> Söhne', currency: 'EUR', language: 'de', time_zone: 'Asia/Tokyo', logo_url: null,
      contact_email: 'help@loom.example', contact_phone: '+34 600 123 456',
    })
    expect(await auditOf(store)).toEqual([{ actor: email, details: {
      name: { from: 'Loom & Co', to: 'Lüüm <b>&</b> Söhne' }, language: { from: 'en-GB', to: 'de' },
      timeZone: { from: 'UTC', to: 'Asia/Tokyo' },
      contactEmail: { from: null, to: 'help@loom.example' }, contactPhone: { from: null, to: '+34 600 123 456' },
    } }])
    const { text } = await owner.open('/orders')
    expect(text).toContain('1.234,56\u00a0€')
    expect(text).toMatch(/\d\d:\d\d\u00a0GMT\+9/)
    expect(text).toContain('Lüüm &lt;b&gt;&amp;&lt;/b&gt; Söhne')
  })

  test('changes nothing and writes nothing down when nothing is another', async () => {
    const { store, owner } = await anOwnedStore()
    expect((await save(owner, {})).status).toBe(303)
    expect(await auditOf(store)).toEqual([])
  })

  test('keeps what was typed and says what is wrong with each field', async () => {
    const { store, owner } = await anOwnedStore()
    const before = await rowOf(store)
    const answer = await save(owner, {
      name: ' ', contactEmail: '"><script>', contactPhone: '12', currency: 'XXX', language: 'tlh', timeZone: 'Mars/Base',
    })
    expect(answer.status).toBe(422)
    expect(errorsIn(answer)).toEqual([
      'Enter a name of 1 to 120 characters.', 'Enter an email address such as help@loom.example, or nothing.',
      'Enter a phone number of 7 to 15 digits such as +34 600 123 456, or nothing.', 'Choose a currency of the list.',
      'Choose a language of the list.', 'Choose a time zone of the list.',
    ])
    expect(answer.text).toContain('value="&quot;&gt;&lt;script&gt;"')
    expect(answer.text).toContain('<title>Error: General settings – Loom &amp; Co</title>')
    for (const name of ['\0', 'x'.repeat(121)]) expect((await save(owner, { name })).status).toBe(422)
    expect(await rowOf(store)).toEqual(before)
  })

  test('loses nothing that somebody else saves at the same time', async () => {
    const { store, owner } = await anOwnedStore()
    const seen = versionIn(await owner.open(GENERAL))
    expect((await save(owner, { name: 'Theirs' }, seen)).status).toBe(303)
    const answer = await save(owner, { contactEmail: 'mine@loom.example' }, seen)
    expect(answer.status).toBe(422)
    expect(answer.text).toContain('Somebody else has changed these settings since you opened them.')
    expect(answer.text).toMatch(/<li>Name: <bdi>Theirs<\/bdi><\/li>\s*<li>Email for buyers: <bdi>nothing<\/bdi><\/li><\/ul>/)
    expect(answer.text).toContain('value="mine@loom.example"')
    expect(await rowOf(store)).toMatchObject({ name: 'Theirs', contact_email: null })
    expect((await save(owner, { contactEmail: 'mine@loom.example' }, versionIn(answer))).status).toBe(303)
    expect(await rowOf(store)).toMatchObject({ name: 'Loom & Co', contact_email: 'mine@loom.example' })
  })

  test('is for owners, of the own store', async () => {
    const { store } = await anOwnedStore()
    const { browser: staff } = await aColleague(service, sql, { store, role: 'staff' })
    const before = await rowOf(store)
    for (const path of [GENERAL, '/settings/delivery', '/settings/delivery/option?id=standard']) {
      expect((await staff.open(path)).status).toBe(403)
    }
    const changes = ['', '/move', '/option', '/option/remove'].map((end) => `/settings/delivery${end}`)
    for (const path of [GENERAL, `${GENERAL}/logo/remove`, ...changes]) {
      expect((await staff.post(path, { ...FIELDS, name: 'Mine' }, { page: '/orders' })).status, path).toBe(403)
    }
    const { owner } = await anOwnedStore()
    expect((await save(owner, { name: 'Another' })).status).toBe(303)
    expect(await rowOf(store)).toEqual(before)
  })
})

describe('The currency', () => {
  const FREE = { deliveryOptions: [{ id: 'standard', name: 'Standard', fee: 0 }] }

  test('can change while nothing depends on it', async () => {
    const { store, owner } = await anOwnedStore(FREE)
    expect((await save(owner, { currency: 'JPY' })).status).toBe(303)
    expect(await rowOf(store)).toMatchObject({ currency: 'JPY' })
  })

  test('stays when prices or fees would mean something else, and keeps their numbers otherwise', async () => {
    const { store, owner } = await anOwnedStore({ deliveryOptions: [{ id: 'standard', name: 'Standard', fee: 490 }] })
    const answer = await save(owner, { currency: 'JPY' })
    expect(errorsIn(answer))
      .toEqual(['Prices and fees have 2 decimals and would mean something else in JPY, which has 0: set all to 0 first.'])
    expect((await save(owner, { currency: 'USD' })).status).toBe(303)
    expect(await rowOf(store)).toMatchObject({ currency: 'USD' })
    expect((await owner.open(GENERAL)).text).toContain('Prices and delivery fees keep their numbers: 19.90 stays 19.90.')
  })

  test('stays while a session may still be paid', async () => {
    const { store, owner } = await anOwnedStore(FREE)
    await aProduct(service, store)
    const sessionId = await aSession(service, store)
    expect(errorsIn(await save(owner, { currency: 'USD' })))
      .toEqual(['The currency stays EUR while a checkout is open: let it end, or end it under Sessions.'])
    expect((await owner.open(GENERAL)).text).toContain('A checkout is open in EUR')
    await sql.rows('update checkout_sessions set expires_at = clock_timestamp() where id = $1', [sessionId])
    expect((await save(owner, { currency: 'USD' })).status).toBe(303)
    expect(await rowOf(store)).toMatchObject({ currency: 'USD' })
  })

  test('is fixed from the first order on', async () => {
    const { store, owner } = await anOwnedStore(FREE)
    await anOrder(service, store, { product: { price: 0 } })
    const page = await owner.open(GENERAL)
    expect(page.text).toContain('Fixed since the first order.')
    expect(page.text).not.toContain('name="currency"')
    expect(errorsIn(await save(owner, { currency: 'USD' }))).toEqual(['The currency stays EUR: there is an order.'])
    expect((await save(owner, { name: 'Other' })).status).toBe(303)
    expect(await rowOf(store)).toMatchObject({ currency: 'EUR', name: 'Other' })
  })

  test('never is another one than that of a session that is created at the same moment', async () => {
    const { store } = await anOwnedStore(FREE)
    await aProduct(service, store)
    const change = await holdLock(service.databaseUrl, 'select from stores where id = $1 for update', [store.id])
    const creating = aSession(service, store)
    await change.someoneWaits()
    await change.query('update stores set currency = \'USD\' where id = $1')
    await change.commit()
    expect((await viewOf(await creating)).currency).toBe('USD')
  })

  test('does not change beside sessions and orders, whichever comes first', async () => {
    const { store, owner } = await anOwnedStore(FREE)
    await aProduct(service, store, { variants: [{ stock: 1000 }] })
    for (const currency of ['USD', 'EUR', 'USD', 'EUR']) {
      const version = versionIn(await owner.open(GENERAL))
      await Promise.all([aSession(service, store), save(owner, { currency }, version), aSession(service, store)])
      const wrong = await sql.rows(`select from checkout_sessions s join stores st on st.id = s.store_id
        where st.id = $1 and s.state = 'open' and s.expires_at > clock_timestamp() and s.currency <> st.currency`, [store.id])
      expect(wrong).toEqual([])
      await sql.rows('update checkout_sessions set expires_at = clock_timestamp() where store_id = $1', [store.id])
    }
  })
})

describe('Buyers', () => {
  test('see logo and contact, and nothing of what is not set', async () => {
    const { store, owner } = await anOwnedStore()
    await aProduct(service, store)
    expect((await viewOf(await aSession(service, store))).store).toEqual({ name: 'Loom & Co' })
    const plain = await call<string>('GET', `${service.checkoutUrl}/${await aSession(service, store)}`)
    expect(plain.text).not.toContain('<footer')
    await save(owner, { name: '</style><b>', contactEmail: 'a&b@loom.example', contactPhone: '+34 600 123 456' })
    const logoUrl = 'https://cdn.example/pictures/logo.webp?a=")}</style>'
    await sql.rows('update stores set logo_url = $2 where id = $1', [store.id, logoUrl])
    const sessionId = await aSession(service, store)
    expect((await viewOf(sessionId)).store)
      .toEqual({ name: '</style><b>', logoUrl, contactEmail: 'a&b@loom.example', contactPhone: '+34 600 123 456' })
    const page = await call<string>('GET', `${service.checkoutUrl}/${sessionId}`)
    expect(page.headers.get('content-security-policy')).toContain("img-src 'self' https://cdn.example;")
    expect(page.text).toContain('background:url("https://cdn.example/pictures/logo.webp?a=\\22 )}\\3c /style>")')
    expect(page.text).toContain('<footer class="contact"><div>\n<bdi>&lt;/style&gt;&lt;b&gt;</bdi>')
    expect(page.text).toContain('<a href="mailto:a%26b@loom.example"><bdi>a&amp;b@loom.example</bdi></a>')
    expect(page.text).toContain('<a href="tel:+34600123456"><bdi dir="ltr">+34 600 123 456</bdi></a>')
    expect(page.text.match(/<\/style>/g)).toHaveLength(plain.text.match(/<\/style>/g)!.length + 1)
  })
})
