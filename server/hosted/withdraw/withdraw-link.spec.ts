import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import {
  SELLER,
  type TestStore,
  aBuyer,
  aProduct,
  aSession,
  aStore,
} from '../../testing/builders.ts'
import { call } from '../../testing/http-call.ts'
import { partOf, startMailServer } from '../../testing/servers/mail-server.ts'
import { hiddenFields, textOf } from '../../testing/store/page-text.ts'
import { sendForm } from '../../testing/store/plain-forms.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const mails = await startMailServer()
afterAll(() => mails.close())
const { service, sql } = await openSpecService({ env: { SMTP_URL: mails.url } })
let store: TestStore

beforeAll(async () => {
  store = await aStore(service)
  await aProduct(service, store)
})

// All buyers here have one address.
beforeEach(() => sql.rows('delete from mail_counts'))

const CUSTOMER = { name: 'Ana Example', phone: '+34 600 123 456', email: 'ana@mail.example' }

async function anOrder(customer: object = CUSTOMER, of = store) {
  const { body } = await (await aBuyer(service, await aSession(service, of))).pay({ customer })
  if (body.status !== 'complete') throw new Error('not paid')
  return body.order.orderNumber
}

const address = () => `${service.checkoutUrl}/withdraw`
let networks = 0
const from = () => {
  networks += 1
  return `198.51.${networks >> 8}.${networks % 256}`
}
const send = (fields: Record<string, string>, network = from()) =>
  sendForm(`${address()}?lang=en`, fields, network)
const sendLink = (order: string) => send({ order, send: '1' })

const isWithdrawn = async (order: string) =>
  (
    await sql.rows<{ is: boolean }>(
      'select withdrawn_at is not null as is from orders where order_number = $1',
      [order],
    )
  )[0]?.is

/** Where the links in mails about this order lead, the first one first. */
const linksTo = (order: string) =>
  mails.received
    .map(({ source }) => partOf(source, 'text/plain'))
    .flatMap((text) => /https?:\S+[&?]link=\S+/.exec(text)?.[0] ?? [])
    .filter((link) => link.includes(order))

const linkMailsOf = (order: string) =>
  sql.rows<{ state: string; edition: number }>(
    `select m.state, edition from buyer_mails m join orders o on o.attempt_id = m.attempt_id
    where order_number = $1 and kind = 'withdrawal_link'`,
    [order],
  )

/** While a mail is on its way, another one is not sent. */
async function aLink(order: string) {
  const before = linksTo(order).length
  await sendLink(order)
  await expect.poll(() => linksTo(order).length).toBe(before + 1)
  await expect.poll(() => linkMailsOf(order)).toMatchObject([{ state: 'sent' }])
  return linksTo(order).at(-1)!
}

/** A page as everybody gets it, whatever number it names. */
const withoutNumber = ({ status, text, headers }: Awaited<ReturnType<typeof send>>) => ({
  status,
  text: text.replaceAll(/value="[0-9A-Z]{5}-[0-9A-Z]{5}"/g, 'value=""'),
  headers: [...headers.keys()].toSorted(),
})

describe('Directive 2023/2673: strangers who try an order do not lock its buyer out', () => {
  /** Tries until it is refused. */
  async function spend(order: string, network?: string) {
    for (;;) {
      const page = await send({ order, contact: 'eve@mail.example' }, network)
      if (page.status === 429) return page
      expect(page.status).toBe(422)
    }
  }

  test('a buyer elsewhere withdraws while a stranger’s network has no tries left', async () => {
    const order = await anOrder()
    await spend(order, '203.0.113.77')
    expect(textOf(await send({ order, contact: CUSTOMER.email }))).toContain('Confirm withdrawal')
  })

  test('where the order’s tries are spent, a link goes to its address, and unknown orders look the same', async () => {
    const order = await anOrder()
    const spent = [await spend(order), await spend('ZZZZZ-ZZZZZ')]
    expect(textOf(spent[0]!)).toContain('Too many attempts for this order. We can send a link')
    expect(spent[0]!.headers.get('retry-after')).toMatch(/^\d+$/)
    expect(spent[0]!.text).toMatch(new RegExp(`name="order"\\s+value="${order}"`))
    expect(withoutNumber(spent[1]!)).toEqual(withoutNumber(spent[0]!))
    expect((await send({ order, contact: CUSTOMER.email })).status).toBe(429)

    const sent = [await sendLink(order), await sendLink('ZZZZZ-ZZZZZ')]
    expect(textOf(sent[0]!)).toContain('If this order exists and has an email address, a link is')
    expect(withoutNumber(sent[1]!)).toEqual(withoutNumber(sent[0]!))
    await expect.poll(() => linksTo(order)).toHaveLength(1)
    expect(mails.received.filter(({ to }) => to !== CUSTOMER.email)).toEqual([])
  })
})

