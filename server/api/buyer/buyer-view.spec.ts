import { describe, expect, onTestFinished, test, vi } from 'vitest'
import { type CheckoutView, TokenResponse } from '../../contract/buyer.ts'
import { CARDS, aBuyer, aProduct, aSession, aStore, readSession } from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { call } from '../../testing/http-call.ts'
import { inMinutes } from '../../testing/moments.ts'
import { expectMoment } from '../../testing/record-clock.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'

const OPTIONS = [
  { id: 'post', name: 'Post', fee: 450 },
  { id: 'express', name: 'Express', fee: 1200 },
]

const { service, sql } = await openSpecService()
const store = await aStore(service, { name: 'Loom & Co', deliveryOptions: OPTIONS })
await aProduct(service, store, {
  slug: 'shirt',
  name: 'Shirt',
  price: 2500,
  imageUrl: 'https://cdn.example/shirt.webp',
  variants: [{ size: 'M', colorName: 'Écru', stock: 100 }],
})

const aShirtSession = (fields: Record<string, unknown> = {}) =>
  aSession(service, store, {
    items: [{ product: 'shirt', size: 'M', color: 'Écru', quantity: 2 }],
    ...fields,
  })

const view = async (id: string) => (await aBuyer(service, id)).send<CheckoutView>('GET', 'view')

/** As an embedding page asks first: a simple request, which browsers send without a preflight. */
const openWithView = (id: string, origin: string) =>
  fetch(`${service.checkoutUrl}/${id}/token?view=1`, {
    method: 'POST',
    body: '{}',
    headers: { origin },
  })

const delivery = (option: string) => ({
  fulfillment: { method: 'DELIVERY', option, details: '1 Elm Street' },
})

