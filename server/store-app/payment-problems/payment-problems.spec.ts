import { describe, expect, test } from 'vitest'
import type { PaymentProblem } from './payment-problems.ts'
import { CARDS, type TestStore, aBuyer, aProduct, aSession } from '../../testing/builders.ts'
import { type Answer, call } from '../../testing/http-call.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { aMember, aStoreWithOwner } from '../../testing/store/store-builders.ts'

const { service, sql } = await openSpecService()

const aSignedInStore = async () => {
  const store = await aStoreWithOwner(service)
  await aProduct(service, store)
  return { store, member: await aMember(service, store.email) }
}

type Break = Partial<Pick<PaymentProblem, 'kind' | 'amount' | 'currency' | 'resolution'>> & {
  card?: string
}

/** A payment of the store that the bank did something else with; returns its session. */
async function aBreak(
  store: TestStore,
  {
    kind = 'late_capture',
    amount = 1990,
    currency = 'EUR',
    resolution = null,
    card = CARDS.declined,
  }: Break = {},
) {
  const id = await aSession(service, store)
  await (await aBuyer(service, id)).pay({ card })
  await sql.rows(
    `
    insert into reconciliation_breaks
      (attempt_id, session_id, store_id, kind, amount, currency, detected_at, resolution, resolved_at)
    select id, session_id, store_id, $2, $3, $4, '2026-03-01T09:00Z', $5,
      case when $5::text is not null then timestamptz '2026-03-01T10:30Z' end
    from payment_attempts where session_id = $1`,
    [id, kind, amount, currency, resolution],
  )
  return id
}

/** What a reader sees: without tags, with one space for many. */
const textOf = ({ text }: Answer<string>) =>
  text
    .replace(/<style.*<\/style>/s, '')
    .replaceAll(/<[^>]*>/g, ' ')
    .replaceAll(/\s+/g, ' ')

