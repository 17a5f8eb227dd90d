import { describe, expect, test } from 'vitest'
import { ids } from '../../auth/random.ts'
import { SERVICE_ID } from '../../../lab/stripe/stripe-at-the-double.ts'
import { createStripeProvider } from './stripe-provider.ts'
import {
  SECRETS,
  double,
  provider,
  anAttempt,
  after,
  requestsAbout,
  paymentsOf,
  paymentsOfSession,
  listPayments,
  useStripe,
} from '../../../lab/stripe/stripe-suite.ts'

useStripe()

describe('payments §7: A payment at Stripe', () => {
  test('a payment is created unconfirmed, then confirmed, each under a key of the attempt', async () => {
    const attempt = await after(['authorize', 'capture', 'refund'])
    expect(requestsAbout(attempt)).toEqual([
      'create :create',
      'confirm :authorize',
      'create :create',
      'capture :capture',
      'create :create',
      'refund :refund',
    ])
    const [create] = double.requests.filter(
      ({ idempotencyKey }) => idempotencyKey === `${attempt.id}:create`,
    )
    expect(create?.body).toEqual({
      amount: 2440,
      currency: 'eur',
      capture_method: 'manual',
      allowed_payment_method_types: ['card'],
      metadata: {
        attempt: attempt.id,
        session: attempt.sessionId,
        store: attempt.storeId,
        service: SERVICE_ID,
      },
    })
  })

  test('a payment from before they named the service is asked about as it was begun', async () => {
    const attempt = await after(['authorize', 'capture'], anAttempt({ orderNumber: null }))
    expect(paymentsOf(attempt)).toMatchObject([
      {
        metadata: { attempt: attempt.id, session: attempt.sessionId, store: attempt.storeId },
        status: 'succeeded',
      },
    ])
    expect(paymentsOf(attempt)[0]?.metadata).not.toHaveProperty('service')
  })

  test('a payment is used at once when its id is known', async () => {
    const attempt = await after(['authorize'])
    const [payment] = paymentsOf(attempt)
    double.requests.splice(0)
    expect(
      await provider.capture({ ...attempt, providerPaymentId: payment?.id ?? '' }),
    ).toMatchObject({ type: 'captured' })
    expect(requestsAbout(attempt)).toEqual(['capture :capture'])
  })

  test('a payment that was never answered for is given up without ever being confirmed', async () => {
    const attempt = await after(['cancel'])
    expect(requestsAbout(attempt)).toEqual(['create :create', 'cancel :cancel'])
    expect(paymentsOf(attempt)).toMatchObject([{ status: 'canceled', charge: null }])
  })

  test.each([
    ['pm_card_visa', 'payment_method'],
    ['ctoken_4242424242424242_np_once', 'confirmation_token'],
  ])('a payment is confirmed with %s as its %s', async (paymentMethod, parameter) => {
    const attempt = anAttempt({ paymentMethod })
    expect(await provider.authorize(attempt)).toMatchObject({ type: 'authorized' })
    const confirmation = double.requests.find(
      ({ idempotencyKey }) => idempotencyKey === `${attempt.id}:authorize`,
    )
    expect(confirmation?.body).toEqual({
      [parameter]: paymentMethod,
      use_stripe_sdk: true,
      expand: ['latest_charge'],
      shipping: { name: 'Ana', phone: '1234567', address: { line1: 'Here' } },
    })
  })

  test('a payment is confirmed once, though another process knows less of its address', async () => {
    const attempt = anAttempt()
    const address = { country: 'ES', street: 'Calle Mayor 1', city: 'Madrid' }
    const begun = { ...attempt, fulfillment: { ...attempt.fulfillment, address } }
    expect(await provider.authorize(begun)).toMatchObject({ type: 'authorized' })
    expect(await provider.authorize(attempt)).toMatchObject({ type: 'authorized' })
    expect(paymentsOf(attempt)).toMatchObject([{ confirmations: 1 }])
  })

  test('where the store has said its name, the statement has the order number; a receipt goes where it wants one', async () => {
    const bodyOf = ({ id }: { id: string }, call: string) =>
      double.requests.find(({ idempotencyKey }) => idempotencyKey?.startsWith(`${id}:${call}`))
        ?.body
    const plain = await after(['authorize', 'capture'])
    expect(bodyOf(plain, 'capture')).toEqual({ expand: ['latest_charge'] })
    expect(bodyOf(plain, 'authorize')).not.toHaveProperty('receipt_email')
    const attempt = await after(
      ['authorize', 'capture'],
      anAttempt({
        orderNumber: 'K7Q2M-4XW9P',
        statementName: 'LOOM',
        receiptEmail: 'ana@mail.example',
      }),
    )
    expect(bodyOf(attempt, 'capture')).toMatchObject({ statement_descriptor_suffix: 'K7Q2M4XW9P' })
    expect(bodyOf(attempt, 'authorize')).toMatchObject({ receipt_email: 'ana@mail.example' })
    expect(paymentsOf(attempt)).toMatchObject([{ status: 'succeeded' }])
  })

  test('a payment with a token that was used before is declined', async () => {
    const paymentMethod = double.confirmationTokenFor('4242424242424242')
    await after(['authorize'], anAttempt({ paymentMethod }))
    const outcome = await provider.authorize(anAttempt({ paymentMethod }))
    expect(outcome).toMatchObject({ type: 'declined', code: 'invalid_payment_method' })
  })

  test('a payment asks the buyer with its client secret', async () => {
    const attempt = anAttempt({ paymentMethod: 'pm_card_authenticationRequired' })
    const asked = await provider.authorize(attempt)
    const [payment] = paymentsOf(attempt)
    expect(asked).toMatchObject({
      type: 'action_required',
      url: `https://shop.example/${attempt.id}#${payment?.clientSecret}`,
    })
  })

  test.each([
    ['4000000000009995', 'insufficient_funds'],
    ['4000000000000069', 'expired_card'],
    ['4000000000000119', 'processing_error'],
    ['4000000000009987', 'card_declined'],
  ])(
    'a payment of the card %s is declined with %s: a lost card is nobody else’s business',
    async (card, code) => {
      const attempt = anAttempt({ paymentMethod: double.confirmationTokenFor(card) })
      expect(await provider.authorize(attempt)).toMatchObject({ type: 'declined', code })
    },
  )

  test.each([
    ['KWD', 12_345],
    ['MGA', 501],
    ['IQD', 1000],
  ])('a payment in %s of %i is declined before Stripe hears of it', async (currency, amount) => {
    const attempt = anAttempt({ currency, amount })
    expect(await provider.authorize(attempt)).toEqual({
      type: 'declined',
      code: 'amount_not_supported',
    })
    expect(await provider.cancel(attempt)).toEqual({ type: 'cancelled' })
    expect(await provider.capture(attempt)).toEqual({ type: 'unknown' })
    expect(requestsAbout(attempt)).toEqual([])
  })

  test('a payment that Stripe refuses to make is declined; given up, there is nothing to take', async () => {
    const attempt = anAttempt({ amount: 0 })
    expect(await provider.authorize(attempt)).toEqual({ type: 'declined', code: 'payment_refused' })
    expect(await provider.cancel(attempt)).toEqual({ type: 'cancelled' })
    expect(paymentsOf(attempt)).toEqual([])
  })

  test('a payment is told as Stripe has it: the core compares amount and attempt', async () => {
    const attempt = anAttempt()
    double.failNext('create', 'other_amount')
    const reserved = { attemptId: attempt.id, amount: 2540, currency: 'EUR' }
    expect(await provider.authorize(attempt)).toMatchObject({
      type: 'authorized',
      payment: reserved,
    })
    for (const payment of paymentsOf(attempt))
      payment.metadata = { ...payment.metadata, attempt: 'att_another' }
    const taken = { ...reserved, attemptId: 'att_another' }
    expect(await provider.capture(attempt)).toMatchObject({ type: 'captured', payment: taken })
  })

  test.each([
    ['less', 2340],
    ['more', 2540],
  ] as const)(
    'a payment of which the bank reserves %s than asked is told as what can be taken and was',
    async (share, amount) => {
      const attempt = anAttempt()
      double.failNext('confirm', `authorizes_${share}`)
      const payment = { attemptId: attempt.id, amount, currency: 'EUR' }
      expect(await provider.authorize(attempt)).toMatchObject({ type: 'authorized', payment })
      expect(await provider.capture(attempt)).toMatchObject({ type: 'captured', payment })
    },
  )

  test('a payment asked for with other parameters under its key is an error: it may take money', async () => {
    const attempt = await after(['authorize'])
    await expect(provider.cancel({ ...attempt, amount: 2441 })).rejects.toThrow(
      'first used with other parameters',
    )
    expect(paymentsOf(attempt)).toMatchObject([{ status: 'requires_capture' }])
  })

  test('a payment that the bank still works on is unknown', async () => {
    const attempt = await after(['authorize'])
    for (const payment of paymentsOf(attempt)) payment.status = 'processing'
    expect(await provider.retrieve(attempt)).toMatchObject({ type: 'unknown' })
    expect(await provider.cancel(attempt)).toMatchObject({ type: 'unknown' })
  })

  test('a payment that was only reserved is not asked to be given back', async () => {
    const attempt = await after(['authorize'])
    expect(await provider.refund(attempt)).toMatchObject({ type: 'authorized' })
    expect(requestsAbout(attempt)).not.toContainEqual(expect.stringMatching(/^refund/))
  })
})