describe('contract §5: view', () => {
  test('the view comes with the token when that is asked so, the same as by itself', async () => {
    const id = await aShirtSession({ customer: { name: 'Ana Example' } })
    const response = await openWithView(id, 'https://shop.example')
    const { token, view: first } = TokenResponse.parse(await response.json())
    expect(response.headers.get('access-control-allow-origin')).toBe('https://shop.example')
    const { body } = await call<CheckoutView>('GET', `${service.checkoutUrl}/${id}/view`, {
      token,
      headers: { origin: 'https://shop.example' },
    })
    expect(first).toEqual({ ...body, now: expect.any(String) })
    expect(first?.customer).toEqual({ name: 'Ana Example' })
  })

  test('the view comes with no token of a page that the store does not allow', async () => {
    const strict = await aStore(service, { allowedOrigins: ['https://shop.example'] })
    await aProduct(service, strict)
    const id = await aSession(service, strict)
    const response = await openWithView(id, 'https://elsewhere.example')
    expect(response.status).toBe(403)
    expect(await response.json()).toEqual({
      error: { code: 'origin_not_allowed', message: expect.any(String) },
    })
  })

  test('the view with the token is masked for a paid session, as no receipt key came along', async () => {
    const id = await aShirtSession()
    const buyer = await aBuyer(service, id)
    await buyer.pay(delivery('post'))
    const { view: first } = TokenResponse.parse(
      await (await openWithView(id, 'https://shop.example')).json(),
    )
    expect(first).toMatchObject({ status: 'complete' })
    expect(first?.order).toEqual((await view(id)).body.order)
    expect(JSON.stringify(first)).not.toContain('Example')
  })

  test('the view shows what is sold, the price and delivery, and nothing beyond the buyer’s need', async () => {
    const id = await aShirtSession({
      successUrl: 'https://shop.example/thanks',
      cancelUrl: 'https://shop.example/cart',
      customer: { name: 'Ana', email: 'ana@example.com' },
      metadata: { margin: 70 },
    })
    const { status, body } = await view(id)
    expect(status).toBe(200)
    expect(body).toEqual({
      id,
      status: 'open',
      expiresAt: expect.stringMatching(/Z$/),
      now: expect.stringMatching(/Z$/),
      store: {
        name: 'Loom & Co',
        language: 'en-GB',
        withdrawal: { url: `${service.checkoutUrl}/withdraw`, days: 14 },
      },
      item: {
        name: 'Shirt',
        imageUrl: 'https://cdn.example/shirt.webp',
        size: 'M',
        color: 'Écru',
        quantity: 2,
        unitPrice: 2500,
      },
      currency: 'EUR',
      currencyDigits: 2,
      deliveryOptions: OPTIONS,
      customer: { name: 'Ana', email: 'ana@example.com' },
      amounts: { subtotal: 5000, fee: 450, total: 5450 },
      attempt: null,
      order: null,
      payment: { provider: 'test', frameUrl: service.paymentFrameUrl },
      successUrl: 'https://shop.example/thanks',
      cancelUrl: 'https://shop.example/cart',
    })
  })

  test('the view says until when the buyer may pay: 30 minutes from the beginning', async () => {
    await expectMoment(
      sql,
      async () => view(await aShirtSession()),
      ({ body }) => new Date(Date.parse(body.expiresAt) - 30 * 60_000),
    )
  })

  test.each([40, -40])(
    'view and page go by the clock of the record when the service’s own is %i min off',
    async (minutes) => {
      const id = await aShirtSession()
      vi.useFakeTimers({ toFake: ['Date'], now: inMinutes(minutes) })
      onTestFinished(() => void vi.useRealTimers())
      await expectMoment(
        sql,
        () => view(id),
        ({ body }) => body.now,
      )
      for (let visit = 0; visit < 2; visit += 1)
        await expectMoment(
          sql,
          () => call<string>('GET', `${service.checkoutUrl}/${id}`),
          ({ text }) => /"now":"([^"]+)"/.exec(text)?.[1],
        )
    },
  )

  test('the view leaves out the addresses that were not given', async () => {
    const { body } = await view(await aShirtSession())
    expect(Object.keys(body)).not.toContain('successUrl')
    expect(Object.keys(body)).not.toContain('cancelUrl')
  })

  test.each([
    ['JPY', 0],
    ['KWD', 3],
    ['EUR', 2],
  ])('the view says how many digits of %s are behind the point', async (currency, digits) => {
    const own = await aStore(service, { currency })
    await aProduct(service, own)
    expect((await view(await aSession(service, own))).body).toMatchObject({
      currency,
      currencyDigits: digits,
    })
  })

  test('the view after a decline says why, and that nothing was charged', async () => {
    const id = await aShirtSession()
    const buyer = await aBuyer(service, id)
    await buyer.pay({ ...delivery('post'), card: CARDS.insufficientFunds })
    expect((await view(id)).body).toMatchObject({
      status: 'open',
      attempt: {
        status: 'failed',
        code: 'insufficient_funds',
        message: expect.stringMatching(/insufficient funds.*[Nn]othing was charged/),
      },
    })
  })

  test('the view shows the bank’s address while the bank asks', async () => {
    const id = await aShirtSession()
    const { body } = await (
      await aBuyer(service, id)
    ).pay({ ...delivery('post'), card: CARDS.challenge })
    expect((await view(id)).body).toMatchObject({
      status: 'open',
      attempt: { status: 'processing', action: 'action' in body ? body.action : {} },
    })
  })

  test('the view after paying shows the order, its buyer masked, and no prefill any more', async () => {
    const id = await aShirtSession({ customer: { name: 'Ana', phone: '+34 600 123 456' } })
    await (await aBuyer(service, id)).pay(delivery('express'))
    expect((await view(id)).body).toMatchObject({
      status: 'complete',
      customer: {},
      attempt: null,
      amounts: { subtotal: 5000, fee: 1200, total: 6200 },
      order: {
        amountTotal: 6200,
        quantity: 2,
        customer: { name: 'Ana E', phone: '+•• ••• ••• •••' },
        fulfillment: { method: 'DELIVERY', details: 'Express', fee: 1200 },
      },
    })
    expect((await view(id)).text).not.toMatch(/Example|600 123|Elm Street/)
  })

  test('the view of a session whose time is over says expired, without prefill', async () => {
    const id = await aShirtSession({ customer: { name: 'Ana' } })
    await service.platform('POST', '/test-provider/expire-session', { sessionId: id })
    expect((await view(id)).body).toMatchObject({ status: 'expired', customer: {}, order: null })
  })

  test('the view is read, not written', async () => {
    const buyer = await aBuyer(service, await aShirtSession())
    expectError(await buyer.send('POST', 'view', {}), 405, 'method_not_allowed', /GET/)
    expectError(await buyer.send('GET', 'pay'), 405, 'method_not_allowed', /POST/)
    expectError(await buyer.send('GET', 'token'), 405, 'method_not_allowed', /POST/)
  })
})

