import { afterAll, describe, expect, test } from 'vitest'
import { signInConfirms } from '../../testing/store/store-builders.ts'
import { stockOf } from '../../testing/builders.ts'
import { hiddenFields, textOf } from '../../testing/store/page-text.ts'
import { expectInvariantsAtRest } from '../../testing/invariants.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { anOwnedStore, noticeOf, openOrderPage } from '../../testing/shown-order.ts'

const { service, sql } = await openSpecService()
await signInConfirms(sql)
const ours = await anOwnedStore(service)

afterAll(() => expectInvariantsAtRest(sql))

/** An order's page, and what the bank does to its payment by itself. */
async function anOrderPage(owned = ours) {
  const page = await openOrderPage(service, sql, owned)
  const [order] = await sql.rows<{ session_id: string }>(
    'select session_id from orders where order_number = $1',
    [page.number],
  )
  const sessionId = order?.session_id ?? ''
  const bankDoes = async (act: string, fields: Record<string, unknown> = {}) => {
    const answer = await service.platform('POST', `/test-provider/${act}`, { sessionId, ...fields })
    expect([act, answer.status, answer.text]).toEqual([act, 200, expect.stringMatching(/"att_/)])
  }
  return { ...page, sessionId, bankDoes, text: async () => textOf(await page.read()) }
}

const mailsOf = (number: string) =>
  service
    .log()
    .split('\n')
    .filter((line) => line.includes('mail.written') && line.includes(number))

describe('Store application, an order of which another amount was captured', () => {
  test('an order of which another amount was captured says so, as the provider does', async () => {
    const page = await anOrderPage()
    expect(await page.text()).not.toContain('was taken for this order')
    await sql.rows('update orders set captured = 3000 where order_number = $1', [page.number])
    expect(await page.text()).toMatch(
      /€30\.00 was taken for this order, not €39\.80\. So says the test provider/,
    )
    // Of this test alone: the bank has taken all.
    await sql.rows('update orders set captured = null where order_number = $1', [page.number])
  })
})

describe('Store application, an order that is disputed', () => {
  test('a disputed order says by when it needs an answer, and then what came of it', async () => {
    const page = await anOrderPage()
    await page.bankDoes('dispute', { amount: 3000, reason: 'product_not_received' })
    const text = await page.text()
    expect(text).toMatch(/Order \S+ Disputed To fulfil Fulfil…/)
    expect(text).toMatch(
      /The buyer’s bank disputes €30\.00\. Answer it at the test provider by \d+ \w+ \d{4}, \d\d:\d\d \. Without an answer the money is lost\./,
    )
    expect(text).toMatch(/€30\.00 Needs an answer The buyer has not received the goods\./)
    expect(text).toMatch(/Total €39\.80 In dispute €30\.00 Refund…/)
    await page.bankDoes('dispute', { state: 'lost' })
    const lost = await page.text()
    expect(lost).toMatch(/Order \S+ Dispute lost To fulfil Fulfil…/)
    expect(lost).toMatch(/Total €39\.80 Lost in a dispute -€30\.00 Net €9\.80 Refund…/)
    expect(lost).toMatch(/€30\.00 Lost .* The buyer has the money since/)
    expect(lost).toMatch(/€30\.00 disputed .* Dispute of €30\.00 lost/)
    expect(lost).not.toContain('Without an answer')
  })

  test('an order that is disputed as a whole has no form to refund it, and says why', async () => {
    const page = await anOrderPage()
    const form = `/orders/${page.number}/refund`
    const opened = hiddenFields(await page.member.get(form))
    await page.bankDoes('dispute')
    const why =
      'Nothing is left to refund. The buyer’s bank disputes this payment. The buyer says that somebody else paid with the card.'
    expect(await page.text()).toContain(why)
    expect((await page.read()).text).not.toContain('/refund"')
    const shown = await page.member.get(form)
    expect(textOf(shown)).toContain(why)
    expect(shown.text).not.toContain('<form class="form"')
    const late = { ...opened, amount: '39.80', units: '0', reason: '', nonce: 'a'.repeat(24) }
    const answer = await page.post('refund/confirm', late)
    expect(await noticeOf(service, page, answer)).toBe(
      'Nothing was refunded now. The buyer’s bank disputes this payment. The buyer says that somebody else paid with the card.',
    )
    await page.bankDoes('dispute', { state: 'lost' })
    expect(await page.text()).toContain(
      'Nothing is left to refund. The buyer has got the money back through their bank.',
    )
  })

  test('more than is left beside a dispute is refused on the form, with the reason', async () => {
    const page = await anOrderPage()
    const opened = hiddenFields(await page.member.get(`/orders/${page.number}/refund`))
    await page.bankDoes('dispute', { amount: 3000 })
    const late = { ...opened, amount: '39.80', units: '0', reason: '', nonce: 'b'.repeat(24) }
    expect(textOf(await page.post('refund/confirm', late))).toMatch(
      /The buyer’s bank disputes this payment\. .* Enter an amount up to €9\.80, such as 9\.80\./,
    )
    await page.bankDoes('dispute', { state: 'won' })
  })

  test('an order whose dispute was won says so, and leaves all the money', async () => {
    const page = await anOrderPage()
    await page.bankDoes('dispute', { state: 'under_review' })
    expect(await page.text()).toMatch(
      /Under review .* The bank decides; there is nothing to do now/,
    )
    await page.bankDoes('dispute', { state: 'won' })
    expect(await page.text()).toMatch(/Order \S+ Dispute won To fulfil Fulfil…/)
    expect(await page.text()).toMatch(/Total €39\.80 Refund…/)
    expect(await page.text()).toContain('Dispute of €39.80 won')
  })

  test('a dispute is told to the owners, when it begins and when it ends', async () => {
    const page = await anOrderPage()
    await page.bankDoes('dispute')
    await page.bankDoes('dispute', { state: 'lost' })
    await expect.poll(() => mailsOf(page.number)).toHaveLength(2)
    const mails = mailsOf(page.number).join('\n')
    expect(mails).toContain(`Order ${page.number} is disputed`)
    expect(mails).toMatch(/bank disputes €39\.80 of order .*somebody else paid with the card/)
    expect(mails).toContain(`The dispute of order ${page.number} is lost`)
  })

  test('a disputed order reads in the session API as before', async () => {
    const page = await anOrderPage()
    const read = () =>
      service.call('GET', `/v1/checkout/sessions/${page.sessionId}`, {
        token: ours.store.keys.secret,
      })
    const before = await read()
    await page.bankDoes('refund', { amount: 100 })
    await page.bankDoes('dispute')
    expect((await read()).text).toBe(before.text)
  })

  test('a disputed order is marked in the list, and found by its state', async () => {
    const owned = await anOwnedStore(service)
    const disputed = await anOrderPage(owned)
    const other = await anOrderPage(owned)
    await disputed.bankDoes('dispute')
    const list = textOf(await owned.member.get('/orders'))
    expect(list).toContain('€39.80 Disputed')
    expect(list).toContain('€39.80 To fulfil')
    const narrowed = await owned.member.get('/orders?state=disputed')
    expect(textOf(narrowed)).toContain(disputed.number)
    expect(textOf(narrowed)).not.toContain(other.number)
    expect(narrowed.text).toMatch(/state=disputed"\s+aria-current="true"/)
    expect((await owned.member.get('/orders/export?state=disputed')).text).not.toContain(
      other.number,
    )
  })
})

describe('Store application, a refund that failed late', () => {
  test('a late failed refund asks once whether the units came back, and takes them out if not', async () => {
    const page = await anOrderPage()
    const [before = 0] = await stockOf(service, page.store)
    await page.refund({ amount: '39.80', units: '2' })
    await page.bankDoes('fail-refund', { code: 'lost_or_stolen_card' })
    const shown = await page.read()
    expect(textOf(shown)).toMatch(
      /The refund of €39\.80 has failed after it had succeeded\. The buyer’s card is no longer valid\. The buyer does not have the money: .* It had put 2 units into stock\. Did they come back\? They came back No, take them out of stock/,
    )
    expect(textOf(shown)).toMatch(/Total €39\.80 Refund…/)
    const fields = { ...hiddenFields(shown), answer: 'did_not_come_back' }
    expect(await stockOf(service, page.store)).toEqual([before + 2])
    const answer = await page.post('failed-refund', fields)
    expect(await noticeOf(service, page, answer)).toBe('2 units taken out of stock again.')
    expect(await stockOf(service, page.store)).toEqual([before])
    const again = await page.post('failed-refund', { ...fields, answer: 'came_back' })
    expect(await noticeOf(service, page, again)).toBe(
      'Nothing was changed: somebody has answered that already.',
    )
    const text = await page.text()
    expect(text).not.toContain('Did they come back?')
    expect(text).toContain('2 units did not come back and went out of stock again.')
    expect(text).toMatch(/€39\.80 refunded .* Refund of €39\.80 failed .* taken out of stock/)
    expect(await page.audited()).toEqual([
      `order.refunded ${page.store.email}`,
      `order.units_did_not_come_back ${page.store.email}`,
    ])
    expect(textOf(await page.member.get('/products/mug/history'))).toContain(
      'Did not come back: the refund failed',
    )
    expect(textOf(await page.member.get('/settings/audit-log'))).toContain(
      'took the units of a failed refund out of stock again, of order',
    )
    await expect.poll(() => mailsOf(page.number)).toHaveLength(1)
    expect(mailsOf(page.number)[0]).toMatch(/It had put 2 units into stock/)
  })

  test('a late failed refund without units is dealt with, and can be refunded anew', async () => {
    const page = await anOrderPage()
    await page.refund({ amount: '10' })
    await page.bankDoes('fail-refund')
    const seen = { ...hiddenFields(await page.read()), answer: 'seen' }
    expect(await noticeOf(service, page, await page.post('failed-refund', seen))).toBe(
      'Noted: the failed refund is dealt with.',
    )
    const { answer } = await page.refund({ amount: '39.80' })
    expect(await noticeOf(service, page, answer)).toBe('€39.80 was refunded.')
  })

  test('a late failed refund takes only an answer, and from nobody else', async () => {
    const page = await anOrderPage()
    await page.refund({ amount: '10' })
    await page.bankDoes('fail-refund')
    const fields = hiddenFields(await page.read())
    expect((await page.post('failed-refund', { ...fields, answer: 'perhaps' })).status).toBe(404)
    const other = await anOwnedStore(service)
    const answer = await other.member.post(`${page.path}/failed-refund`, {
      ...fields,
      csrf: other.csrf,
      answer: 'seen',
    })
    expect(answer.status).toBe(404)
    expect(await page.text()).toContain('I have dealt with it')
  })
})

describe('Store application, a refund that was made at the provider', () => {
  test('a refund made at the provider is shown as such, and leaves the rest to refund', async () => {
    const page = await anOrderPage()
    await page.bankDoes('refund', { amount: 1500 })
    const text = await page.text()
    expect(text).toMatch(/Order \S+ Partly refunded/)
    expect(text).toMatch(/Total €39\.80 Refunded -€15\.00 Net €24\.80/)
    expect(text).toMatch(/€15\.00 Refunded .* Made at the test provider/)
    expect((await page.member.get(`${page.path}/refund`)).text).toMatch(
      /name="amount"\s+value="24.80"/,
    )
  })
})

describe('Store application, Home', () => {
  test('Home says what needs the merchant’s attention, and nothing when there is nothing', async () => {
    const owned = await anOwnedStore(service)
    const [one, other] = [await anOrderPage(owned), await anOrderPage(owned)]
    const home = async () => textOf(await owned.member.get('/'))
    await one.refund({ amount: '1' })
    await one.bankDoes('refund', { amount: 980 })
    expect(await home()).not.toContain('Needs your attention')
    await one.bankDoes('dispute')
    expect(await home()).toMatch(
      new RegExp(
        `Needs your attention 1 dispute needs an answer by .* Without an answer the money is lost\\. Order ${one.number}`,
      ),
    )
    await other.bankDoes('dispute')
    await one.bankDoes('fail-refund')
    const text = await home()
    expect(text).toMatch(/2 disputes need an answer , the first by .* See disputed orders/)
    expect(text).toMatch(
      new RegExp(`1 refund failed after it had succeeded: .* Order ${one.number}`),
    )
    expect(text).toMatch(/Revenue today €78\.60/)
  })
})

describe('contract §4: What the test provider’s bank does by itself', () => {
  test('the test bank refuses to act on a session not paid, and on money that is not there', async () => {
    const page = await anOrderPage()
    const ask = (act: string, body: Record<string, unknown>) =>
      service.platform('POST', `/test-provider/${act}`, body)
    expect((await ask('dispute', { sessionId: 'cs_none' })).status).toBe(404)
    const { sessionId } = page
    for (const [act, fields] of [
      ['refund', { amount: 3981 }],
      ['fail-refund', {}],
      ['dispute', { state: 'open' }],
    ] as const)
      expect((await ask(act, { sessionId, ...fields })).status).toBe(400)
  })

  test('what the test bank does is read at the next notification when its own is lost', async () => {
    const page = await anOrderPage()
    await page.bankDoes('refund', { amount: 500, notify: false })
    expect(await page.text()).toMatch(/Order \S+ To fulfil/)
    await page.bankDoes('dispute')
    expect(await page.text()).toMatch(/Order \S+ Disputed Partly refunded/)
  })
})
