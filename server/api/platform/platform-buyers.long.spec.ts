import { describe, expect, test } from 'vitest'
import type { CheckoutView } from '../../contract/buyer.ts'
import type {
  EraseBuyerResponse,
  ExportBuyerResponse,
} from '../../contract/platform/platform-buyers.ts'
import {
  CARDS,
  type TestStore,
  aBuyer,
  aPayRequest,
  aPaymentMethod,
  aProduct,
  aSession,
  aStore,
  readSession,
} from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { call } from '../../testing/http-call.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { aMember, aStoreWithOwner } from '../../testing/store/store-builders.ts'
import { testRedisUrl } from '../../testing/servers/test-redis.ts'

const { service, sql } = await openSpecService({ env: { REDIS_URL: testRedisUrl(18) } })

const aShop = async () => {
  const store = await aStoreWithOwner(service)
  await aProduct(service, store, { variants: [{ stock: 100 }] })
  return store
}

const NOOR = { name: 'Noor Erasable', phone: '+34 (600) 777-123', email: 'Noor@Mail.example' }
const ADDRESS = 'Calle Olvido 9'
const TRACES = /Noor|600.{0,2}777|Mail\.example|Olvido/i

const payAs = async (id: string, customer: object = NOOR, card: string = CARDS.succeeds) =>
  (await aBuyer(service, id)).send<{ status: string }>('POST', 'pay', {
    ...aPayRequest({
      customer,
      fulfillment: { method: 'DELIVERY', option: 'standard', details: ADDRESS },
    }),
    paymentMethod: await aPaymentMethod(service, card),
  })

async function anOrder(store: TestStore, customer: object = NOOR) {
  const id = await aSession(service, store)
  const answer = await payAs(id, customer)
  expect(answer.status).toBe(200)
  return id
}

const exportBuyer = (store: TestStore, body: object) =>
  service.platform<ExportBuyerResponse>('POST', `/stores/${store.id}/buyers/export`, body)
const eraseBuyer = (store: TestStore, body: object) =>
  service.platform<EraseBuyerResponse>('POST', `/stores/${store.id}/buyers/erase`, body)

/** Everything on record, as text. */
const wholeRecord = async () => {
  const tables = await sql.rows<{ name: string }>(
    `select quote_ident(table_name) as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE'`,
  )
  const texts = await Promise.all(
    tables.map(({ name }) => sql.rows(`select '${name}' as name, t::text as row from ${name} t`)),
  )
  return texts.flat().map((row) => JSON.stringify(row))
}

describe('contract §4: POST /platform/v1/stores/{id}/buyers/export', () => {
  test.each([
    ['an email address in any case', { email: 'nOOR@mail.EXAMPLE' }],
    ['a phone number however it is written', { phone: '0034600777123' }],
    ['a phone number with the zero of its own country', { phone: '+34 (0) 600 777 123' }],
    ['a phone number in other digits', { phone: '+٣٤ ٦٠٠ ٧٧٧ ١٢٣' }],
  ])('an export gives everything that is kept, for %s', async (_what, buyer) => {
    const store = await aShop()
    const paid = await anOrder(store)
    const declined = await aSession(service, store)
    await payAs(declined, NOOR, CARDS.declined)
    const prefilled = await aSession(service, store, { customer: NOOR, metadata: { cart: 1 } })
    await anOrder(store, { name: 'Somebody else', phone: '+34 600 777 124' })
    const { status, body, text } = await exportBuyer(store, buyer)
    expect(status).toBe(200)
    expect(body.nextCursor).toBeNull()
    const { order } = (await readSession(service, store, paid)).body
    const details = `Standard delivery, ${ADDRESS}`
    const attempt = { amount: 1990, currency: 'EUR', customer: NOOR, details }
    expect(new Map(body.sessions.map((session) => [session.sessionId, session]))).toEqual(
      new Map([
        [
          paid,
          expect.objectContaining({
            status: 'complete',
            attempts: [
              expect.objectContaining({
                ...attempt,
                status: 'succeeded',
                card: { brand: 'Visa', last4: '4242' },
              }),
            ],
            order: { ...order, tracking: null, note: null },
          }),
        ],
        [
          declined,
          expect.objectContaining({
            status: 'open',
            attempts: [expect.objectContaining({ ...attempt, status: 'failed', card: null })],
            order: null,
          }),
        ],
        [
          prefilled,
          expect.objectContaining({ customer: NOOR, metadata: { cart: 1 }, attempts: [] }),
        ],
      ]),
    )
    expect(text).not.toContain('Somebody else')
  })

  test('an export comes in pages of 100 sessions', async () => {
    const store = await aShop()
    const id = await anOrder(store)
    await sql.rows(
      `insert into checkout_sessions select (jsonb_populate_record(s,
        jsonb_build_object('id', s.id || n, 'state', 'expired', 'customer', $2::jsonb))).*
      from checkout_sessions s, generate_series(1, 120) n where s.id = $1`,
      [id, JSON.stringify(NOOR)],
    )
    const first = await exportBuyer(store, { email: NOOR.email })
    expect(first.body.sessions).toHaveLength(100)
    const cursor = first.body.nextCursor
    const second = await exportBuyer(store, { email: NOOR.email, cursor })
    expect(second.body.nextCursor).toBeNull()
    const ids = [...first.body.sessions, ...second.body.sessions].map((one) => one.sessionId)
    expect(new Set(ids).size).toBe(121)
    expect((await eraseBuyer(store, { email: NOOR.email })).body).toEqual({
      orders: 1,
      sessions: 121,
    })
  })
})