const sessionsOf = ({ text }: Answer<string>) =>
  [...text.matchAll(/sessions\/cs_\w{32}">cs_…(\w{4})<\/a>/g)].map(([, end]) => end)

/** What the navigation leads to, the page's own part marked. */
const linksOf = ({ text }: Answer<string>) =>
  [
    ...(/<nav aria-label="Store">(.*?)<\/nav>/s.exec(text)?.[1] ?? '').matchAll(
      /<a href="[^"]*"\s*(aria-current="true")?\s*>([^<]+)/g,
    ),
  ].map(([, isCurrent, name]) => (isCurrent ? `[${name}]` : name))

const NOTICE = 'A payment went wrong and is being put right.'

describe('Store application, Payment problems', () => {
  test('payment problems of a store without any are one sentence; nothing leads to them', async () => {
    const { member } = await aSignedInStore()
    const answer = await member.get('/payment-problems')
    expect(answer.status).toBe(200)
    expect(textOf(answer)).toContain('Payment problems No payment went wrong.')
    for (const path of ['/orders', '/payment-problems']) {
      const { text } = await member.get(path)
      expect(text).not.toContain('href="/store/payment-problems"')
      expect(text).not.toContain(NOTICE)
    }
  })

  test('payment problems say when, in which session, what and what was done', async () => {
    const { store, member } = await aSignedInStore()
    const texts: [Break, string][] = [
      [
        { kind: 'late_authorization' },
        'Money was reserved after the payment had already failed. Being cancelled €19.90',
      ],
      [
        { kind: 'late_authorization', resolution: 'voided' },
        'Money was reserved after the payment had already failed. Cancelled on 1 Mar 2026, 10:30 , nothing was taken €19.90',
      ],
      [
        { kind: 'late_capture' },
        'Money was taken after the payment had already failed. Being given back €19.90',
      ],
      [
        { kind: 'late_capture', resolution: 'refunded' },
        'Money was taken after the payment had already failed. Given back on 1 Mar 2026, 10:30 €19.90',
      ],
      [
        { kind: 'wrong_payment', amount: 1 },
        'The payment was not the one that was asked for. Being given back €0.01',
      ],
      [
        { kind: 'wrong_payment', resolution: 'voided', currency: 'JPY' },
        'The payment was not the one that was asked for. Cancelled on 1 Mar 2026, 10:30 , nothing was taken JP¥1,990',
      ],
      [
        { kind: 'wrong_payment', resolution: 'refunded', currency: 'eur' },
        'The payment was not the one that was asked for. Given back on 1 Mar 2026, 10:30 1990 eur',
      ],
    ]
    const expected = []
    for (const [problem, text] of texts)
      expected.push([await aBreak(store, problem), text] as const)
    const answer = await member.get('/payment-problems')
    for (const [id, text] of expected) {
      expect(textOf(answer)).toContain(`1 Mar 2026, 09:00 cs_…${id.slice(-4)} ${text}`)
      expect(answer.text).toContain(`href="/store/sessions/${id}"`)
      expect(textOf(answer)).not.toContain(id)
    }
  })

  test('payment problems say which payments were lost here, before all others', async () => {
    const { store, member } = await aSignedInStore()
    await aBreak(store)
    const id = await aSession(service, store)
    await sql.rows(
      `insert into orphaned_payments (provider, payment_id, attempt_id, session_id, store_id, amount,
        currency, captured, refunded, is_open, names_us, begun_at, found_at, next_check_at,
        resolution, resolved_at, refusal)
      select 'stripe', 'pi_' || n || $2, 'att_' || n, case n when 1 then $1 else 'cs_lost' end, $2, 1990,
        'EUR', 1990, 0, false, true, '2026-03-01T08:00Z', '2026-03-01T09:00Z',
        case when n in (1, 4) then clock_timestamp() end,
        case n when 2 then 'refunded' when 3 then 'charged_back' end,
        case when n in (2, 3) then timestamptz '2026-03-01T10:30Z' end,
        case n when 4 then 'charge_disputed' end
      from unnest(array[4, 3, 2, 1]) n`,
      [id, store.id],
    )
    const answer = await member.get('/payment-problems')
    const lost = 'Money was taken or reserved for a payment that the records here have lost.'
    expect(textOf(answer)).toContain(
      `1 Mar 2026, 09:00 cs_…${id.slice(-4)} ${lost} Whoever runs this service has been told €19.90 ` +
        `1 Mar 2026, 09:00 Lost ${lost} Given back on 1 Mar 2026, 10:30 €19.90 ` +
        `1 Mar 2026, 09:00 Lost ${lost} Given back by the buyer’s bank on 1 Mar 2026, 10:30 €19.90 ` +
        `1 Mar 2026, 09:00 Lost ${lost} Not given back yet. The buyer’s bank disputes this payment: it cannot be refunded while it does. €19.90`,
    )
    await sql.rows(
      `update reconciliation_breaks set resolution = 'voided', resolved_at = detected_at
      where store_id = $1`,
      [store.id],
    )
    expect((await member.get('/orders')).text).toContain(NOTICE)
  })

  test('payment problems lead to the session’s order when it has one', async () => {
    const { store, member } = await aSignedInStore()
    await aBreak(store, { kind: 'wrong_payment', resolution: 'order', card: CARDS.succeeds })
    const [order] = await sql.rows<{ number: string }>(
      'select order_number as number from orders where store_id = $1',
      [store.id],
    )
    const answer = await member.get('/payment-problems')
    expect(textOf(answer)).toContain(
      `Order ${order?.number} The payment was not the one that was asked for. ` +
        'Found to be right on 1 Mar 2026, 10:30 , it paid for the order',
    )
    expect(answer.text).toContain(`href="/store/orders/${order?.number}"`)
  })

  test('payment problems stand in the navigation; the orders say it while one is not put right', async () => {
    const { store, member } = await aSignedInStore()
    await aBreak(store)
    const orders = await member.get('/orders')
    expect(textOf(orders)).toContain(`${NOTICE} See payment problems`)
    expect(linksOf(orders)).toEqual([
      'Home',
      '[Orders]',
      'Products',
      'Checkouts',
      'Payment problems',
      'Settings',
    ])
    const problems = await member.get('/payment-problems')
    expect(linksOf(problems)).toEqual([
      'Home',
      'Orders',
      'Products',
      'Checkouts',
      '[Payment problems]',
      'Settings',
    ])
    expect(problems.text).toMatch(/<title>Payment problems – Loom &amp; Co<\/title>/)

    await sql.rows(
      `update reconciliation_breaks set resolution = 'refunded', resolved_at = clock_timestamp()
      where store_id = $1`,
      [store.id],
    )
    const settled = await member.get('/orders')
    expect(settled.text).not.toContain(NOTICE)
    expect(settled.text).toContain('href="/store/payment-problems"')
  })

  test('payment problems come in pages of 25, each once, the newest first', async () => {
    const { store, member } = await aSignedInStore()
    const sessions = []
    for (let count = 0; count < 27; count += 1) sessions.push((await aBreak(store)).slice(-4))
    const first = await member.get('/payment-problems')
    const next = /href="\/store(\/payment-problems\?cursor=[^"]+)"/.exec(first.text)?.[1] ?? ''
    const second = await member.get(next)
    expect(sessionsOf(first)).toHaveLength(25)
    expect([...sessionsOf(first), ...sessionsOf(second)]).toEqual(sessions.toReversed())
    expect(second.text).not.toContain('cursor=')
    expect(textOf(second)).toContain('First problems')
    for (const cursor of ['x', '', '%00', 'a&cursor=b', 'x'.repeat(2000)]) {
      expect((await member.get(`/payment-problems?cursor=${cursor}`)).status, cursor).toBe(404)
    }
  })

  test('payment problems are the store’s own', async () => {
    const [one, other] = [await aSignedInStore(), await aSignedInStore()]
    await aBreak(one.store)
    expect(sessionsOf(await one.member.get('/payment-problems'))).toHaveLength(1)
    expect(sessionsOf(await other.member.get('/payment-problems'))).toEqual([])
    expect((await other.member.get('/orders')).text).not.toContain('payment-problems')
  })

  test('payment problems are for members: nobody else sees them, and nothing can be posted', async () => {
    const { member } = await aSignedInStore()
    const { status, headers } = await call('GET', `${service.baseUrl}/store/payment-problems`)
    expect([status, headers.get('location')]).toEqual([
      303,
      '/store/sign-in?to=%2Fpayment-problems',
    ])
    const posted = await member.post('/payment-problems', {})
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET'])
  })
})
