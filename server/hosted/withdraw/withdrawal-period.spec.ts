import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { SignedEvidence } from '../../contract/evidence.ts'
import type { MerchantOrder } from '../../contract/merchant-orders.ts'
import {
  SELLER,
  type TestStore,
  aBuyer,
  aProduct,
  aSession,
  aStore,
  eventsOf,
} from '../../testing/builders.ts'
import { partOf, startMailServer } from '../../testing/servers/mail-server.ts'
import { textOf } from '../../testing/store/page-text.ts'
import { sendForm } from '../../testing/store/plain-forms.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const mails = await startMailServer()
afterAll(() => mails.close())
const { service, sql } = await openSpecService({ env: { SMTP_URL: mails.url } })
let store: TestStore

const OPTIONS = [
  { id: 'standard', name: 'Post', fee: 0 },
  { id: 'quick', name: 'Courier', fee: 0, daysUnderWay: 2 },
  { id: 'slow', name: 'Ship', fee: 0, daysUnderWay: 30 },
]

beforeEach(async () => {
  // All buyers here have one address.
  await sql.rows('delete from mail_counts')
  store = await aStore(service, {
    contactEmail: 'help@loom.example',
    seller: SELLER,
    deliveryOptions: OPTIONS,
  })
  await sql.rows(`update stores set time_zone = 'Europe/Madrid' where id = $1`, [store.id])
  await aProduct(service, store)
})

const EMAIL = 'ana@mail.example'

async function anOrder({ option = 'standard' } = {}) {
  const buyer = await aBuyer(service, await aSession(service, store))
  const { body } = await buyer.pay({
    customer: { name: 'Ana Example', phone: '+34 600 123 456', email: EMAIL },
    fulfillment: { method: 'DELIVERY', option, details: 'Calle Mayor 1, Madrid' },
  })
  if (body.status !== 'complete') throw new Error('not paid')
  return body.order.orderNumber
}

const send = (order: string, fields: Record<string, string> = {}) => {
  networks += 1
  return sendForm(
    `${service.checkoutUrl}/withdraw?lang=en`,
    { order, contact: EMAIL, ...fields },
    `198.51.100.${networks}`,
  )
}
let networks = 0
const ask = async (order: string) => textOf(await send(order))
const confirm = async (order: string) => textOf(await send(order, { confirm: '1' }))

const fulfilledAt = (order: string, at: string) =>
  sql.rows(
    `update orders set paid_at = $2, fulfilled_at = $2, fulfilled_by = 'x' where order_number = $1`,
    [order, at],
  )

const deliveredAt = (order: string, at: string) =>
  sql.rows('update orders set delivered_at = $2 where order_number = $1', [order, at])

const apiOrder = async (order: string) =>
  (await service.call<MerchantOrder>('GET', `/v1/orders/${order}`, { token: store.keys.secret }))
    .body

const LATE = 'The last day to withdraw has passed. Loom &amp; Co decides whether to accept'

describe('Directive 2011/83/EU, article 9(2): the days begin when the buyer has the goods', () => {
  test('an order that nobody has marked is open after 60 days, and no last day is named', async () => {
    const order = await anOrder()
    await sql.rows(
      `update orders set paid_at = paid_at - interval '60 days' where order_number = $1`,
      [order],
    )
    const page = await ask(order)
    expect(page).toContain('Confirm withdrawal')
    expect(page).not.toMatch(/last day to withdraw/i)
    expect(await confirm(order)).toContain('You have withdrawn from the contract')
    expect(await apiOrder(order)).toMatchObject({ withdrawnLate: false })
  })

  test('from fulfilment and seven days under way, where the option does not say how many', async () => {
    const order = await anOrder()
    await fulfilledAt(order, '2026-01-05T12:00:00Z')
    expect(await ask(order)).toContain('Last day to withdraw 26 January 2026')
  })

  test('with the option’s days as they were at the sale', async () => {
    const [quick, slow] = [await anOrder({ option: 'quick' }), await anOrder({ option: 'slow' })]
    const deliveryOptions = OPTIONS.map((option) => ({ ...option, daysUnderWay: 60 }))
    const changed = await service.platform('PATCH', `/stores/${store.id}`, { deliveryOptions })
    expect([changed.status, changed.body]).toMatchObject([200, { deliveryOptions }])
    for (const order of [quick, slow]) await fulfilledAt(order, '2026-01-05T12:00:00Z')
    expect(await ask(quick)).toContain('Last day to withdraw 21 January 2026')
    expect(await ask(slow)).toContain('Last day to withdraw 18 February 2026')
  })

  test('from delivery where that is known, on the day that it was in the store’s time zone', async () => {
    const order = await anOrder({ option: 'slow' })
    await fulfilledAt(order, '2026-01-05T12:00:00Z')
    await deliveredAt(order, '2026-01-07T23:30:00Z')
    expect(await ask(order)).toContain('Last day to withdraw 22 January 2026')
  })

  test.each([
    ['a Friday', '2026-01-02', '16 January 2026'],
    ['a Saturday', '2026-01-03', '19 January 2026'],
    ['a Sunday', '2026-01-04', '19 January 2026'],
  ])('Regulation 1182/71, article 3(4): a period that ends on %s', async (_, day, last) => {
    const order = await anOrder()
    await fulfilledAt(order, `${day}T12:00:00Z`)
    await deliveredAt(order, `${day}T12:00:00Z`)
    expect(await ask(order)).toContain(`Last day to withdraw ${last}`)
  })

  test('a fulfilment that is undone ends no period', async () => {
    const order = await anOrder()
    await fulfilledAt(order, '2026-01-05T12:00:00Z')
    await deliveredAt(order, '2026-01-06T12:00:00Z')
    await sql.rows(
      'update orders set fulfilled_at = null, fulfilled_by = null where order_number = $1',
      [order],
    )
    expect(await ask(order)).not.toMatch(/last day to withdraw/i)
  })
})

