import { afterAll, describe, expect, onTestFinished, test } from 'vitest'
import type { CheckoutView, StatusEvent } from '../../contract/buyer.ts'
import type { StoreResource } from '../../contract/platform/platform.ts'
import {
  LIVE,
  aBuyer,
  aProduct,
  aSession,
  aStore,
  readSession,
  stockOf,
} from '../../testing/builders.ts'
import { expectError } from '../../testing/expect-error.ts'
import { call } from '../../testing/http-call.ts'
import { holdLock } from '../../testing/held-lock.ts'
import { expectInvariants } from '../../testing/invariants.ts'
import { openSpecService } from '../../testing/servers/spec-service.ts'
import { startTestService } from '../../testing/servers/test-service.ts'
import { confirmationTokenFor } from '../../../lab/stripe/stripe-cards.ts'
import { startStripeDouble } from '../../../lab/stripe/stripe-double.ts'

const double = await startStripeDouble()
const env = { PAYMENT_PROVIDER: 'stripe', ...double.settings }
const { service, sql } = await openSpecService({ env })
afterAll(async () => {
  await expectInvariants(sql)
  await double.close()
})

const ALL = ['ideal', 'blik', 'pix', 'paypal']

async function aCheckout(fields: Record<string, unknown> = {}) {
  const store = await aStore(service, { ...LIVE, paymentMethods: ALL, ...fields })
  await aProduct(service, store)
  const id = await aSession(service, store)
  return { store, id, buyer: await aBuyer(service, id) }
}

const attemptOf = async (sessionId: string) => {
  const [attempt] = await sql.rows<{ id: string; state: string; paymentId: string }>(
    `select id, state, provider_payment_id as "paymentId" from payment_attempts
    where session_id = $1 order by created_at desc limit 1`,
    [sessionId],
  )
  if (!attempt) throw new Error('the session has an attempt')
  return attempt
}

/** A payment that waits for its buyer elsewhere. */
async function aRedirect(method = 'ideal', fields: Record<string, unknown> = {}) {
  const checkout = await aCheckout(fields)
  const { status, body } = await checkout.buyer.payWith(method)
  expect(status).toBe(202)
  const action = body.status === 'processing' ? body.action : undefined
  const attempt = await attemptOf(checkout.id)
  const payment = double.books.find(attempt.paymentId)
  const at = `${service.paymentFrameUrl}/challenges/${attempt.id}`
  return {
    ...checkout,
    action,
    payment,
    confirm: () => double.books.answerChallenge(payment.id, 'complete'),
    openReturn: ({ paymentFrameUrl } = service) => {
      const address = payment.elsewhere!.returnUrl.replace(service.paymentFrameUrl, paymentFrameUrl)
      return call<string>('GET', `${address}&payment_intent_client_secret=x`)
    },
    lookAgain: () => call('POST', at),
    read: async () => (await readSession(service, checkout.store, checkout.id)).body,
    view: async () =>
      (await (await aBuyer(service, checkout.id)).send<CheckoutView>('GET', 'view')).body,
    /** The time in which the buyer may confirm is over. */
    endLease: () =>
      sql.rows(
        `update payment_attempts set lease_until = clock_timestamp() - interval '1 minute'
        where id = $1`,
        [attempt.id],
      ),
  }
}

