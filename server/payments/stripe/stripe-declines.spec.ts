import { describe, expect, test } from 'vitest'
import {
  anAttempt,
  double,
  paymentsOf,
  provider,
  useStripe,
} from '../../../lab/stripe/stripe-suite.ts'

useStripe()

describe('payments §7: A payment at Stripe', () => {
  test('a declined payment is cancelled before that is said: its secret confirms nothing more', async () => {
    const attempt = anAttempt({ paymentMethod: double.confirmationTokenFor('4000000000009995') })
    for (const ask of [provider.authorize, provider.authorize, provider.retrieve])
      expect(await ask(attempt)).toMatchObject({ type: 'declined', code: 'insufficient_funds' })
    expect(paymentsOf(attempt)).toMatchObject([{ status: 'canceled' }])
  })

  test('a payment that nothing can be confirmed with is cancelled, too', async () => {
    const used = double.confirmationTokenFor('4242424242424242')
    await provider.authorize(anAttempt({ paymentMethod: used }))
    const attempt = anAttempt({ paymentMethod: used })
    expect(await provider.authorize(attempt)).toMatchObject({ code: 'invalid_payment_method' })
    expect(paymentsOf(attempt)).toMatchObject([{ status: 'canceled' }])
  })

  test('a payment whose question the buyer could not answer is cancelled by whoever looks', async () => {
    const attempt = anAttempt({ paymentMethod: double.confirmationTokenFor('4000002760003184') })
    await provider.authorize(attempt)
    for (const { id } of paymentsOf(attempt)) double.books.answerChallenge(id, 'fail')
    const declined = { type: 'declined', code: 'authentication_failed' }
    expect(await provider.retrieve(attempt)).toMatchObject(declined)
    expect(paymentsOf(attempt)).toMatchObject([{ status: 'canceled' }])
    expect(await provider.retrieve(attempt)).toMatchObject(declined)
  })

  test.each(['fails_before', 'fails_after', 'rate_limited'] as const)(
    'a declined payment whose cancel %s is not said to be declined before it is cancelled',
    async (fault) => {
      const attempt = anAttempt({ paymentMethod: double.confirmationTokenFor('4000000000009995') })
      double.failNext('cancel', fault)
      expect(await provider.authorize(attempt).catch(() => 'unknown')).not.toMatchObject({
        type: 'declined',
      })
      expect(await provider.authorize(attempt)).toMatchObject({
        type: 'declined',
        code: 'insufficient_funds',
      })
      expect(paymentsOf(attempt)).toMatchObject([{ status: 'canceled' }])
    },
  )

  test('a payment that is confirmed again while it is cancelled is over, or not said to be', async () => {
    const attempt = anAttempt({ paymentMethod: double.confirmationTokenFor('4000000000009995') })
    double.failNext('cancel', 'rate_limited')
    await provider.authorize(attempt)
    const [payment] = paymentsOf(attempt)
    double.books.confirm(payment?.id ?? '', {
      reference: double.confirmationTokenFor('4242424242424242'),
      isToken: true,
    })
    expect(await provider.authorize(attempt)).toMatchObject({ type: 'authorized' })
    expect(await provider.cancel(attempt)).toMatchObject({ type: 'cancelled' })
  })
})
