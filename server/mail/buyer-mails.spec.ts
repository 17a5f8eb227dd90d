import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  CARDS,
  SELLER,
  type TestStore,
  aBuyer,
  aProduct,
  aSession,
  aStore,
  readSession,
} from '../testing/builders.ts'
import {
  type MailFault,
  type MailStep,
  headerOf,
  partOf,
  startMailServer,
} from '../testing/servers/mail-server.ts'
import type { CheckoutView } from '../contract/buyer.ts'
import { holdLock } from '../testing/held-lock.ts'
import { call } from '../testing/http-call.ts'
import { textOf as pageText } from '../testing/store/page-text.ts'
import { sendForm } from '../testing/store/plain-forms.ts'
import { anOwner } from '../testing/store/store-browser.ts'
import { openSpecService } from '../testing/servers/spec-service.ts'

const mails = await startMailServer()
afterAll(() => mails.close())
const { service, sql } = await openSpecService({ env: { SMTP_URL: mails.url } })
let store: TestStore

beforeAll(async () => {
  store = await aStore(service, {
    contactEmail: 'help@loom.example',
    contactPhone: '+34 600 111 222',
    seller: SELLER,
  })
  await aProduct(service, store, { variants: [{ stock: 1000 }] })
})

beforeEach(() => {
  mails.received.length = 0
  mails.failWith(() => undefined)
})

// The log never names a buyer.
afterAll(() => expect(service.log()).not.toContain('ana@'))

const ORDER_LOCK = 'select from orders where session_id = $1 for update'
let buyers = 0

/** Pays one order and returns its number, session and the buyer's address. */
async function anOrder({
  of = store,
  language = 'en',
  ...fields
}: Record<string, unknown> & { of?: TestStore; language?: string } = {}) {
  buyers += 1
  const email = `ana@${buyers}.example`
  const session = await aSession(service, of)
  const buyer = await aBuyer(service, session, { receiptKey: 'a'.repeat(32), language })
  const { body } = await buyer.pay({
    customer: { name: 'Ana Example', phone: '+34 600 123 456', email },
    ...fields,
  })
  if (body.status !== 'complete') throw new Error(`not paid: ${JSON.stringify(body)}`)
  return { session, buyer, email, order: body.order }
}

/** All that came for one address, once there are so many. */
async function mailsTo(email: string, count = 1) {
  const found = () => mails.received.filter(({ to }) => to === email)
  await expect.poll(() => found().length).toBeGreaterThanOrEqual(count)
  return found()
}

/** What is on record of the mails of an order's session, once none is under way. */
async function recorded(session: string) {
  const read = () =>
    sql.rows<{ kind: string; state: string }>(
      'select kind, state from buyer_mails where session_id = $1 order by id',
      [session],
    )
  await expect.poll(async () => (await read()).some(({ state }) => state === 'waiting')).toBe(false)
  return read()
}

const UNKNOWN = { code: 550, reply: '5.1.1 User unknown' }

/** Fails at this step the first `times`. */
const failFirst = (at: MailStep, fault: MailFault, times = 1) => {
  let left = times
  mails.failWith((step) => {
    if (step !== at || left === 0) return undefined
    left -= 1
    return fault
  })
}

