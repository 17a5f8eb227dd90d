import { afterAll, describe, expect, test } from 'vitest'
import type { Answer } from '../../testing/http-call.ts'
import { expectInvariantsAtRest } from '../../testing/invariants.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { type OrderPage, anOwnedStore, noticeOf, openOrderPage } from '../../testing/shown-order.ts'
import { type FormFields as Fields, hiddenFields, textOf } from '../../testing/store/page-text.ts'

const { service, sql } = await openSpecService()
const ours = await anOwnedStore(service)

afterAll(() => expectInvariantsAtRest(sql))

const anOrderPage = () => openOrderPage(service, sql, ours)

const noticeAfter = (page: OrderPage, answer: Answer<unknown>) => noticeOf(service, page, answer)

describe('Store application, the page of an order', () => {
  test('the page tells the order’s life from the session to the payment', async () => {
    const { read } = await anOrderPage()
    const text = textOf(await read())
    expect(text).toMatch(/Timeline Session created With the secret key .* €39\.80 paid/)
    expect(text).toContain('Provider Test provider, no real money')
  })

  test('the order’s page leads to the session, with no more of its id than finds it in a log', async () => {
    const { read } = await anOrderPage()
    const page = await read()
    expect(page.text).toMatch(
      /<a href="\/store\/sessions\/cs_[0-9A-Za-z]{32}"><code>cs_…\w{4}<\/code><\/a>/,
    )
    expect(textOf(page)).not.toMatch(/cs_\w{32}/)
  })

  test('the order’s page answers no other method, and is nobody else’s', async () => {
    const { path, post, csrf, number } = await anOrderPage()
    const other = await anOwnedStore(service)
    for (const step of [
      'fulfil',
      'unfulfil',
      'deliver',
      'undeliver',
      'note',
      'mails',
      'refund',
      'refund/confirm',
    ]) {
      if (step !== 'refund' && step !== 'fulfil')
        expect((await other.member.get(`${path}/${step}`)).status, step).toBe(405)
      const answer = await other.member.post(`${path}/${step}`, {
        csrf: other.csrf,
        note: 'x',
        amount: '1.00',
        units: '0',
        nonce: 'a'.repeat(24),
      })
      expect([step, answer.status]).toEqual([step, 404])
      expect((await other.member.post(`${path}/${step}`, { csrf })).status, step).toBe(403)
      expect(
        (await other.member.post(`/orders/00000-00000/${step}`, { csrf: other.csrf })).status,
        step,
      ).toBe(404)
    }
    for (const form of ['refund', 'fulfil'])
      expect((await other.member.get(`${path}/${form}`)).status).toBe(404)
    expect(await sql.rows('select id from audit_log where subject = $1', [number])).toEqual([])
    expect((await post('note', { note: '' })).status).toBe(303)
  })
})