describe('Directive 2011/83/EU, article 11: a statement after the last day', () => {
  /** Delivered so that the last day was that many days ago. It is noon there until the test ends. */
  async function anOrderThatEnded(daysAgo: (weekday: number) => number) {
    const order = await anOrder()
    const [zone] = await sql.rows<{ weekday: number }>(
      `with noon as (
        update stores
        set time_zone = format('Etc/GMT%s%s', case when hour < 12 then '-' else '+' end, abs(hour - 12))
        from extract(hour from clock_timestamp() at time zone 'UTC') hour
        where id = $1
        returning time_zone)
      select extract(isodow from clock_timestamp() at time zone time_zone)::integer as weekday
      from noon`,
      [store.id],
    )
    await fulfilledAt(order, '2026-01-01T12:00:00Z')
    await sql.rows(
      `update orders o
      set delivered_at = ((clock_timestamp() at time zone time_zone)::date - 14 - $2::integer
        + time '23:59:59') at time zone time_zone
      from stores st where st.id = o.store_id and order_number = $1`,
      [order, daysAgo(zone!.weekday)],
    )
    return order
  }

  /** Since the last day that was no Saturday or Sunday. */
  const sinceWorkingDay = (weekday: number) => ({ 1: 3, 7: 2 })[weekday] ?? 1

  test('on the last day it is a withdrawal', async () => {
    const order = await anOrderThatEnded(() => 0)
    expect(await ask(order)).not.toContain(LATE)
    expect(await confirm(order)).toContain('You have withdrawn from the contract')
    expect(await apiOrder(order)).toMatchObject({ withdrawnLate: false })
  })

  test('on the day after it is taken, acknowledged by mail and marked, and the store decides', async () => {
    const order = await anOrderThatEnded(sinceWorkingDay)
    const asked = await ask(order)
    for (const text of ['Last day to withdraw', LATE, 'Confirm withdrawal'])
      expect(asked).toContain(text)
    expect(await apiOrder(order)).toMatchObject({ withdrawnAt: null, withdrawnLate: false })

    const done = await confirm(order)
    for (const text of ['Your withdrawal has been received', 'Withdrawal received', LATE])
      expect(done).toContain(text)
    expect(done).not.toContain('You have withdrawn')
    expect(await ask(order)).toBe(done)
    const { withdrawnAt, withdrawnLate } = await apiOrder(order)
    expect([withdrawnAt, withdrawnLate]).toEqual([expect.any(String), true])
    expect(await eventsOf(service, store, 'order.withdrawn')).toHaveLength(1)
    const evidence = await service.call<SignedEvidence>('GET', `/v1/orders/${order}/evidence`, {
      token: store.keys.secret,
    })
    expect(evidence.body.document.withdrawal).toEqual({
      days: 14,
      reason: null,
      at: withdrawnAt,
      late: true,
    })
    const sent = () =>
      mails.received.find(({ source }) => source.includes(`received: order ${order}`))
    await expect.poll(sent).toBeDefined()
    const mail = partOf(sent()!.source, 'text/plain').replaceAll(/\s+/g, ' ')
    expect(mail).toMatch(
      /Withdrawal received: \d.*The last day to withdraw has passed\. .*Loom & Co.* decides/,
    )
    expect(mail).not.toContain('You have withdrawn')
  })

  test('what is delivered later does not change how a withdrawal was received', async () => {
    const order = await anOrderThatEnded(sinceWorkingDay)
    await confirm(order)
    await deliveredAt(order, '2999-01-01T00:00:00Z')
    expect(await ask(order)).toContain(LATE)
    expect(await apiOrder(order)).toMatchObject({ withdrawnLate: true })
  })

  test('a withdrawal beside a delivery: each is done once, and neither is lost', async () => {
    for (let round = 0; round < 3; round += 1) {
      const order = await anOrder()
      const deliver = () =>
        service.call('POST', `/v1/orders/${order}/deliver`, { token: store.keys.secret })
      const [one, page, other] = await Promise.all([deliver(), confirm(order), deliver()])
      expect([one.status, other.status]).toEqual([200, 200])
      expect(page).toContain('You have withdrawn from the contract')
      expect(await apiOrder(order)).toMatchObject({
        fulfilledAt: expect.any(String),
        deliveredAt: expect.any(String),
        withdrawnAt: expect.any(String),
        withdrawnLate: false,
      })
    }
  })
})