describe('decision 82: a payment that its buyer confirms elsewhere', () => {
  test.each([
    ['ideal', 'EUR', 'redirect'],
    ['paypal', 'EUR', 'redirect'],
    ['pix', 'BRL', 'instructions'],
  ])(
    'a payment by %s in %s holds the units, then sends the buyer there',
    async (method, currency, type) => {
      const { store, action, payment } = await aRedirect(method, { currency })
      expect(action).toEqual({ type, url: payment.elsewhere!.url })
      expect(await stockOf(service, store)).toEqual([9])
      expect(payment).toMatchObject({
        captureMethod: 'automatic',
        methodTypes: [method],
        status: 'requires_action',
        charge: null,
      })
      expect(payment.elsewhere).toMatchObject({
        returnUrl: expect.stringMatching(/\/challenges\/att_\w{24}\/return\?session=cs_\w{32}$/),
      })
    },
  )

  test('without script the page leads to the method’s page, by an address with nothing added', async () => {
    const { id, payment } = await aRedirect()
    const { text } = await call<string>('GET', `${service.checkoutUrl}/${id}?lang=de`)
    const [, href = ''] = /noscript instead[^]*?href="([^"]*)"/.exec(text) ?? []
    expect(href.replaceAll('&amp;', '&')).toBe(payment.elsewhere!.url)
  })

  test('blik: the code goes along with the payment, and the buyer confirms in their app', async () => {
    const { action, read, confirm, lookAgain } = await aRedirect('blik:123456', { currency: 'PLN' })
    expect(action).toBeUndefined()
    expect(double.requests.map(({ body }) => body)).toContainEqual(
      expect.objectContaining({ payment_method_options: { blik: { code: '123456' } } }),
    )
    confirm()
    await lookAgain()
    expect((await read()).status).toBe('complete')
  })

  test('blik has no page that would give more time, and the same five minutes', async () => {
    const { id } = await aRedirect('blik:123456', { currency: 'PLN' })
    const [lease] = await sql.rows(
      `select extract(epoch from lease_until - created_at)::int as seconds
      from payment_attempts where session_id = $1`,
      [id],
    )
    expect(lease).toEqual({ seconds: 300 })
  })

  test('the buyer comes back to the checkout, which knows what came of it', async () => {
    const { id, store, confirm, openReturn, read, payment } = await aRedirect()
    confirm()
    const back = await openReturn()
    expect(back.status).toBe(303)
    expect(back.headers.get('location')).toBe(`${service.checkoutUrl}/${id}?returned`)
    expect(await read()).toMatchObject({ status: 'complete', order: { amountTotal: 1990 } })
    expect(payment.charge).toMatchObject({ captured: 1990, refunded: 0 })
    expect(await stockOf(service, store)).toEqual([9])
  })

  test.each([
    ['the session is busy', 'select from checkout_sessions for update'],
    ['the record cannot be read', 'lock table payment_attempts in access exclusive mode'],
  ])(
    'the buyer comes back to the checkout while %s: recovery makes the order',
    async (_, statement) => {
      const { id, confirm, openReturn, read } = await aRedirect()
      confirm()
      // For a lock the service of the other tests waits a minute, whatever the machine has to do.
      const databaseUrl = service.databaseUrl.replace(/lock_timeout=\d+/, 'lock_timeout=1000')
      const impatient = await startTestService({ databaseUrl, env })
      onTestFinished(impatient.stop)
      const held = await holdLock(service.databaseUrl, statement)
      const back = await openReturn(impatient)
      await held.commit()
      expect(back.status).toBe(303)
      expect(back.headers.get('location')).toBe(`${impatient.checkoutUrl}/${id}?returned`)
      await expect.poll(async () => (await read()).status).toBe('complete')
    },
  )

  test('the notification, the way back and who asks again make one order of it', async () => {
    const { confirm, openReturn, lookAgain, read, payment } = await aRedirect()
    confirm()
    await Promise.all([openReturn(), lookAgain(), openReturn(), lookAgain()])
    expect((await read()).status).toBe('complete')
    expect(payment).toMatchObject({ confirmations: 1, charge: { captured: 1990, refunded: 0 } })
  })

  test('a payment given up elsewhere charges nothing, gives the units back, and a card pays', async () => {
    const { store, buyer, payment, openReturn, read, view } = await aRedirect()
    double.books.answerChallenge(payment.id, 'fail')
    await openReturn()
    expect((await read()).status).toBe('open')
    expect((await view()).attempt).toEqual({
      status: 'failed',
      code: 'attempt_given_up',
      message: expect.not.stringContaining('card'),
    })
    expect(await stockOf(service, store)).toEqual([10])
    expect(payment.status).toBe('canceled')
    expect((await buyer.payWith(confirmationTokenFor('4242424242424242'))).status).toBe(200)
  })

  test('while a payment elsewhere is open no second one begins', async () => {
    const { buyer } = await aRedirect()
    expectError(await buyer.payWith('paypal'), 409, 'payment_in_progress')
    expectError(
      await buyer.payWith(confirmationTokenFor('4242424242424242')),
      409,
      'payment_in_progress',
    )
  })
})

