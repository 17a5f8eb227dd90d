import { describe, expect, test } from 'vitest'
import type { Answer } from '../../testing/http-call.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { type OrderPage, anOwnedStore, noticeOf, openOrderPage } from '../../testing/shown-order.ts'
import { textOf } from '../../testing/store/page-text.ts'
import { anOrder } from '../../testing/store/store-builders.ts'

const { service, sql } = await openSpecService()

const anOrderPage = async () => openOrderPage(service, sql, await anOwnedStore(service))

const noticeAfter = (page: OrderPage, answer: Answer<unknown>) => noticeOf(service, page, answer)

const set = (number: string, columns: string) =>
  sql.rows(`update orders set ${columns} where order_number = $1`, [number])

const TRACKING = {
  carrier: 'DHL <b>',
  trackingNumber: '0034',
  trackingUrl: 'https://dhl.example/track?id=0034&x=1',
}

describe('Store application, Fulfil: tracking', () => {
  test('an order is fulfilled with its tracking, which is corrected later', async () => {
    const page = await anOrderPage()
    expect((await page.read()).text).toContain(`href="/store${page.path}/fulfil">Fulfil…</a>`)
    expect(await noticeAfter(page, await page.post('fulfil', TRACKING))).toBe(
      'The order is marked as fulfilled.',
    )
    const { text } = await page.read()
    expect(text).not.toContain('Fulfil…')
    expect(text).toContain('href="https://dhl.example/track?id=0034&amp;x=1" rel="noreferrer"')
    expect(text).toContain('DHL &lt;b&gt; · 0034')
    expect((await page.member.get(`${page.path}/fulfil`)).text).toContain('value="0034"')
    const corrected = { ...TRACKING, trackingUrl: '', trackingNumber: ' 0035 ' }
    expect(await noticeAfter(page, await page.post('fulfil', corrected))).toBe(
      'The tracking is saved.',
    )
    expect(textOf(await page.read())).toMatch(
      /Tracking: DHL &lt;b&gt; · 0035 .* Tracking changed By/,
    )
    await page.post('fulfil', { carrier: '', trackingNumber: '', trackingUrl: '' })
    expect(textOf(await page.read())).toContain('Add tracking')
    const { email } = page.store
    expect(await page.audited()).toEqual([
      `order.fulfilled ${email}`,
      `order.tracking_changed ${email}`,
      `order.tracking_changed ${email}`,
    ])
  })

  test.each([
    ['trackingUrl', 'http://dhl.example/1', 'Enter an address that begins with https://'],
    ['trackingUrl', 'javascript:alert(1)', 'Enter an address that begins with https://'],
    ['carrier', 'x'.repeat(61), 'Shorten the carrier to 60 characters.'],
    ['trackingNumber', '1'.repeat(81), 'Shorten the number to 80 characters.'],
  ])('a wrong %s is said at its field, and nothing is changed', async (name, value, sentence) => {
    const page = await anOrderPage()
    const answer = await page.post('fulfil', { ...TRACKING, [name]: value })
    expect(answer.status).toBe(422)
    expect(answer.text).toContain(`id="field-${name}-error">${sentence}`)
    expect(answer.text).toContain(`value="DHL &lt;b&gt;"`.slice(0, name === 'carrier' ? 7 : 19))
    expect(await page.audited()).toEqual([])
  })

  test('a withdrawn or refunded order is not offered to be fulfilled', async () => {
    for (const columns of ['withdrawn_at = clock_timestamp()', 'refunded = amount_total']) {
      const page = await anOrderPage()
      await set(page.number, columns)
      expect(textOf(await page.read())).not.toContain('Fulfil…')
      const why = 'The order was withdrawn or refunded, so it is not marked as fulfilled.'
      expect(textOf(await page.member.get(`${page.path}/fulfil`))).toContain(why)
      expect(await noticeAfter(page, await page.post('fulfil'))).toBe(why)
      expect(await page.audited()).toEqual([])
    }
  })
})

