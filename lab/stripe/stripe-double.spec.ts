import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { text } from 'node:stream/consumers'
import { Stripe } from 'stripe'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { parseNestedForm } from './nested-form.ts'
import { sliceOpenapi } from './slice-openapi.ts'
import { type StripeDouble, startStripeDouble } from './stripe-double.ts'
import { type SignedNotification, postTo } from './signed-notifications.ts'

let double: StripeDouble
beforeEach(async () => {
  double = await startStripeDouble()
})
afterEach(() => double.close())

type Body = {
  id?: string
  status?: string
  error?: { type: string; code?: string; message: string }
}
type DoubleAnswer = { status: number; body: Body; isReplay: boolean }
type Request = { body?: Record<string, string>; key?: string; secret?: string }

async function send(
  path: string,
  { body, key, secret = double.secretKey }: Request = {},
): Promise<DoubleAnswer> {
  const response = await fetch(`${double.url}${path}`, {
    method: body ? 'POST' : 'GET',
    headers: {
      authorization: `Bearer ${secret}`,
      ...(key !== undefined && { 'idempotency-key': key }),
    },
    ...(body && { body: new URLSearchParams(body) }),
  })
  const isReplay = response.headers.get('idempotent-replayed') === 'true'
  return { status: response.status, body: (await response.json()) as Body, isReplay }
}

const PAYMENT = {
  amount: '1000',
  currency: 'eur',
  capture_method: 'manual',
  'metadata[attempt]': 'att_1',
}
const SHIPPING = {
  'shipping[name]': 'Ana',
  'shipping[phone]': '1234567',
  'shipping[address][line1]': 'Calle Mayor 1',
}
const createPayment = async () =>
  (await send('/v1/payment_intents', { body: PAYMENT })).body.id ?? ''

describe('payments §7: Stripe’s published description', () => {
  test('the description is sliced to what is used, and nothing else is left of it', () => {
    const slice: unknown = JSON.parse(
      readFileSync(join(import.meta.dirname, 'stripe-openapi.json'), 'utf8'),
    )
    expect(sliceOpenapi(slice as Parameters<typeof sliceOpenapi>[0])).toEqual(slice)
  })

  test.each([
    [
      'an unknown parameter',
      { ...PAYMENT, colour: 'red' },
      '/body must NOT have additional properties',
    ],
    [
      'an unknown part',
      { ...PAYMENT, 'shipping[colour]': 'red' },
      '/body/shipping must NOT have additional properties',
    ],
    ['a wrong type', { ...PAYMENT, amount: '10.5' }, '/body/amount must be integer'],
    [
      'a word that is not in the list',
      { ...PAYMENT, capture_method: 'later' },
      '/body/capture_method must be equal to one of',
    ],
    ['a missing parameter', { amount: '1000' }, `must have required property 'currency'`],
  ])(
    'the description refuses a request with %s, and says where and why',
    async (_, body, reason) => {
      const refused = { status: 400, body: { error: { type: 'invalid_request_error' } } }
      expect(await send('/v1/payment_intents', { body })).toMatchObject(refused)
      expect(double.takeViolations()).toEqual([expect.stringContaining(reason)])
    },
  )

  test('the description refuses an answer that does not fit, and says where and why', async () => {
    const payment = double.books.find(await createPayment())
    Object.assign(payment, { status: 'paid', amount: 10.5 })
    await send(`/v1/payment_intents/${payment.id}`)
    const reasons = /^answer get .* \/amount must be integer.*\/status must be equal to one of/
    expect(double.takeViolations()).toEqual([expect.stringMatching(reasons)])
  })

  test('the description refuses an answer with more than it lists', async () => {
    const payment = double.books.find(await createPayment())
    Object.assign(payment, { lastError: { type: 'card_error', message: 'No.', mood: 'bad' } })
    await send(`/v1/payment_intents/${payment.id}`)
    expect(double.takeViolations()).toEqual([
      expect.stringContaining('"additionalProperty":"mood"'),
    ])
  })

  test('the description refuses an event that does not fit', async () => {
    const payment = double.books.find(await createPayment())
    Object.assign(payment, { currency: 978 })
    double.books.cancel(payment.id, null)
    const reason = /^event payment_intent.canceled payment_intent: \/currency must be string/
    expect(double.takeViolations()).toEqual([expect.stringMatching(reason)])
  })

  test('a refusal by the description makes the end of a test fail when nobody looked', async () => {
    const unwatched = await startStripeDouble()
    await fetch(`${unwatched.url}/v1/refunds`, {
      method: 'POST',
      headers: { authorization: `Bearer ${unwatched.secretKey}` },
      body: new URLSearchParams({ colour: 'red' }),
    })
    await expect(unwatched.close()).rejects.toThrow(
      'request post /v1/refunds: /body must NOT have additional properties',
    )
  })
})