describe('Directive 2023/2673: a mailed link withdraws', () => {
  test('the link says what is withdrawn and changes nothing, its form withdraws, and again is the same', async () => {
    const order = await anOrder()
    const link = await aLink(order)
    for (let times = 0; times < 2; times += 1) {
      const page = await call<string>('GET', link)
      expect([page.status, textOf(page).includes('Confirm withdrawal')]).toEqual([200, true])
      expect(page.text).not.toContain(CUSTOMER.email)
      expect(await isWithdrawn(order)).toBe(false)
    }
    const fields = hiddenFields(await call<string>('GET', link))
    const done = await send({ ...fields, confirm: '1' })
    expect(textOf(done)).toContain('You have withdrawn from the contract')
    expect(await isWithdrawn(order)).toBe(true)
    expect(textOf(await call<string>('GET', link))).toEqual(textOf(done))
  })

  test('another language keeps the link', async () => {
    const page = await call<string>(
      'GET',
      (await aLink(await anOrder())).replace('lang=en', 'lang=ar'),
    )
    expect(page.text).toMatch(/dir="rtl"[^]*href="\?order=[^"]*link=[^"]*lang=/)
  })

  test('a link opens its own order alone, whatever number stands beside it', async () => {
    const [order, other] = [await anOrder(), await anOrder()]
    const { link = '' } = hiddenFields(await call<string>('GET', await aLink(order)))
    await send({ order: other, link, confirm: '1' })
    expect([await isWithdrawn(order), await isWithdrawn(other)]).toEqual([true, false])
  })

  test('a link that is altered, or whose address is corrected or erased, offers another one', async () => {
    const order = await anOrder()
    const link = await aLink(order)
    const refused = async (address: string) => {
      const page = await call<string>('GET', address)
      expect(page.status).toBe(410)
      expect(textOf(page)).toContain('This link has expired. We can send a new one')
      expect(page.text).toContain('name="send"')
    }
    await refused(`${link}x`)
    for (const email of ['eve@mail.example', null]) {
      await sql.rows('update orders set customer_email = $2 where order_number = $1', [
        order,
        email,
      ])
      await refused(link)
    }
    expect(await isWithdrawn(order)).toBe(false)
  })

  test('each mail has a link of its own, in the buyer’s language, and an order has three', async () => {
    const order = await anOrder()
    const links = [await aLink(order), await aLink(order), await aLink(order)]
    expect(new Set(links).size).toBe(3)
    const answer = await sendLink(order)
    expect([answer.status, textOf(answer).includes('a link is on its way')]).toEqual([200, true])
    expect(await linkMailsOf(order)).toMatchObject([{ edition: 3 }])
  })

  test('an order without an address gets none', async () => {
    const { email: _, ...customer } = CUSTOMER
    const order = await anOrder(customer)
    expect((await sendLink(order)).status).toBe(200)
    expect(
      await sql.rows(
        `select from buyer_mails m join orders o using (session_id)
      where order_number = $1 and kind = 'withdrawal_link'`,
        [order],
      ),
    ).toEqual([])
  })
})

describe('Directive 2023/2673: told before Pay', () => {
  test('a product without it says why, and a store that is off says nothing', async () => {
    const off = await aStore(service, { seller: SELLER })
    await aProduct(service, off, { withdrawalDays: 0, withdrawalReason: 'Made for you' })
    const page = async () =>
      textOf(await call<string>('GET', `${service.checkoutUrl}/${await aSession(service, off)}`))
    expect(await page()).toContain(
      'You have no legal right of withdrawal for this purchase. Made for you',
    )
    await sql.rows('update stores set withdrawals = false where id = $1', [off.id])
    expect(await page()).not.toContain('No right of withdrawal')
  })

  test('a test store mails no link to a stranger', async () => {
    const trial = await aStore(service, { test: true })
    await aProduct(service, trial)
    const order = await anOrder(CUSTOMER, trial)
    expect((await sendLink(order)).status).toBe(200)
    const mailsOf = 'select kind from buyer_mails where store_id = $1'
    expect(await sql.rows(mailsOf, [trial.id])).toEqual([])
  })
})