describe('The buyer hears of it: confirmation mail', () => {
  test('a buyer who gave an address gets one mail: number, item, amounts, delivery, seller, terms', async () => {
    const { email, order, session } = await anOrder()
    const [mail] = await mailsTo(email)
    const { source = '', messageId } = mail ?? {}
    expect(headerOf(source, 'Subject')).toBe(`Your order ${order.orderNumber} from Loom & Co`)
    expect(headerOf(source, 'From')).toBe('"Loom & Co" <mail@loom.example>')
    expect(headerOf(source, 'Reply-To')).toBe('"Loom & Co" <help@loom.example>')
    expect(messageId).toMatch(/^<evt_[0-9a-zA-Z]{33}\.1@loom\.example>$/)
    const text = partOf(source, 'text/plain')
    for (const line of [
      'Thank you, Ana Example. Loom & Co has your order.',
      `Order number: ${order.orderNumber}`,
      'Mug · Qty 1   €19.90',
      'Delivery fee    Free',
      'Total         €19.90',
      `View your order: ${service.checkoutUrl}/${session}?lang=en`,
      'Delivery: Standard delivery, Calle Mayor 1, Madrid',
      'Card: Visa •••• 4242',
      'Sold by Loom & Co, S.L., Calle Luna 4, 28004 Madrid',
      'Terms of sale: https://loom.example/terms/3',
      'Withdrawal and returns: https://loom.example/returns',
      'Questions? Reply to this email or contact Loom & Co: help@loom.example, +34 600 111 222',
    ])
      expect(text).toContain(line)
    expect(partOf(source, 'text/html')).toMatch(/<html lang="en-\w+" dir="ltr">/)
    expect(await recorded(session)).toEqual([{ kind: 'confirmation', state: 'sent' }])
  })

  test('mail and receipt say how the payment appears on the card’s statement and that prices include tax, where the store has said so', async () => {
    const named = await aStore(service, { pricesIncludeTax: true })
    await aProduct(service, named)
    await sql.rows("update stores set statement_name = 'LOOM' where id = $1", [named.id])
    const { email, order, buyer } = await anOrder({ of: named })
    const statement = `LOOM* ${order.orderNumber.replace('-', '')}`
    const [mail] = await mailsTo(email)
    const letter = partOf(mail?.source ?? '', 'text/plain')
    expect(letter).toContain(`Card: Visa •••• 4242, On your statement: \u2068${statement}\u2069`)
    expect(letter).toContain('Total incl. VAT  €19.90')
    const { body } = await buyer.send<CheckoutView>('GET', 'view')
    expect(body).toMatchObject({ statement })
  })

  test('it is in the language of the buyer’s page, from right to left where that is read so', async () => {
    const { email } = await anOrder({ language: 'he' })
    const [mail] = await mailsTo(email)
    const html = partOf(mail?.source ?? '', 'text/html')
    expect(html).toContain('<html lang="he" dir="rtl">')
    expect(html).toContain('תודה')
    // Else it is read as "222 111 600 34+".
    expect(html).toContain('\u2068help@loom.example, +34 600 111 222\u2069')
  })

  test('times are those of the store', async () => {
    const far = await aStore(service)
    await aProduct(service, far, { variants: [{ stock: 9 }] })
    await sql.rows(`update stores set time_zone = 'Asia/Tokyo' where id = $1`, [far.id])
    const { email, order } = await anOrder({ of: far })
    const [mail] = await mailsTo(email)
    const time = new Date(order.paidAt).toLocaleTimeString('en-GB', {
      timeZone: 'Asia/Tokyo',
      hour: '2-digit',
      minute: '2-digit',
    })
    expect(partOf(mail?.source ?? '', 'text/plain')).toContain(`${time} GMT+9`)
  })

  test('the terms are those that the buyer was shown, whatever the store has saved since', async () => {
    const session = await aSession(service, store)
    await service.platform('PATCH', `/stores/${store.id}`, {
      seller: { ...SELLER, termsUrl: 'https://loom.example/terms/4' },
    })
    const buyer = await aBuyer(service, session)
    const email = 'ana@terms.example'
    await buyer.pay({ customer: { name: 'Ana', phone: '+34 600 123 456', email } })
    const [mail] = await mailsTo(email)
    expect(partOf(mail?.source ?? '', 'text/plain')).toContain('https://loom.example/terms/3')
    await service.platform('PATCH', `/stores/${store.id}`, { seller: SELLER })
  })

  test('nobody without an address, without an order, or of a store that wants none gets a mail', async () => {
    const quiet = await aStore(service)
    await sql.rows('update stores set mails_buyers = false where id = $1', [quiet.id])
    await aProduct(service, quiet)
    const [off, without, unpaid] = await Promise.all([
      anOrder({ of: quiet }),
      anOrder({ customer: { name: 'Ana', phone: '+34 600 123 456' } }),
      aSession(service, store),
    ])
    const declined = await (
      await aBuyer(service, unpaid)
    ).pay({
      card: CARDS.declined,
      customer: { name: 'Ana', phone: '+34 600 123 456', email: 'ana@declined.example' },
    })
    expect(declined.status).toBe(402)
    for (const session of [off.session, without.session, unpaid])
      expect(await recorded(session)).toEqual([])
  })
})