describe('payments §7: The connection to Stripe', () => {
  const providerAt = (options: { secretKey?: string; apiBase?: string }) =>
    createStripeProvider({
      secretKey: double.secretKey,
      apiBase: double.url,
      webhookSecrets: SECRETS,
      serviceId: 'svc_1',
      challengeUrl: (id) => `https://shop.example/${id}`,
      returnUrl: ({ id }: { id: string }) => `https://pay.example/challenges/${id}/return`,
      ...options,
    })

  test('a connection to Stripe with another key is an error, not an outcome', async () => {
    await expect(providerAt({ secretKey: 'sk_test_other' }).cancel(anAttempt())).rejects.toThrow(
      'Invalid API Key',
    )
  })

  test('a connection to Stripe that cannot be made is an error: the breaker hears of it', async () => {
    await expect(
      providerAt({ apiBase: 'http://127.0.0.1:1' }).authorize(anAttempt()),
    ).rejects.toThrow('connection')
  })
})

describe('payments §7: The books of Stripe', () => {
  test('the books of Stripe have every page, and no payment of another integration', async () => {
    const sessionId = ids.session(ids.store())
    const create = (metadata: Record<string, string>) =>
      double.books.create({ amount: 100, currency: 'eur', metadata, captureMethod: 'manual' })
    for (let index = 0; index < 230; index += 1)
      create({ session: sessionId, attempt: `att_${index}` })
    create({})
    create({ attempt: 'of-a-theatre' })
    create({ session: sessionId })
    const entries = await listPayments()
    const ours = entries.filter(({ paymentId }) => paymentsOfSession(sessionId).has(paymentId))
    expect(ours).toHaveLength(231)
    expect(new Set(ours.map(({ attemptId }) => attemptId))).toHaveLength(231)
    expect(ours.filter(({ attemptId }) => attemptId === null)).toHaveLength(1)
    expect(entries.map(({ attemptId }) => attemptId)).not.toContain('of-a-theatre')
  })

  test('the books of Stripe do not take a released reservation for a refund', async () => {
    const attempt = await after(['authorize', 'cancel'])
    const entry = (await listPayments()).find(({ attemptId }) => attemptId === attempt.id)
    expect(entry).toMatchObject({ amount: 2440, captured: 0, refunded: 0, isOpen: false })
  })
})
