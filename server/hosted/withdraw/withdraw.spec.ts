import { afterAll, beforeEach, describe, expect, test } from 'vitest'
import type { EventList } from '../../contract/events.ts'
import {
  SELLER,
  type TestStore,
  aBuyer,
  aProduct,
  aSession,
  aStore,
} from '../../testing/builders.ts'
import { call } from '../../testing/http-call.ts'
import { headerOf, partOf, startMailServer } from '../../testing/servers/mail-server.ts'
import { textOf } from '../../testing/store/page-text.ts'
import { sendForm } from '../../testing/store/plain-forms.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const mails = await startMailServer()
afterAll(() => mails.close())
const { service, sql } = await openSpecService({ env: { SMTP_URL: mails.url } })
let store: TestStore

beforeEach(async () => {
  // All buyers here have one address.
  await sql.rows('delete from mail_counts')
  store = await aStore(service, { contactEmail: 'help@loom.example', seller: SELLER })
})

afterAll(() => expect(service.log()).not.toContain('ana@'))

let networks = 0

/** Each buyer asks from another network. */
const from = () => `198.51.${Math.floor(++networks / 256)}.${networks % 256}`

const CUSTOMER = { name: 'Ana Example', phone: '+34 600 123 456', email: 'Ana@mail.example' }

async function anOrder({
  of = store,
  customer = CUSTOMER as object,
  ...product
}: { of?: TestStore; customer?: object } & Record<string, unknown> = {}) {
  await aProduct(service, of, product)
  const session = await aSession(service, of)
  const { body } = await (await aBuyer(service, session)).pay({ customer })
  if (body.status !== 'complete') throw new Error('not paid')
  return body.order.orderNumber
}

const address = () => `${service.checkoutUrl}/withdraw`
const send = (fields: Record<string, string>, query = '') =>
  sendForm(`${address()}${query}`, fields, from())
const ask = (order: string, contact = CUSTOMER.email) => send({ order, contact })
const confirm = (order: string, contact = CUSTOMER.email) => send({ order, contact, confirm: '1' })
const withdrawnAt = async (order: string) =>
  (
    await sql.rows<{ withdrawn_at: Date | null }>(
      'select withdrawn_at from orders where order_number = $1',
      [order],
    )
  )[0]?.withdrawn_at
const eventsOf = async ({ keys }: TestStore) =>
  (await service.call<EventList>('GET', '/v1/events?type=order.withdrawn', { token: keys.secret }))
    .body.data

describe('Directive 2023/2673: a function at a fixed address', () => {
  test('the form asks for order number and email or phone, and nothing runs or is kept', async () => {
    const page = await call<string>('GET', `${address()}?order=7K3M9-QX2RT`)
    const { status, text, headers } = page
    expect(status).toBe(200)
    expect(textOf(page)).toMatch(/Withdraw from contract Use this form .* Continue/s)
    expect(text).toMatch(/name="order"\s+value="7K3M9-QX2RT"/)
    expect(text).not.toContain('<script')
    expect(headers.get('set-cookie')).toBeNull()
    expect(headers.get('content-security-policy')).toMatch(
      /default-src 'none'.*form-action 'self'.*frame-ancestors 'none'/,
    )
    expect(headers.get('x-robots-tag')).toBe('noindex, nofollow')
    expect(headers.get('referrer-policy')).toBe('no-referrer')
    expect(headers.get('cache-control')).toBe('no-store')
  })

  test('in the language of the buyer, and another keeps the order number', async () => {
    const page = await call<string>('GET', `${address()}?lang=ar&order=7K3M9-QX2RT`)
    expect(page.text).toContain('<html lang="ar" dir="rtl"')
    expect(page.text).toContain('order=7K3M9-QX2RT&amp;lang=&amp;was=ar')
    const list = await call<string>('GET', `${address()}?order=7K3M9-QX2RT&lang=&was=ar`)
    expect(list.text).toContain('?order=7K3M9-QX2RT&amp;lang=de')
    // The head keeps the page from being painted before this is there.
    for (const { text } of [page, list]) expect(text).toMatch(/href="#languages"[^]*id="languages"/)
    const number = await anOrder()
    const german = await send({ order: number, contact: CUSTOMER.email }, '?lang=de')
    expect(textOf(german)).toContain('Widerruf bestätigen')
  })
})