describe('The buyer hears of it: a mail server that fails', () => {
  test('a mail server that refuses for the moment, or dies before the text, gets it again', async () => {
    for (const [step, fault] of [
      ['greeting', 'die'],
      ['recipient', { code: 451 }],
      ['text', { code: 452 }],
    ] as const) {
      failFirst(step, fault)
      const { email, session } = await anOrder()
      expect(await mailsTo(email), step).toHaveLength(1)
      expect(await recorded(session), step).toEqual([{ kind: 'confirmation', state: 'sent' }])
    }
  })

  test('one that dies between the text and its answer gets it once more at most, as the same mail', async () => {
    failFirst('text', 'die', 5)
    const { email, session } = await anOrder()
    expect(await recorded(session)).toEqual([{ kind: 'confirmation', state: 'unsure' }])
    const received = await mailsTo(email, 2)
    expect(received).toHaveLength(2)
    expect(new Set(received.map(({ messageId }) => messageId)).size).toBe(1)
  })

  test('an address that the server refuses for good gets nothing more, and the merchant sees it', async () => {
    failFirst('recipient', UNKNOWN, 5)
    const owner = await anOwner(service, sql)
    // Else a mail about the sale comes, here or in a later test.
    await sql.rows(`update store_members set sale_mails = 'none' where store_id = $1`, [
      owner.store.id,
    ])
    await aProduct(service, owner.store)
    const { session, order } = await anOrder({ of: owner.store })
    expect(await recorded(session)).toEqual([{ kind: 'confirmation', state: 'refused' }])
    expect(service.log()).toMatch(/"outcome":"refused","reason":"EENVELOPE","response":550/)
    expect(pageText(await owner.browser.open(`/orders/${order.orderNumber}`))).toContain(
      'Not delivered: the mail server refuses the address (550)',
    )
  })
})

describe('The buyer hears of it: refunds, fulfilment, money that was not collected', () => {
  const refund = (orderNumber: string, amount: number) =>
    service.call('POST', `/v1/orders/${orderNumber}/refunds`, {
      token: store.keys.secret,
      body: { amount },
    })

  const subjectsOf = (found: { source: string }[]) =>
    found.map(({ source }) => headerOf(source, 'Subject'))

  test('each refund is a mail, and so is one that fails after it had succeeded', async () => {
    const { email, order, session } = await anOrder()
    await refund(order.orderNumber, 500)
    await refund(order.orderNumber, 200)
    await service.platform('POST', '/test-provider/fail-refund', { sessionId: session })
    await expect.poll(() => recorded(session)).toHaveLength(4)
    const found = await mailsTo(email, 4)
    const number = order.orderNumber
    expect(subjectsOf(found).toSorted()).toEqual([
      `Refund for your order ${number} from Loom & Co`,
      `Refund for your order ${number} from Loom & Co`,
      `The refund for your order ${number} from Loom & Co has failed`,
      `Your order ${number} from Loom & Co`,
    ])
    const texts = found.map(({ source }) => partOf(source, 'text/plain')).join()
    expect(texts).toContain(`Loom & Co has refunded €5.00 for your order ${number}.`)
    expect(texts).toContain(`Loom & Co has refunded €2.00 for your order ${number}.`)
    expect(texts).toContain(`The refund of €2.00 for your order ${number} did not reach you.`)
  })

  test('a buyer who has left hears that taking the money failed, and what became of it', async () => {
    const session = await aSession(service, store)
    const buyer = await aBuyer(service, session)
    const email = 'ana@late.example'
    await buyer.pay({
      card: CARDS.challenge,
      customer: { name: 'Ana', phone: '+34 600 123 456', email },
    })
    await sql.rows(
      "update payment_attempts set state = 'refunding', collects = true where session_id = $1",
      [session],
    )
    await expect.poll(() => recorded(session)).toHaveLength(1)
    const [mail] = await mailsTo(email)
    const html = partOf(mail?.source ?? '', 'text/html')
    expect(html).toContain('<title>Loom &amp; Co: Your payment did not go through</title>')
    expect(html).toContain('Nothing was charged')
  })
})

const RECEIPT = 'a'.repeat(32)

function emailPage(session: string, receipt: string, email?: string) {
  const address = `${service.checkoutUrl}/${session}/email?receipt=${receipt}&lang=en`
  return email === undefined ? call<string>('GET', address) : sendForm(address, { email })
}