describe('security §4: the full receipt belongs to the browser that paid', () => {
  const KEY = 'the-key-of-the-browser-that-paid'
  const OTHER = 'the-key-of-another-browser-1234567'
  const FULL = {
    customer: { name: 'Ana Example', phone: '+34 600 123 456' },
    fulfillment: { method: 'DELIVERY', details: 'Express, 1 Elm Street', fee: 1200 },
  }
  const MASKED = { customer: { name: 'Ana E' }, fulfillment: { details: 'Express' } }

  const viewAs = async (id: string, receiptKey?: string) =>
    (await aBuyer(service, id, receiptKey === undefined ? {} : { receiptKey })).send<CheckoutView>(
      'GET',
      'view',
    )

  async function aPaidSession({ key = KEY, card = CARDS.succeeds as string } = {}) {
    const id = await aShirtSession()
    const answer = await (
      await aBuyer(service, id, { receiptKey: key })
    ).pay({ ...delivery('express'), card })
    return { id, answer }
  }

  test('whoever has the receipt key reads the full receipt, and nobody else', async () => {
    const { id, answer } = await aPaidSession()
    expect(answer.body).toMatchObject({ status: 'complete', order: FULL })
    expect((await viewAs(id, KEY)).body).toMatchObject({ order: FULL, deliveryOption: 'express' })
    expect((await viewAs(id)).body).toMatchObject({ order: MASKED, deliveryOption: 'express' })
    expect((await viewAs(id, OTHER)).body.order).toMatchObject(MASKED)
    expect((await viewAs(id, '')).body.order).toMatchObject(MASKED)
  })

  test('an order keeps its delivery option, and one from before is read by its text', async () => {
    const { id } = await aPaidSession()
    const kept = () =>
      sql.rows('select delivery_option as id from orders where session_id = $1', [id])
    expect(await kept()).toEqual([{ id: 'express' }])
    await sql.rows('update orders set delivery_option = null where session_id = $1', [id])
    expect((await viewAs(id, KEY)).body.deliveryOption).toBe('express')
  })

  test('the full receipt has brand and last four digits of the card, as the provider says', async () => {
    const { id } = await aPaidSession()
    const card = { brand: 'Visa', last4: '4242' }
    expect((await viewAs(id, KEY)).body.card).toEqual(card)
    expect((await viewAs(id)).body).not.toHaveProperty('card')
    expect((await readSession(service, store, id)).text).not.toContain('"4242"')
  })

  test('the card of a payment whose answer was lost is learnt from the bank', async () => {
    const { id } = await aPaidSession({ card: CARDS.capturedThenLost })
    await expect
      .poll(async () => (await viewAs(id, KEY)).body.card)
      .toEqual({ brand: 'Visa', last4: '0341' })
  })

  test.each([
    ['5555555555554444', { brand: 'Mastercard', last4: '4444' }],
    ['378282246310005', { brand: 'American Express', last4: '0005' }],
  ])(
    'the receipt of the test card %s has its brand and last four digits, too',
    async (number, card) => {
      const { id } = await aPaidSession({ card: number })
      expect((await viewAs(id, KEY)).body.card).toEqual(card)
    },
  )

  test('the receipt key opens the full receipt for 24 h', async () => {
    const { id } = await aPaidSession()
    const paidAgo = (interval: string) =>
      sql.rows(
        `update orders set paid_at = clock_timestamp() - $2::interval where session_id = $1`,
        [id, interval],
      )
    await paidAgo('23 hours 59 minutes')
    expect((await viewAs(id, KEY)).body.order).toMatchObject(FULL)
    await paidAgo('24 hours')
    expect((await viewAs(id, KEY)).body.order).toMatchObject(MASKED)
  })

  test('the receipt key is the one of the payment that took the money', async () => {
    const id = await aShirtSession()
    const declined = { ...delivery('express'), card: CARDS.declined }
    await (await aBuyer(service, id, { receiptKey: OTHER })).pay(declined)
    await (await aBuyer(service, id, { receiptKey: KEY })).pay(delivery('express'))
    expect((await viewAs(id, OTHER)).body.order).toMatchObject(MASKED)
    expect((await viewAs(id, KEY)).body.order).toMatchObject(FULL)
  })

  test('a payment whose answer was lost keeps its receipt key', async () => {
    const { id, answer } = await aPaidSession({ card: CARDS.capturedThenLost })
    expect(answer.status).toBe(202)
    await expect.poll(async () => (await viewAs(id, KEY)).body.order).toMatchObject(FULL)
    expect((await viewAs(id)).body.order).toMatchObject(MASKED)
  })

  test('a payment without a receipt key is answered in full, and masked from then on', async () => {
    const id = await aShirtSession()
    const answer = await (await aBuyer(service, id)).pay(delivery('express'))
    expect(answer.body).toMatchObject({ status: 'complete', order: FULL })
    expect((await viewAs(id, KEY)).body.order).toMatchObject(MASKED)
  })

  test.each(['short', 'x'.repeat(129), 'with spaces in it, and a comma, see'])(
    'a receipt key cannot be "%s", and nothing is paid with it',
    async (receiptKey) => {
      const id = await aShirtSession()
      const buyer = await aBuyer(service, id, { receiptKey })
      expectError(await buyer.pay(delivery('express')), 400, 'invalid_request', /^Receipt-Key: /)
      expectError(await buyer.send('GET', 'view'), 400, 'invalid_request', /^Receipt-Key: /)
      expect((await view(id)).body).toMatchObject({ status: 'open', attempt: null })
    },
  )

  test('the merchant reads the order in full at any time; of the receipt key a digest is kept', async () => {
    const { id } = await aPaidSession()
    expect((await readSession(service, store, id)).body.order).toMatchObject(FULL)
    const kept = await sql.rows(
      `select o::text || a::text as text from orders o join payment_attempts a on a.id = o.attempt_id
      where o.session_id = $1`,
      [id],
    )
    expect(JSON.stringify(kept)).not.toContain(KEY)
  })

  test('a page of a merchant may send a receipt key', async () => {
    const { headers } = await call(
      'OPTIONS',
      `${service.checkoutUrl}/${await aShirtSession()}/pay`,
      {
        headers: { origin: 'https://shop.example' },
      },
    )
    expect(headers.get('access-control-allow-headers')).toContain('Receipt-Key')
  })
})