describe('decision 82: a buyer who wants to pay otherwise', () => {
  test('a buyer gives up what waits for them: nothing is charged, the units wait, a card pays', async () => {
    const { store, buyer, payment, confirm } = await aRedirect()
    const { status, body } = await buyer.send<StatusEvent>('POST', 'cancel')
    expect({ status, body }).toMatchObject({
      status: 200,
      body: { status: 'open', attempt: { status: 'failed', code: 'attempt_given_up' } },
    })
    expect(payment.status).toBe('canceled')
    expect(confirm).toThrow('asks the buyer nothing')
    expect(await stockOf(service, store)).toEqual([9])
    expect((await buyer.payWith(confirmationTokenFor('4242424242424242'))).status).toBe(200)
  })

  test('a buyer who gives up and has confirmed in that moment has paid, once', async () => {
    const { buyer, confirm, read, payment } = await aRedirect()
    confirm()
    const { body } = await buyer.send<StatusEvent>('POST', 'cancel')
    expect(body.status).toBe('complete')
    expect((await read()).status).toBe('complete')
    expect(payment.charge).toMatchObject({ captured: 1990, refunded: 0 })
  })

  test('giving up where nothing waits does nothing, however often; a stranger cannot', async () => {
    const { id, buyer, store } = await aCheckout()
    const answers = []
    for (let count = 0; count < 8; count += 1) answers.push(await buyer.send('POST', 'cancel'))
    expect(answers[0]).toMatchObject({ status: 200, body: { status: 'open', attempt: null } })
    expectError(answers.at(-1)!, 429, 'rate_limited')
    expectError(await call('POST', `${service.checkoutUrl}/${id}/cancel`), 401, 'invalid_token')
    expect(await stockOf(service, store)).toEqual([10])
  })
})