describe('payments §7: An idempotency key', () => {
  test('an idempotency key brings the first answer again, and does nothing', async () => {
    const first = await send('/v1/payment_intents', { body: PAYMENT, key: 'k' })
    double.books.cancel(first.body.id ?? '', null)
    expect(first.isReplay).toBe(false)
    expect(await send('/v1/payment_intents', { body: PAYMENT, key: 'k' })).toEqual({
      ...first,
      isReplay: true,
    })
    expect(double.books.payments.size).toBe(1)
  })

  test('an idempotency key brings a refusal again, too', async () => {
    const id = await createPayment()
    const refused = await send(`/v1/payment_intents/${id}/capture`, { body: {}, key: 'k' })
    expect(refused).toMatchObject({
      status: 400,
      body: { error: { code: 'payment_intent_unexpected_state' } },
    })
    double.books.confirm(id, { reference: 'pm_card_visa', isToken: false })
    expect(await send(`/v1/payment_intents/${id}/capture`, { body: {}, key: 'k' })).toEqual({
      ...refused,
      isReplay: true,
    })
  })

  test('an idempotency key keeps a decline', async () => {
    const id = await createPayment()
    const body = { payment_method: 'pm_card_visa_chargeDeclined', ...SHIPPING }
    const confirm = () => send(`/v1/payment_intents/${id}/confirm`, { body, key: 'k' })
    const declined = await confirm()
    expect(declined).toMatchObject({
      status: 402,
      body: {
        error: {
          type: 'card_error',
          code: 'card_declined',
          decline_code: 'generic_decline',
          payment_intent: { id, status: 'requires_payment_method' },
        },
      },
    })
    expect(await confirm()).toEqual({ ...declined, isReplay: true })
  })

  test('an idempotency key is for one request only', async () => {
    await send('/v1/payment_intents', { body: PAYMENT, key: 'k' })
    expect(
      await send('/v1/payment_intents', { body: { ...PAYMENT, amount: '1001' }, key: 'k' }),
    ).toMatchObject({ status: 400, body: { error: { type: 'idempotency_error' } } })
  })

  test('an idempotency key is free again after parameters that were refused', async () => {
    await send('/v1/payment_intents', {
      body: { ...PAYMENT, currency: 'isk', amount: '1050' },
      key: 'k',
    })
    expect(await send('/v1/payment_intents', { body: PAYMENT, key: 'k' })).toMatchObject({
      status: 200,
      isReplay: false,
    })
  })

  test('an idempotency key is in use while the first request runs', async () => {
    const { promise: heldUntil, resolve } = Promise.withResolvers<void>()
    double.failNext('create', { heldUntil })
    const first = send('/v1/payment_intents', { body: PAYMENT, key: 'k' })
    await expect.poll(() => double.requests.length).toBe(1)
    const second = await send('/v1/payment_intents', { body: PAYMENT, key: 'k' })
    expect(second).toMatchObject({
      status: 409,
      body: { error: { code: 'idempotency_key_in_use' } },
    })
    resolve()
    expect(await first).toMatchObject({ status: 200 })
  })
})