describe('Directive 2023/2673: two steps', () => {
  test('the first step says what is withdrawn and until when, and changes nothing', async () => {
    const number = await anOrder()
    await sql.rows(
      `update orders
      set (paid_at, fulfilled_at, delivered_at, fulfilled_by) = (at, at, at, 'x')
      from (select '2026-03-01T23:30:00Z'::timestamptz as at) moment
      where order_number = $1`,
      [number],
    )
    await sql.rows(`update stores set time_zone = 'Europe/Madrid' where id = $1`, [store.id])
    await sql.rows(`update checkout_sessions set withdrawal_days = 365 where store_id = $1`, [
      store.id,
    ])
    const text = textOf(await ask(number))
    expect(text).toContain('Check your withdrawal')
    expect(text).toContain(
      'Confirm that you withdraw from the contract with Loom &amp; Co, S.L. for this order:',
    )
    for (const fact of [number, 'Mug', '2 March 2026', '2 March 2027', 'Confirm withdrawal'])
      expect(text).toContain(fact)
    expect(text).toMatch(/Refund €\d+\.\d\d · Visa •••• 4242 · by \d+ \w+ \d{4} , or once/)
    expect(text).toContain('Withdrawal and returns')
    expect(await withdrawnAt(number)).toBeNull()
  })

  test('the second step withdraws at once: date and time on screen and by mail, one event', async () => {
    const number = await anOrder()
    const page = await confirm(number)
    expect(page.status).toBe(200)
    const at = (await withdrawnAt(number))!
    const time = new Intl.DateTimeFormat('en-GB', {
      dateStyle: 'long',
      timeStyle: 'short',
      timeZone: 'UTC',
    }).format(at)
    expect(textOf(page)).toContain('You have withdrawn from the contract')
    expect(textOf(page)).toContain(time)
    expect(textOf(page)).toMatch(/Refund €\d+\.\d\d · Visa •••• 4242 · by \d+ \w+ \d{4}/)
    const order = await service.call('GET', `/v1/orders/${number}`, { token: store.keys.secret })
    expect(order.body).toMatchObject({ withdrawnAt: at.toISOString() })
    await expect
      .poll(() => mails.received.map(({ source }) => headerOf(source, 'Subject')))
      .toContain(`Withdrawal received: order ${number} from Loom & Co`)
    expect((await eventsOf(store)).map(({ data }) => data)).toEqual([
      { sessionId: expect.stringMatching(/^cs_/), orderNumber: number },
    ])
  })

  test('whoever confirms again sees the first moment, and nothing is told twice', async () => {
    const number = await anOrder()
    const answers = await Promise.all([confirm(number), confirm(number), confirm(number)])
    const [first, ...others] = answers.map(textOf)
    expect(others).toEqual([first, first])
    expect(textOf(await ask(number))).toEqual(first)
    expect(await eventsOf(store)).toHaveLength(1)
    expect(
      await sql.rows(
        `select kind from buyer_mails m join orders o on o.attempt_id = m.attempt_id
        where order_number = $1 and kind = 'withdrawal'`,
        [number],
      ),
    ).toHaveLength(1)
  })
})