describe('The buyer hears of it: a mistyped address is repaired while the receipt can be read', () => {
  const confirmationOf = async ({ buyer }: Awaited<ReturnType<typeof anOrder>>) =>
    (await buyer.send<CheckoutView>('GET', 'view')).body.confirmation

  test('the browser that paid sees its own address, whether it was refused, and corrects it three times', async () => {
    failFirst('recipient', UNKNOWN)
    const paid = await anOrder()
    await recorded(paid.session)
    const before = await confirmationOf(paid)
    expect(before).toEqual({
      email: paid.email,
      status: 'refused',
      correctUrl: `${service.checkoutUrl}/${paid.session}/email?receipt=${RECEIPT}`,
    })
    const page = (await emailPage(paid.session, RECEIPT)).text
    expect(page).toContain('Correct the email address')
    expect(page).toContain(`value="${paid.email}"`)
    expect((await emailPage(paid.session, RECEIPT, 'ana')).status).toBe(422)
    const ids = new Set<string | undefined>()
    for (const email of ['ana@one.example', 'ana@two.example', 'ana@three.example']) {
      const { status, headers } = await emailPage(paid.session, RECEIPT, email)
      expect([status, headers.get('location')]).toEqual([
        303,
        `${service.checkoutUrl}/${paid.session}?receipt=${RECEIPT}&lang=en`,
      ])
      const [mail] = await mailsTo(email)
      ids.add(mail?.messageId)
    }
    expect(ids.size).toBe(3)
    await recorded(paid.session)
    expect(await confirmationOf(paid)).toEqual({ email: 'a•••@t•••.example', status: 'sent' })
    await emailPage(paid.session, RECEIPT, 'ana@four.example')
    expect((await confirmationOf(paid))?.email).toBe('a•••@t•••.example')
  })

  test('the browser that paid reads that a buyer without an email gets no mail', async () => {
    const paid = await anOrder({ customer: { name: 'Ana Example', phone: '+34 600 123 456' } })
    expect(await confirmationOf(paid)).toEqual({ status: 'none' })
    expect((await emailPage(paid.session, RECEIPT)).status).toBe(303)
  })

  test('who presses twice gets one mail, and has tries left', async () => {
    const paid = await anOrder()
    await recorded(paid.session)
    for (let presses = 0; presses < 4; presses += 1)
      await emailPage(paid.session, RECEIPT, 'ana@pressed.example')
    await recorded(paid.session)
    expect(await mailsTo('ana@pressed.example')).toHaveLength(1)
    expect(await confirmationOf(paid)).toHaveProperty('correctUrl')
  })

  test('corrections that come at the same moment are three', async () => {
    const { session } = await anOrder()
    const held = await holdLock(service.databaseUrl, ORDER_LOCK, [session])
    const corrected = [1, 2, 3, 4, 5].map((n) => emailPage(session, RECEIPT, `a@${n}.example`))
    await held.someoneWaits(5)
    await Promise.all([held.commit(), ...corrected])
    await recorded(session)
    const editions = 'select edition from buyer_mails where session_id = $1'
    expect(await sql.rows(editions, [session])).toEqual([{ edition: 4 }])
  })

  test('nobody else sees or corrects it', async () => {
    const paid = await anOrder()
    await recorded(paid.session)
    const other = await aBuyer(service, paid.session, { receiptKey: 'b'.repeat(32) })
    expect((await other.send<CheckoutView>('GET', 'view')).body).not.toHaveProperty('confirmation')
    for (const email of [undefined, 'thief@evil.example'])
      expect((await emailPage(paid.session, 'b'.repeat(32), email)).status).toBe(303)
    expect(await recorded(paid.session)).toEqual([{ kind: 'confirmation', state: 'sent' }])
    expect(mails.received.map(({ to }) => to)).toEqual([paid.email])
  })
})

describe('The buyer hears of it: what is erased', () => {
  const erase = (email: string) =>
    service.platform('POST', `/stores/${store.id}/buyers/erase`, { email })

  test('no mail goes to a buyer who was erased while it waited', async () => {
    mails.failWith((step) => (step === 'recipient' ? { code: 451 } : undefined))
    const { email, session } = await anOrder()
    expect((await erase(email)).status).toBe(200)
    mails.failWith(() => undefined)
    const { email: next } = await anOrder()
    await mailsTo(next)
    expect(await recorded(session)).toEqual([])
    expect(mails.received.map(({ to }) => to)).toEqual([next])
    expect((await readSession(service, store, session)).body.status).toBe('complete')
  })

  test('a correction that comes during an erasure waits for it, and leaves nothing', async () => {
    const { email, session } = await anOrder()
    await recorded(session)
    const order = await holdLock(service.databaseUrl, ORDER_LOCK, [session])
    const erased = erase(email)
    await order.someoneWaits()
    const corrected = emailPage(session, RECEIPT, `new-${email}`)
    await order.someoneWaits(2)
    await order.commit()
    expect([(await erased).status, (await corrected).status]).toEqual([200, 303])
    expect(await recorded(session)).toEqual([])
  })
})