describe('contract §4: POST /platform/v1/stores/{id}/buyers/erase', () => {
  test('erasing leaves no trace of the buyer in record, copies and pages; orders stay', async () => {
    const store = await aShop()
    const id = await anOrder(store)
    const declined = await aSession(service, store, { customer: NOOR })
    await payAs(declined, NOOR, CARDS.declined)
    const member = await aMember(service, store.email)
    const { orderNumber } = (await readSession(service, store, id)).body.order ?? {}
    const before = (await member.get(`/orders/${orderNumber}`)).text
    const csrf = /name="csrf" value="([^"]+)"/.exec(before)?.[1] ?? ''
    await member.post(`/orders/${orderNumber}/note`, { csrf, before: '', note: 'Call Noor' })
    expect(before).toMatch(TRACES)

    expect((await eraseBuyer(store, { phone: NOOR.phone })).body).toEqual({
      orders: 1,
      sessions: 2,
    })
    const ofOthers = /Somebody else|"(stores|store_members)"/
    const kept = (await wholeRecord()).filter((row) => row.includes(store.id))
    expect(kept.filter((row) => TRACES.test(row) && !ofOthers.test(row))).toEqual([])
    const { body } = await readSession(service, store, id)
    expect(body).toMatchObject({
      status: 'complete',
      order: {
        orderNumber,
        amountTotal: 1990,
        customer: { name: '', phone: '' },
        fulfillment: { details: 'Standard delivery' },
      },
    })
    for (const path of [`/orders/${orderNumber}`, '/orders', `/sessions/${id}`, '/orders/export'])
      expect((await member.get(path)).text).not.toMatch(TRACES)
    expect((await member.get(`/orders/${orderNumber}`)).text).toContain('Erased')
    expect((await member.get('/orders?search=Noor')).text).not.toContain(orderNumber)
    expect((await member.get(`/orders?search=${orderNumber}`)).text).toContain(orderNumber)
    const page = await call<string>('GET', `${service.checkoutUrl}/${id}`)
    expect(page.text).toContain(orderNumber)
    expect(page.text).not.toMatch(TRACES)
    const view = await (await aBuyer(service, declined)).send<CheckoutView>('GET', 'view')
    expect(view.body).toMatchObject({ status: 'open', customer: {} })
    expect((await exportBuyer(store, { phone: NOOR.phone })).body.sessions).toEqual([])
    expect((await eraseBuyer(store, { phone: NOOR.phone })).body).toEqual({
      orders: 0,
      sessions: 0,
    })
  })

  test('another buyer and another store keep theirs when a buyer is erased', async () => {
    const [store, other] = [await aShop(), await aShop()]
    const kept = [await anOrder(other), await anOrder(store, { name: 'Ben', phone: '4600777123' })]
    await anOrder(store)
    expect((await eraseBuyer(store, { phone: NOOR.phone })).body).toEqual({
      orders: 1,
      sessions: 1,
    })
    const read = [
      (await readSession(service, other, kept[0] ?? '')).body.order?.customer.name,
      (await readSession(service, store, kept[1] ?? '')).body.order?.customer.name,
    ]
    expect(read).toEqual([NOOR.name, 'Ben'])
  })

  test('erasing waits for a payment under way: nothing is erased meanwhile', async () => {
    const store = await aShop()
    const before = await anOrder(store)
    const id = await aSession(service, store)
    expect((await payAs(id, NOOR, CARDS.challenge)).status).toBe(202)
    const refused = await eraseBuyer(store, { email: NOOR.email })
    expectError(refused, 409, 'payment_in_progress', /under way/)
    expect((await readSession(service, store, before)).body.order?.customer.name).toBe(NOOR.name)
  })

  test('erasing a buyer is in the audit log, without the buyer', async () => {
    const store = await aShop()
    await anOrder(store)
    await exportBuyer(store, { email: NOOR.email })
    await eraseBuyer(store, { email: NOOR.email })
    const lines = await sql.rows<{ actor: string; action: string; details: object }>(
      `select actor, action, subject, details from audit_log
      where store_id = $1 and action like 'buyer.%' order by id`,
      [store.id],
    )
    expect(lines).toEqual([
      { actor: 'platform', action: 'buyer.exported', subject: null, details: { sessions: 1 } },
      {
        actor: 'platform',
        action: 'buyer.erased',
        subject: null,
        details: { sessions: 1, orders: 1 },
      },
    ])
    const log = (await (await aMember(service, store.email)).get('/settings/audit-log')).text
    expect(log).toContain('erased a buyer from 1 session and')
    expect(log).toContain('exported what is kept of a buyer: 1 session')
    expect(service.log()).not.toMatch(/Noor Erasable|Noor@Mail|600\) 777|Olvido/)
  })
})

describe.each(['export', 'erase'])('contract §4: POST …/buyers/%s', (what) => {
  const post = (storeId: string, body: object) =>
    service.platform('POST', `/stores/${storeId}/buyers/${what}`, body)

  test.each([
    [{}, /^body: send either email or phone/],
    [{ email: 'a@b.example', phone: '600777123' }, /^body: send either email or phone/],
    [{ email: 'nobody' }, /^email: /],
    [{ phone: '+0 0' }, /^phone: /],
    [{ name: 'Noor' }, /^name: is not a known field/],
  ])('exporting or erasing a buyer refuses %j', async (body, message) => {
    const store = await aStore(service)
    expectError(await post(store.id, body), 400, 'invalid_request', message)
  })

  test('exporting or erasing a buyer knows its stores, and wants the platform’s token', async () => {
    expectError(await post('st_0', { email: 'a@b.example' }), 404, 'store_not_found')
    const { id } = await aStore(service)
    const answer = await service.call('POST', `/platform/v1/stores/${id}/buyers/${what}`, {
      token: 'wrong',
      body: { email: 'a@b.example' },
    })
    expectError(answer, 401, 'invalid_platform_token')
  })
})