describe('Store application, Fulfil: the buyer hears of it', () => {
  const mailsOf = (number: string) =>
    sql.rows(
      `select m.edition, m.state from buyer_mails m join orders o using (session_id)
      where m.kind = 'fulfilment' and o.order_number = $1`,
      [number],
    )

  async function anOrderWithAddress(storeColumns: string) {
    const owned = await anOwnedStore(service)
    const number = await anOrder(service, owned.store, {
      pay: { customer: { name: 'Ana', phone: '+34 600 123 456', email: 'ana@mail.example' } },
    })
    await sql.rows(`update stores set ${storeColumns} where id = $1`, [owned.store.id])
    const path = `/orders/${number}/fulfil`
    const post = (fields: Record<string, string>) =>
      owned.member.post(path, { csrf: owned.csrf, ...fields })
    return { number, post, form: async () => (await owned.member.get(path)).text }
  }

  const CHECKED = /name="mailsBuyer"[^>]*checked/

  test('by default as the store has set it, and otherwise as the member says', async () => {
    const quiet = await anOrderWithAddress('mails_fulfilment = false')
    expect(await quiet.form()).toMatch(/name="mailsBuyer"/)
    expect(await quiet.form()).not.toMatch(CHECKED)
    await quiet.post({ mailsBuyer: 'yes' })
    expect(await mailsOf(quiet.number)).toHaveLength(1)

    const mailing = await anOrderWithAddress('mails_fulfilment = true')
    expect(await mailing.form()).toMatch(CHECKED)
    await mailing.post({ carrier: 'DHL' })
    expect(await mailsOf(mailing.number)).toEqual([])

    const none = await anOrderWithAddress('mails_buyers = false')
    expect(await none.form()).not.toContain('mailsBuyer')
    await none.post({ mailsBuyer: 'yes' })
    expect(await mailsOf(none.number)).toEqual([])
  })

  test('once more when the tracking is corrected and the member says so', async () => {
    const { number, post } = await anOrderWithAddress('mails_fulfilment = true')
    await post({ mailsBuyer: 'yes' })
    await sql.rows(
      `update buyer_mails set state = 'sent', ended_at = clock_timestamp() where kind = 'fulfilment'`,
    )
    await post({ carrier: 'DHL' })
    expect(await mailsOf(number)).toEqual([{ edition: 1, state: 'sent' }])
    await post({ carrier: 'UPS', mailsBuyer: 'yes' })
    expect(await mailsOf(number)).toMatchObject([{ edition: 2 }])
  })
})

describe('Store application, Orders: what is to be fulfilled', () => {
  test('a tab and Home count it, and it is listed without what is sent, withdrawn or refunded', async () => {
    const { store, member } = await anOwnedStore(service)
    const [sent, withdrawn, refunded, part, free] = [
      await anOrder(service, store),
      await anOrder(service, store),
      await anOrder(service, store),
      await anOrder(service, store),
      await anOrder(service, store),
    ]
    const tabs = async (path: string) => textOf(await member.get(path))
    expect(await tabs('/orders')).toContain('To fulfil 5 All Withdrawn Disputed')
    expect(await tabs('')).toMatch(/Sign out Home 5 orders to fulfil Sales/)
    await set(sent, `fulfilled_at = clock_timestamp(), fulfilled_by = 'x'`)
    await set(withdrawn, 'withdrawn_at = clock_timestamp()')
    await set(refunded, 'refunded = amount_total')
    await set(part, 'refunded = 1')
    await set(free, 'amount_total = 0')
    const list = await member.get('/orders?state=to_fulfil')
    expect([...list.text.matchAll(/href="\/store\/orders\/([0-9A-Z]{5}-\w{5})"/g)]).toMatchObject([
      { 1: free },
      { 1: part },
    ])
    expect(list.text).toMatch(/state=to_fulfil"\s+aria-current="true"\s*>To fulfil 2</)
    for (const number of [free, part])
      await set(number, `fulfilled_at = clock_timestamp(), fulfilled_by = 'x'`)
    expect(await tabs('/orders?state=to_fulfil')).toContain('No order waits to be fulfilled.')
    expect(await tabs('/orders')).toContain('To fulfil All Withdrawn Disputed')
    expect(await tabs('')).not.toContain('to fulfil')
  })

  test('a search stays in its tab, and so do its filters when they are cleared', async () => {
    const { store, member } = await anOwnedStore(service)
    const number = await anOrder(service, store)
    const found = await member.get('/orders?state=to_fulfil&search=ana')
    expect(found.text).toContain(number)
    expect(found.text).toContain('<input type="hidden" name="state" value="to_fulfil"')
    const none = await member.get('/orders?state=withdrawn&search=ana')
    expect(none.text).not.toContain(number)
    expect(none.text).toContain('href="/store/orders?state=withdrawn">Clear filters</a>')
  })

  test('orders are found by the buyer’s email address, whatever its case', async () => {
    const { store, member } = await anOwnedStore(service)
    const buy = (email?: string) =>
      anOrder(service, store, {
        pay: { customer: { name: 'Ana', phone: '+34 600 123 456', ...(email && { email }) } },
      })
    const first = await buy('Ana.Ö@Mail.example')
    const second = await buy('ana.ö@mail.example')
    await buy('other@mail.example')
    await buy()
    const other = await anOwnedStore(service)
    const foreign = await anOrder(service, other.store, {
      pay: { customer: { name: 'Ana', phone: '+34 600 123 456', email: 'ana.ö@mail.example' } },
    })
    const query = new URLSearchParams({ search: 'ANA.Ö@MAIL.example' }).toString()
    const { text } = await member.get(`/orders?${query}`)
    const numbers = [...text.matchAll(/href="\/store\/orders\/([0-9A-Z]{5}-\w{5})"/g)]
    expect(numbers.map(([, number]) => number)).toEqual([second, first])
    expect(text).not.toContain(foreign)
  })
})

/** What its text fields are filled in with. */
const fieldsIn = ({ text }: { text: string }) =>
  Object.fromEntries(
    [...text.matchAll(/<input id="field-\w+" name="(\w+)" value="([^"]*)"/g)].map(
      ([, name = '', value = '']) => [name, value],
    ),
  )

