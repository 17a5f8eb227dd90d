import type { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { assertAnswer, toLedgerEntry } from './stripe-outcomes.ts'

describe('payments §7: an answer of Stripe', () => {
  const answer = { object: 'payment_intent', id: 'pi_1', status: 'succeeded' }

  test('an answer about another payment than was asked for is an error', () => {
    expect(() => assertAnswer(answer, { object: 'payment_intent', id: 'pi_1' })).not.toThrow()
    expect(() => assertAnswer(answer, { object: 'payment_intent', id: 'pi_2' })).toThrow(
      'where payment_intent pi_2 was asked for',
    )
    expect(() => assertAnswer(answer, { object: 'refund' })).toThrow('pi_1')
  })

  test('an answer says when the payment was made in seconds since 1970', () => {
    const intent = {
      id: 'pi_1',
      status: 'canceled',
      created: 1_795_262_400,
      currency: 'eur',
      amount: 100,
      amount_received: 0,
      latest_charge: null,
      metadata: { session: 'cs_1' },
    } as unknown as Stripe.PaymentIntent
    const entry = toLedgerEntry(intent, { serviceId: 'service_1', chargedBack: 0 })
    expect(entry?.createdAt).toEqual(new Date('2026-11-21T12:00:00.000Z'))
  })
})