describe('Directive 2023/2673: who withdraws names the order and the address of it', () => {
  test('a number in small letters, without hyphen, with look-alikes; an email in any case', async () => {
    const number = await anOrder()
    const sloppy = number.toLowerCase().replace('-', '').replaceAll('0', 'o').replaceAll('1', 'l')
    const wide = String.fromCodePoint(...[...number].map((each) => each.codePointAt(0)! + 0xfee0))
    const arabic = number.replaceAll(/\d/g, (digit) => String.fromCodePoint(0x660 + Number(digit)))
    for (const typed of [` ${sloppy} `, wide, arabic, `Order number:\u00a0#${number}\u200b`])
      expect(textOf(await ask(typed, 'ANA@MAIL.example'))).toContain('Confirm withdrawal')
  })

  test.each([
    '\u200b ana@mail.example\u00a0',
    'mailto:ana@mail.example',
    'Ana Example <ana@mail.example>',
    'ＡＮＡ＠ｍａｉｌ．ｅｘａｍｐｌｅ',
  ])('an email as it is pasted: %s', async (email) => {
    expect(textOf(await ask(await anOrder(), email))).toContain('Confirm withdrawal')
  })

  test.each([
    ['600-123-456', CUSTOMER.phone],
    ['0034 600 123 456', CUSTOMER.phone],
    ['+49 (0) 151 23456789', '0151/23456789'],
    ['0151 23456789', '+49 (0) 151 23456789'],
  ])('the phone number %s, given as %s', async (typed, phone) => {
    const number = await anOrder({ customer: { ...CUSTOMER, phone } })
    expect(textOf(await ask(number, typed))).toContain('Confirm withdrawal')
  })

  test('wrong addresses, unknown orders and erased buyers look the same', async () => {
    const number = await anOrder()
    const erased = await anOrder()
    await sql.rows(
      `update orders set customer_email = null, customer_phone = '' where order_number = $1`,
      [erased],
    )
    const asked = [
      ask(number, 'eve@mail.example'),
      ask('ZZZZZ-ZZZZZ', 'eve@mail.example'),
      ask(erased, 'eve@mail.example'),
      send({ order: number, contact: 'eve@mail.example', confirm: '1' }),
    ]
    const pages = (await Promise.all(asked)).map(({ status, text, headers }) => ({
      status,
      text: text.replaceAll(/value="[0-9A-Z]{5}-[0-9A-Z]{5}"/g, 'value=""'),
      headers: [...headers.keys()].toSorted(),
    }))
    expect(pages[0]).toMatchObject({ status: 422, text: expect.stringMatching(/role="alert"/) })
    for (const page of pages) expect(page).toEqual(pages[0])
    for (const contact of ['123456', '00 123 456', '', '%', '600123', '+49 600 123 456'])
      expect((await ask(number, contact)).status).toBe(422)
    expect(await withdrawnAt(number)).toBeNull()
  })
})

describe('Directive 2023/2673: what cannot be withdrawn says so, with the seller’s contact', () => {
  const refusal = async (number: string) => {
    for (const page of [await ask(number), await confirm(number)]) {
      expect(page.status).toBe(200)
      expect(page.text).toMatch(/Questions\?.{0,200}<a href="mailto:help@loom.example"/s)
      expect(page.text).not.toContain('name="confirm"')
    }
    expect(await withdrawnAt(number)).toBeNull()
    return textOf(await ask(number))
  }

  test('a product without it, with the reason', async () => {
    const number = await anOrder({ withdrawalDays: 0, withdrawalReason: 'Made to your measures' })
    expect(await refusal(number)).toContain(
      'You have no legal right of withdrawal for this purchase. Made to your measures',
    )
  })

  test('a store that sells to no country of the EEA, unless it wants it', async () => {
    const order = await anOrder()
    const sellsTo = (countries: string[], withdrawals: boolean | null) =>
      sql.rows('update stores set delivery_countries = $2, withdrawals = $3 where id = $1', [
        store.id,
        countries,
        withdrawals,
      ])
    await sellsTo(['US', 'ES'], null)
    expect(textOf(await ask(order))).toContain('Confirm withdrawal')
    await sellsTo(['US', 'ES'], false)
    expect(await refusal(order)).toContain('Loom &amp; Co does not take withdrawals on this page')
    await sellsTo(['US'], true)
    expect(textOf(await ask(order))).toContain('Confirm withdrawal')
    await sellsTo(['US'], null)
    expect(await refusal(order)).toContain('Loom &amp; Co does not take withdrawals on this page')
  })
})