describe('Store application, the page of an order: its form and buttons', () => {
  test('an order is marked as fulfilled, which the store’s log of events tells once', async () => {
    const page = await anOrderPage()
    const events = () =>
      sql.rows(
        `select type, store_id = $2 as "isOurs" from events
        where order_number = $1 and type <> 'checkout.session.completed'`,
        [page.number, ours.store.id],
      )
    await page.post('unfulfil')
    expect(await events()).toEqual([])
    for (const step of ['fulfil', 'fulfil', 'unfulfil', 'fulfil']) {
      await page.post(step)
      expect(await events()).toEqual([{ type: 'order.fulfilled', isOurs: true }])
    }
  })

  test('an order is marked as fulfilled once, by whom, and that is undone', async () => {
    const page = await anOrderPage()
    const email = page.store.email
    expect(await noticeAfter(page, await page.post('fulfil'))).toBe(
      'The order is marked as fulfilled.',
    )
    expect(textOf(await page.read())).toMatch(
      new RegExp(`Fulfilled Evidence .* by ${email} Undo .* Marked as fulfilled By ${email}`),
    )
    expect(await noticeAfter(page, await page.post('fulfil'))).toBe(
      'The order was marked as fulfilled already.',
    )
    expect(await noticeAfter(page, await page.post('unfulfil'))).toBe(
      'The order is no longer marked as fulfilled.',
    )
    expect(textOf(await page.read())).toContain('Fulfil…')
    expect(await page.audited()).toEqual([`order.fulfilled ${email}`, `order.unfulfilled ${email}`])
    expect(await page.recorded()).toMatchObject({ fulfilled_by: null })
  })

  test('an order is marked as delivered once it is fulfilled, and both are undone', async () => {
    const page = await anOrderPage()
    const text = async () => textOf(await page.read())
    const notice = async (step: string) => noticeAfter(page, await page.post(step))
    expect(await text()).not.toContain('Mark as delivered')
    await page.post('fulfil')
    expect(await text()).toContain('Mark as delivered')
    expect(await notice('deliver')).toBe('The order is marked as delivered.')
    expect(await text()).toMatch(/Delivered \d.* Undo .* Marked as delivered/)
    expect(await notice('deliver')).toBe('The order was marked as delivered already.')
    expect(await notice('undeliver')).toBe('The order is no longer marked as delivered.')
    expect(await notice('undeliver')).toBe('The order was not marked as delivered.')
    await page.post('deliver')
    await page.post('unfulfil')
    await page.post('fulfil')
    expect(await text()).toContain('Mark as delivered')
  })

  test('an order is fulfilled once when that is asked for ten times at once', async () => {
    const page = await anOrderPage()
    await Promise.all(Array.from({ length: 10 }, () => page.post('fulfil')))
    expect(await page.audited()).toEqual([`order.fulfilled ${page.store.email}`])
  })

  test('an order has a note, as it was written, and none when it is emptied', async () => {
    const page = await anOrderPage()
    expect(
      await noticeAfter(page, await page.post('note', { note: ' <b>Gift</b>\r\n\r\nwrap "it" ' })),
    ).toBe('The note is saved.')
    expect((await page.read()).text).toContain(
      '\n&lt;b&gt;Gift&lt;/b&gt;\n\nwrap &quot;it&quot;</textarea>',
    )
    const note = '<b>Gift</b>\n\nwrap "it"'
    await page.post('note', { note })
    expect(await noticeAfter(page, await page.post('note', { note: ' ', before: note }))).toBe(
      'The note is empty.',
    )
    expect(await page.recorded()).toMatchObject({ note: null })
    expect(await page.audited()).toEqual(Array(2).fill(`order.note_changed ${page.store.email}`))
  })

  test('an order whose new note is too long keeps its note and what was typed', async () => {
    const page = await anOrderPage()
    const note = 'x'.repeat(2001)
    await page.post('note', { note: 'Before' })
    const answer = await page.post('note', { note, before: 'Before' })
    expect(answer.status).toBe(422)
    expect(textOf(answer)).toContain('Shorten the note to 2000 characters.')
    expect(answer.text).toContain(note)
    expect(await page.recorded()).toMatchObject({ note: 'Before' })
    expect(
      (await page.post('note', { ...hiddenFields(answer), note: 'x'.repeat(2000) })).status,
    ).toBe(303)
  })

  test('two members’ notes at once: the first is kept and shown to the second', async () => {
    const page = await anOrderPage()
    const answers = await Promise.all(
      ['Fragile', 'Gift'].map((note) => page.post('note', { note, before: '' })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([303, 422])
    const [kept, other] = answers[0]?.status === 303 ? ['Fragile', 'Gift'] : ['Gift', 'Fragile']
    expect(await page.recorded()).toMatchObject({ note: kept })
    const refused = await page.post('note', { note: other, before: '' })
    expect(textOf(refused)).toMatch(
      new RegExp(`${other} Theirs: .${kept}. Somebody else has changed the note .* Save note`),
    )
    expect((await page.post('note', { ...hiddenFields(refused), note: other })).status).toBe(303)
    expect(await page.recorded()).toMatchObject({ note: other })
    expect(await page.audited()).toHaveLength(2)
  })
})

describe('Store application, the refund of an order', () => {
  test('a refund begins with what is left, asks once more with the amount, and is done', async () => {
    const page = await anOrderPage()
    expect((await page.member.get(`${page.path}/refund`)).text).toMatch(
      /name="amount"\s+value="39.80"/,
    )
    const { review, answer } = await page.refund({
      amount: '12,50',
      units: '1',
      reason: 'One was broken',
    })
    expect(textOf(review)).toMatch(
      /Refund €12\.50\? This cannot be undone\. .* Into stock 1 unit Reason One was broken Refund €12\.50 Change/,
    )
    expect(await noticeAfter(page, answer)).toBe(
      '€12.50 was refunded. 1 unit went back into stock.',
    )
    expect(await page.bank()).toEqual({ status: 'captured', refunded: '1250' })
    expect(await page.audited()).toEqual([`order.refunded ${page.store.email}`])
    const text = textOf(await page.read())
    expect(text).toContain('Partly refunded')
    expect(text).toMatch(/Total €39\.80 Refunded -€12\.50 Net €27\.30/)
    expect(text).toMatch(/€12\.50 Refunded One was broken 1 unit went back into stock\./)
    expect(text).toMatch(
      new RegExp(`Refund of €12\\.50 requested By ${page.store.email} .* €12\\.50 refunded`),
    )
  })

  test('a refund of the rest leaves nothing to refund', async () => {
    const page = await anOrderPage()
    await page.refund({ amount: '10' })
    await page.refund({ amount: '29.80', units: '2' })
    const text = textOf(await page.read())
    expect(text).toMatch(/Order \S+ Refunded Evidence/)
    expect(text).not.toContain('Refund…')
    expect(textOf(await page.member.get(`${page.path}/refund`))).toContain(
      'All of it was refunded, or is about to be.',
    )
    expect(await page.bank()).toEqual({ status: 'refunded', refunded: '3980' })
    expect(await page.recorded()).toMatchObject({ refunded: '3980', returned: 2 })
  })

  test.each<[Fields, string]>([
    [{ amount: '39.81' }, 'Enter an amount up to €39.80, such as 39.80.'],
    [{ amount: '0' }, 'Enter an amount up to €39.80'],
    [{ amount: '-1' }, 'Enter an amount up to €39.80'],
    [{ amount: '1e3' }, 'Enter an amount up to'],
    [{ amount: '' }, 'Enter an amount up to'],
    [{ amount: '1.999' }, 'Enter an amount up to'],
    [{ units: '3' }, 'Enter a number of units from 0 to 2.'],
    [{ units: '-1' }, 'Enter a number of units from 0 to 2.'],
    [{ reason: 'x'.repeat(501) }, 'Shorten the reason to 500 characters.'],
  ])(
    'a refund with a wrong field (%#) comes back as typed, and changes nothing',
    async (wrong, problem) => {
      const page = await anOrderPage()
      const fields = { amount: '1.00', units: '0', reason: 'Because', ...wrong }
      const { answer } = await page.refund(fields)
      expect(answer.status).toBe(422)
      expect(textOf(answer)).toContain(problem)
      for (const typed of Object.values(fields)) expect(answer.text).toContain(`value="${typed}"`)
      expect(await page.recorded()).toMatchObject({ refunded: '0' })
    },
  )

  test('a refund whose page is sent five times at once is made once, and says so five times', async () => {
    const page = await anOrderPage()
    const fields = hiddenFields(await page.post('refund', { amount: '39.80', units: '2' }))
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => page.post('refund/confirm', fields)),
    )
    for (const answer of answers)
      expect(await noticeAfter(page, answer)).toBe(
        '€39.80 was refunded. 2 units went back into stock.',
      )
    expect(await page.bank()).toEqual({ status: 'refunded', refunded: '3980' })
    expect(await page.audited()).toHaveLength(1)
  })

  test('of two members’ refunds at once the second is refused with what is left', async () => {
    const page = await anOrderPage()
    const [one, other] = [
      hiddenFields(await page.post('refund', { amount: '30' })),
      hiddenFields(await page.post('refund', { amount: '20' })),
    ]
    await page.post('refund/confirm', one)
    const refused = await page.post('refund/confirm', other)
    expect([refused.status, textOf(refused).includes('Enter an amount up to €9.80')]).toEqual([
      422,
      true,
    ])
    await page.refund({ amount: '9.80' })
    expect(await noticeAfter(page, await page.post('refund/confirm', other))).toBe(
      'Nothing was refunded now: nothing of this order is left to refund.',
    )
  })

  test('a refund whose page was used for another amount is refused', async () => {
    const page = await anOrderPage()
    const fields = hiddenFields(await page.post('refund', { amount: '10' }))
    await page.post('refund/confirm', fields)
    expect(
      await noticeAfter(page, await page.post('refund/confirm', { ...fields, amount: '11' })),
    ).toContain('this form had been used')
    expect(await page.bank()).toMatchObject({ refunded: '1000' })
  })

  test('a refund without the page that asks once more is asked about first', async () => {
    const page = await anOrderPage()
    for (const nonce of ['', 'x', `${'a'.repeat(23)}<`]) {
      const answer = await page.post('refund/confirm', {
        amount: '10',
        units: '0',
        reason: '',
        nonce,
      })
      expect([answer.status, textOf(answer).includes('Refund €10.00?')]).toEqual([200, true])
    }
    expect(await page.recorded()).toMatchObject({ refunded: '0' })
  })

  test('a refund can be changed before it is made, and keeps what was typed', async () => {
    const page = await anOrderPage()
    const review = hiddenFields(
      await page.post('refund', { amount: '10', units: '1', reason: 'Because' }),
    )
    const form = await page.post('refund', { ...review, step: 'change' })
    expect(form.status).toBe(200)
    for (const typed of ['10.00', '1', 'Because']) expect(form.text).toContain(`value="${typed}"`)
  })

  test('a refund that the provider refuses says so, and nothing is given back', async () => {
    const page = await anOrderPage()
    await sql.rows(
      `update test_provider.payments p set status = 'refunded' from orders o
      where o.attempt_id = p.attempt_id and o.order_number = $1`,
      [page.number],
    )
    const { answer } = await page.refund({ amount: '10', units: '1' })
    expect(await noticeAfter(page, answer)).toBe(
      'Nothing was refunded. The payment provider has less of this payment left than that.',
    )
    const text = textOf(await page.read())
    expect(text).toMatch(
      /€10\.00 Failed The payment provider has less of this payment left than that\. Nothing was refunded\./,
    )
    expect(text).toContain('Refund of €10.00 failed')
    expect(text).toMatch(/Order \S+ To fulfil /)
    await sql.rows(
      `update test_provider.payments p set status = 'captured' from orders o
      where o.attempt_id = p.attempt_id and o.order_number = $1`,
      [page.number],
    )
  })

  test('a refund that is pending is shown as such, and its money is not offered again', async () => {
    const page = await anOrderPage()
    await page.refund({ amount: '10', units: '1' })
    const pending = `set state = $2, settled_at = case when $2 = 'pending' then null else clock_timestamp() end,
      next_check_at = case when $2 = 'pending' then 'infinity'::timestamptz end where order_id = (select id from orders where order_number = $1)`
    await sql.rows(`update order_refunds ${pending}`, [page.number, 'pending'])
    const text = textOf(await page.read())
    expect(text).toMatch(/Total €39\.80 Refund pending -€10\.00 Net €29\.80/)
    expect(text).toContain(
      'Pending The payment provider has not decided yet. It is asked again by itself. 1 unit will go back into stock then.',
    )
    expect((await page.member.get(`${page.path}/refund`)).text).toContain('Up to €29.80.')
    await sql.rows(`update order_refunds ${pending}`, [page.number, 'succeeded'])
  })
})