describe('Directive 2023/2673: the store application shows a withdrawal, and leads to its refund', () => {
  test('on Home and on the order, until it is refunded', async () => {
    const { path, read, refund, number, member } = await anOrderPage()
    const home = () => member.get('')
    expect(textOf(await home())).not.toContain('withdrawn order')
    await sql.rows('update orders set withdrawn_at = clock_timestamp() where order_number = $1', [
      number,
    ])
    expect(textOf(await home())).toContain('1 withdrawn order waits for its refund')
    expect((await home()).text).toContain(`href="/store${path}"`)
    const inList = async () =>
      textOf(await member.get('/orders')).match(new RegExp(`${number}.*?\\.80 (\\w+)`))?.[1]
    expect(await inList()).toBe('Withdrawn')
    const page = await read()
    expect(textOf(page)).toContain('The buyer has withdrawn from the contract')
    expect(textOf(page)).toMatch(/Order \S+ Withdrawn Evidence .* Refund €39\.80… Customer/)
    const form = await member.get(`${path}/refund`)
    expect(fieldsIn(form)).toEqual({ amount: '39.80', units: '2', reason: 'Withdrawal' })
    const { review } = await refund(fieldsIn(form))
    expect(textOf(review)).toContain('Into stock 2 units Reason Withdrawal')
    const after = textOf(await read())
    expect(await inList()).toBe('Refunded')
    expect(after).toContain('€39.80 refunded')
    expect(after).not.toContain('The buyer has withdrawn from the contract')
    expect(after).toMatch(/Timeline .* Withdrawn from the contract By the buyer/)
    expect(textOf(await home())).not.toContain('withdrawn order')
  })

  test('a late one is marked, and waits for nobody on Home: the store decides', async () => {
    const { read, number, member } = await anOrderPage()
    await sql.rows(
      `update orders set withdrawn_at = clock_timestamp(), withdrawn_late = true
      where order_number = $1`,
      [number],
    )
    const text = textOf(await read())
    expect(text).toMatch(
      /withdrawn from the contract on .*, after the last day\. You decide whether/,
    )
    expect(text).toMatch(/Withdrawn late .* By the buyer, after the last day/)
    expect(textOf(await member.get('/orders'))).toContain('Withdrawn late')
    expect(textOf(await member.get(''))).not.toContain('withdrawn order')
  })
})