describe('decision 82: money that comes after its time', () => {
  test('late money of a redirect method is given back by itself, once, and the page says so', async () => {
    const { id, store, endLease, confirm, openReturn, lookAgain, read, view, payment } =
      await aRedirect()
    await endLease()
    confirm()
    await Promise.all([openReturn(), lookAgain(), lookAgain()])
    expect(payment.charge).toMatchObject({ captured: 1990, refunded: 1990 })
    expect(
      [...double.books.refunds.values()].filter((one) => one.payment === payment),
    ).toHaveLength(1)
    expect((await read()).status).toBe('open')
    expect(await stockOf(service, store)).toEqual([10])
    expect((await view()).attempt).toEqual({
      status: 'failed',
      code: 'payment_returned',
      message: expect.stringContaining('goes back to you'),
    })
    await sql.rows(
      `update checkout_sessions set expires_at = clock_timestamp() - interval '1 second',
        created_at = clock_timestamp() - interval '31 minutes' where id = $1`,
      [id],
    )
    const { text } = await call<string>('GET', `${service.checkoutUrl}/${id}`)
    const seen = text.slice(text.indexOf('<body>'))
    expect(seen).toContain('Your payment arrived too late')
    expect(seen).not.toContain('You were not charged')
  })

  test('late money is given back anew when that has failed later', async () => {
    const { endLease, confirm, openReturn, lookAgain, payment } = await aRedirect()
    await endLease()
    confirm()
    await openReturn()
    const made = () => [...double.books.refunds.values()].filter((one) => one.payment === payment)
    for (const code of ['expired_or_canceled_card', 'lost_or_stolen_card']) {
      // Some hours later.
      for (const refund of made()) refund.created -= 7200
      double.books.failRefund(made().at(-1)!.id, code)
      expect(payment.charge).toMatchObject({ refunded: 0 })
      await Promise.all([lookAgain(), lookAgain()])
      expect(payment.charge).toMatchObject({ captured: 1990, refunded: 1990 })
    }
    const [left] = await sql.rows(
      `select count(*)::int as breaks from reconciliation_breaks b
      join payment_attempts a on a.id = b.attempt_id
      where a.provider_payment_id = $1 and b.resolved_at is null`,
      [payment.id],
    )
    expect(left).toEqual({ breaks: 0 })
  })

  test('money heard of in time is an order, whatever the bank’s clock says', async () => {
    const { confirm, openReturn, read, payment } = await aRedirect()
    confirm()
    payment.charge!.created += 400
    await openReturn()
    expect((await read()).status).toBe('complete')
    expect(payment.charge).toMatchObject({ refunded: 0 })
  })

  test('money that was taken in time is kept, however late it is heard of', async () => {
    const { endLease, confirm, openReturn, read, payment } = await aRedirect()
    confirm()
    payment.charge!.created -= 3600
    await endLease()
    await openReturn()
    expect((await read()).status).toBe('complete')
    expect(payment.charge).toMatchObject({ refunded: 0 })
  })

  test('money cannot come any more once its payment was given up', async () => {
    const { store, endLease, openReturn, payment, confirm, view } = await aRedirect()
    await endLease()
    await openReturn()
    expect(payment.status).toBe('canceled')
    expect(confirm).toThrow('asks the buyer nothing')
    expect((await view()).attempt).toMatchObject({ code: 'attempt_given_up' })
    expect(await stockOf(service, store)).toEqual([10])
  })
})

describe('decision 82: a store turns each of them on', () => {
  const NOT_TAKEN = /^paymentMethod: is not one that this store takes$/

  test.each([
    ['turned off', {}, { paymentMethods: [] }, 'ideal'],
    ['another currency', {}, { currency: 'USD' }, 'ideal'],
    ['a test store', {}, { test: true, seller: undefined }, 'ideal'],
  ])(
    'a payment method is refused before anything is held: %s',
    async (_what, _none, fields, method) => {
      const { store, buyer } = await aCheckout(fields)
      expectError(await buyer.payWith(method), 400, 'invalid_request', NOT_TAKEN)
      expect(await stockOf(service, store)).toEqual([10])
    },
  )

  test('a method turned off while its buyer is about to press is refused as well', async () => {
    const { store, buyer } = await aCheckout()
    await service.platform('PATCH', `/stores/${store.id}`, { paymentMethods: ['paypal'] })
    expectError(await buyer.payWith('ideal'), 400, 'invalid_request', NOT_TAKEN)
  })

  test('a method turned off while its buyer confirms is paid all the same', async () => {
    const { store, confirm, openReturn, read } = await aRedirect()
    await service.platform('PATCH', `/stores/${store.id}`, { paymentMethods: [] })
    confirm()
    await openReturn()
    expect((await read()).status).toBe('complete')
  })

  test('payment methods are none until set, and can be read, changed and taken away', async () => {
    const { id, ...created } = await aStore(service)
    expect(created).not.toHaveProperty('paymentMethods')
    const patch = async (paymentMethods: string[]) =>
      (await service.platform<StoreResource>('PATCH', `/stores/${id}`, { paymentMethods })).body
    expect((await patch(['ideal', 'paypal'])).paymentMethods).toEqual(['ideal', 'paypal'])
    expect(await patch([])).not.toHaveProperty('paymentMethods')
    expectError(
      await service.platform('PATCH', `/stores/${id}`, { paymentMethods: ['cash'] }),
      400,
      'invalid_request',
      /^paymentMethods\[0\]: must be one of ideal, blik, pix, paypal$/,
    )
  })
})
