import { describe, expect, test } from 'vitest'
import { signNotification } from '../../../lab/stripe/signed-notifications.ts'
import { SERVICE_ID } from '../../../lab/stripe/stripe-at-the-double.ts'
import {
  SECRETS,
  after,
  anAttempt,
  double,
  listPayments,
  paymentsOf,
  provider,
  useStripe,
} from '../../../lab/stripe/stripe-suite.ts'
import { now } from '../../testing/moments.ts'

useStripe()

describe('payments §8: Two installations in one account of Stripe', () => {
  const aPayment = async (orderNumber: string | null, serviceId: string) => {
    const attempt = await after(['authorize', 'capture'], anAttempt({ orderNumber }))
    const [payment] = paymentsOf(attempt)
    if (!payment) throw new Error('an attempt that was captured has a payment')
    if (orderNumber !== null) payment.metadata['service'] = serviceId
    return { reference: { attemptId: attempt.id, paymentId: payment.id }, payment }
  }

  test('two installations do not see each other’s payments, and give none of them back', async () => {
    const { reference, payment } = await aPayment('AAAAA-11111', 'svc_of_another')
    expect((await listPayments()).map(({ paymentId }) => paymentId)).not.toContain(payment.id)
    expect(await provider.findEntry(reference)).toEqual({ type: 'none' })
    expect(await provider.returnPayment(reference)).toEqual({ type: 'none' })
    expect(payment.status).toBe('succeeded')
  })

  test('no installation gives a payment back that is from before they were told apart', async () => {
    const { reference } = await aPayment(null, SERVICE_ID)
    expect(await provider.returnPayment(reference)).toMatchObject({
      type: 'found',
      entry: { namesUs: false, captured: 2440, refunded: 0 },
    })
  })
})

/** What a notification names when it is about a payment. */
const PAYMENT = { object: 'payment_intent', id: 'pi_1' }

describe('payments §7: A notification of Stripe', () => {
  const parse = (body: string, signature: string | string[]) =>
    provider.parseNotification(Buffer.from(body), { 'stripe-signature': signature })
  const parseSigned = (content: unknown, secret = 'whsec_double') => {
    const { body, headers } = signNotification(JSON.stringify(content), { secret, at: now() })
    return parse(body, headers['stripe-signature'])
  }

  test('a notification is about the attempt when it says something new of payment or charge', async () => {
    const attempt = await after(['authorize', 'capture', 'refund'])
    const events = double.notifications.of(attempt.id)
    expect(events.map(({ type }) => type)).toEqual([
      'payment_intent.created',
      'charge.succeeded',
      'payment_intent.amount_capturable_updated',
      'charge.captured',
      'payment_intent.succeeded',
      'refund.created',
      'charge.refunded',
    ])
    const emitted: string[] = []
    for (const event of events) {
      const parsed = await parseSigned(event)
      if (parsed.type === 'irrelevant') continue
      expect(parsed).toEqual({
        type: 'payment_changed',
        eventId: event.id,
        attemptId: attempt.id,
        paymentId: paymentsOf(attempt)[0]?.id,
      })
      emitted.push(event.type)
    }
    expect(emitted).toEqual([
      'payment_intent.amount_capturable_updated',
      'payment_intent.succeeded',
      'refund.created',
      'charge.refunded',
    ])
  })

  test('a notification is genuine with each of two secrets while they change, and with no third', async () => {
    const event = double.notifications.of((await after(['authorize'])).id).at(-1)
    for (const secret of SECRETS)
      expect(await parseSigned(event, secret)).toMatchObject({ type: 'payment_changed' })
    expect(await parseSigned(event, 'whsec_of_nobody')).toEqual({ type: 'forged' })
  })

  test.each([
    {
      id: 'evt_1',
      object: 'event',
      type: 'customer.created',
      data: { object: { object: 'customer', metadata: {} } },
    },
    {
      id: 'evt_1',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { metadata: { order: '7' } } },
    },
    {
      id: 'evt_1',
      object: 'v2.core.event',
      type: 'v1.billing.meter.no_meter_found',
      related_object: null,
    },
    {
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { ...PAYMENT, metadata: { attempt: 'att_1' } } },
    },
    {
      id: 'evt_1',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { ...PAYMENT, metadata: { attempt: ['att_1'] } } },
    },
    {
      id: 'evt_1',
      object: 'event',
      type: 'payment_intent.succeeded',
      data: { object: { ...PAYMENT, metadata: { attempt: 'att_1', service: 'svc_of_another' } } },
    },
    {
      id: 'evt_1',
      object: 'event',
      type: 'charge.refunded',
      data: { object: { object: 'charge', payment_intent: null, metadata: { attempt: 'att_1' } } },
    },
    [],
    'text',
    null,
  ])('a notification about nothing of ours is irrelevant: %j', async (content) => {
    expect(await parseSigned(content)).toEqual({ type: 'irrelevant' })
  })

  test('a notification with two signature headers, or with none of the scheme v1, is forged', async () => {
    const event = double.notifications.of((await after(['authorize'])).id).at(-1)
    if (!event) throw new Error('an authorisation is notified of')
    const {
      body,
      headers: { 'stripe-signature': signature },
    } = double.notifications.sign(event)
    expect(await parse(body, signature)).toMatchObject({ type: 'payment_changed' })
    expect(await parse(body, [signature, signature])).toEqual({ type: 'forged' })
    expect(await parse(body, signature.replace('v1=', 'v9='))).toEqual({ type: 'forged' })
    expect(
      await parse(
        body,
        signature.replace(/t=\d+/, (time) => `t=${Number(time.slice(2)) + 1}`),
      ),
    ).toEqual({ type: 'forged' })
    expect(await parse('', signature)).toEqual({ type: 'forged' })
  })
})