describe('payments §7: The double of Stripe', () => {
  test('the double takes no other key than its own', async () => {
    const answer = await send('/v1/payment_intents', { secret: 'sk_test_other' })
    expect(answer).toMatchObject({
      status: 401,
      body: { error: { type: 'invalid_request_error' } },
    })
  })

  test.each(['/v1/customers', '/v1/payment_intents/pi_1/apply_customer_balance', '/'])(
    'the double knows no %s',
    async (path) => {
      expect(await send(path)).toMatchObject({ status: 404 })
    },
  )

  test.each([
    ['/v1/payment_intents/pi_1', undefined],
    ['/v1/payment_intents/pi_1/confirm', { payment_method: 'pm_card_visa', ...SHIPPING }],
    ['/v1/refunds', { payment_intent: 'pi_1' }],
    ['/v1/refunds/re_1', undefined],
  ])('the double has nothing at %s', async (path, body) => {
    expect(await send(path, body && { body })).toMatchObject({
      status: 404,
      body: { error: { code: 'resource_missing' } },
    })
  })

  test.each<[string, { known?: string; shipping?: Record<string, string> }, string]>([
    ['without billing details', { known: '' }, 'lacks billing_details: a name'],
    ['that names nobody', { known: 'ep' }, 'lacks billing_details: a name'],
    ['without a way to reach its owner', { known: 'n' }, 'an email or a phone'],
    ['without shipping', { shipping: {} }, 'shipping: name, phone and address[line1]'],
    [
      'whose address has no line',
      { shipping: { ...SHIPPING, 'shipping[address][line1]': '' } },
      'shipping: name, phone and address[line1]',
    ],
  ])(
    'the double refuses to confirm a card %s, and says why',
    async (_, { known = 'np', shipping = SHIPPING }, reason) => {
      const id = await createPayment()
      const token = double.confirmationTokenFor('4242424242424242', known)
      const body = { confirmation_token: token, ...shipping }
      expect(await send(`/v1/payment_intents/${id}/confirm`, { body })).toMatchObject({
        status: 400,
        body: { error: { message: expect.stringContaining(reason) } },
      })
      expect(double.takeViolations()).toEqual([expect.stringContaining(reason)])
      expect(double.books.find(id)).toMatchObject({ confirmations: 0 })
    },
  )

  test.each(['ne', 'np', 'nep'])('the double takes a card with %s and shipping', async (known) => {
    const id = await createPayment()
    const token = double.confirmationTokenFor('4242424242424242', known)
    const body = { confirmation_token: token, ...SHIPPING }
    expect(await send(`/v1/payment_intents/${id}/confirm`, { body })).toMatchObject({
      status: 200,
      body: { status: 'requires_capture' },
    })
  })

  test('the double decodes nested parameters', () => {
    expect(
      parseNestedForm(
        'a[b][c]=1&a[b][d]=2&list[0]=x&list[1]=y&more[]=1&more[]=2&empty=&text=a%5Bb%5D%3D+%26',
      ),
    ).toEqual({
      a: { b: { c: '1', d: '2' } },
      list: ['x', 'y'],
      more: ['1', '2'],
      empty: '',
      text: 'a[b]= &',
    })
  })
})

describe('payments §7: Notifications of the double', () => {
  async function receive(statuses: number[] = []) {
    const received: SignedNotification[] = []
    const server = createServer((request, response) => {
      text(request).then(
        (body) => {
          received.push({
            body,
            headers: {
              'content-type': '',
              'stripe-signature': String(request.headers['stripe-signature']),
            },
          })
          response.writeHead(statuses.shift() ?? 200).end()
        },
        () => response.destroy(),
      )
    }).listen(0, '127.0.0.1')
    await once(server, 'listening')
    double.notifications.deliverTo(
      postTo(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    )
    const types = () => received.map(({ body }) => (JSON.parse(body) as { type: string }).type)
    return {
      received,
      types,
      [Symbol.dispose]: () => {
        server.close()
      },
    }
  }

  test('notifications are posted, signed so that Stripe’s own package takes them', async () => {
    using endpoint = await receive()
    await createPayment()
    await double.notifications.settle()
    const [{ body, headers }] = endpoint.received as [SignedNotification]
    const event = Stripe.webhooks.constructEvent(
      body,
      headers['stripe-signature'],
      double.webhookSecret,
    )
    expect(event).toMatchObject({ type: 'payment_intent.created' })
  })

  test('notifications come late, the other way round and twice when that is wanted', async () => {
    using endpoint = await receive()
    double.notifications.hold()
    double.books.cancel(await createPayment(), null)
    await double.notifications.settle()
    expect(endpoint.types()).toEqual([])
    await double.notifications.release({ order: 'reversed', times: 2 })
    expect(endpoint.types()).toEqual([
      'payment_intent.canceled',
      'payment_intent.canceled',
      'payment_intent.created',
      'payment_intent.created',
    ])
  })

  test('notifications that are not taken come again', async () => {
    using endpoint = await receive([500])
    await createPayment()
    await double.notifications.settle()
    await double.notifications.release()
    await double.notifications.release()
    expect(endpoint.types()).toEqual(['payment_intent.created', 'payment_intent.created'])
  })
})