describe('Directive 2023/2673: a withdrawal is kept whatever became of the money', () => {
  const refundOf = (number: string, amount?: number) =>
    service.call('POST', `/v1/orders/${number}/refunds`, {
      token: store.keys.secret,
      body: amount === undefined ? {} : { amount },
    })
  const bankDoes = async (number: string, what: string, body: object = {}) => {
    const [order] = await sql.rows<{ session_id: string }>(
      'select session_id from orders where order_number = $1',
      [number],
    )
    await service.platform('POST', `/test-provider/${what}`, {
      sessionId: order?.session_id,
      ...body,
    })
  }

  test.each<[string, (number: string) => Promise<unknown>]>([
    ['partly refunded', (number) => refundOf(number, 100)],
    ['refunded', (number) => refundOf(number)],
    ['refunded by the bank', (number) => bankDoes(number, 'refund')],
    [
      'refunded in vain',
      async (number) => {
        await refundOf(number)
        await bankDoes(number, 'fail-refund')
      },
    ],
    ['disputed', (number) => bankDoes(number, 'dispute', { status: 'needs_response' })],
    ['lost in a dispute', (number) => bankDoes(number, 'dispute', { status: 'lost' })],
  ])('of an order that is %s', async (_, happen) => {
    const number = await anOrder()
    await happen(number)
    expect(textOf(await ask(number))).toContain('Confirm withdrawal')
    const page = await confirm(number)
    expect([page.status, textOf(page).includes('You have withdrawn from the contract')]).toEqual([
      200,
      true,
    ])
    expect(await withdrawnAt(number)).not.toBeNull()
    expect((await eventsOf(store)).map(({ data }) => data.orderNumber)).toEqual([number])
    const sent = () =>
      mails.received.find(({ source }) =>
        headerOf(source, 'Subject')?.includes(`Withdrawal received: order ${number}`),
      )
    await expect.poll(sent).toBeDefined()
  })

  test('who has all the money back is not told to ask for it, on the page and by mail', async () => {
    const number = await anOrder()
    await refundOf(number)
    const BACK = 'This order has already been refunded in full, or the refund is on its way.'
    const page = textOf(await confirm(number))
    const sent = () =>
      mails.received.find(({ source }) => source.includes(`received: order ${number}`))
    await expect.poll(sent).toBeDefined()
    for (const text of [page, partOf(sent()!.source, 'text/plain')]) {
      expect(text.replaceAll(/\s+/g, ' ')).toContain(BACK)
      expect(text).not.toContain('Visa')
      expect(text).not.toContain('getting your money back')
    }
  })
})

describe('one truth for those who act at the same moment', () => {
  test('a withdrawal beside a refund and a fulfilment: each is done once, none is lost', async () => {
    for (let round = 0; round < 3; round += 1) {
      const number = await anOrder()
      const token = store.keys.secret
      const [refunded, fulfilled, ...pages] = await Promise.all([
        service.call<{ status: string }>('POST', `/v1/orders/${number}/refunds`, {
          token,
          body: {},
        }),
        service.call('POST', `/v1/orders/${number}/fulfill`, { token }),
        confirm(number),
        confirm(number),
      ])
      expect([refunded.status, fulfilled.status]).toEqual([201, 200])
      expect(await withdrawnAt(number)).not.toBeNull()
      const emitted = (await eventsOf(store)).filter(({ data }) => data.orderNumber === number)
      expect(emitted).toHaveLength(1)
      for (const page of pages)
        expect(textOf(page)).toContain('You have withdrawn from the contract')
    }
  })
})

describe('Directive 2023/2673: told before Pay, and linked from receipt and mail', () => {
  const LINK = 'withdraw?lang=en-GB&amp;order='

  const page = (session: string) => call<string>('GET', `${service.checkoutUrl}/${session}`)

  test('a store without a page about it says before Pay where to withdraw', async () => {
    const plain = await aStore(service, { contactEmail: 'help@loom.example' })
    await aProduct(service, plain, { withdrawalDays: 30 })
    const { text } = await page(await aSession(service, plain))
    expect(text).toContain(`href="${address()}?lang=en-GB"`)
    expect(text).toContain('Withdraw from contract here (30 days)')
  })

  test('the link to the store’s page says the days, the receipt and the mail the order number', async () => {
    await aProduct(service, store, { withdrawalDays: 30 })
    const session = await aSession(service, store)
    const { text } = await page(session)
    expect(text).toContain('Withdrawal and returns (30 days)')
    expect(text).not.toContain(`href="${address()}`)
    const buyer = await aBuyer(service, session)
    const { body } = await buyer.pay({ customer: CUSTOMER })
    if (body.status !== 'complete') throw new Error('not paid')
    const { orderNumber } = body.order
    expect((await page(session)).text).toContain(`${LINK}${orderNumber}&amp;session=${session}"`)
    const first = await call<string>('GET', `${address()}?order=${orderNumber}&session=${session}`)
    expect(textOf(first)).toMatch(/^.*Loom &amp; Co.*Withdraw from contract/s)
    const sent = () => mails.received.find(({ source }) => source.includes(orderNumber))
    await expect.poll(sent).toBeDefined()
    expect(partOf(sent()!.source, 'text/plain')).toContain(
      `Withdraw from contract here (30 days): ${address()}?lang=en-GB&order=${orderNumber}`,
    )
  })
})
