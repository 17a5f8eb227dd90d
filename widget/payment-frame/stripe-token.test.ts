import { describe, expect, test } from 'vitest'
import { answerOf as answer, fieldOf } from './stripe-token.ts'

const answerOf = (id: number, error: Parameters<typeof answer>[1]) =>
  answer(id, error, 'Check your card details')

describe('checkout-page §2: what Stripe says is wrong', () => {
  test.each([
    ['incomplete_number', 'number'],
    ['invalid_number', 'number'],
    ['incomplete_expiry', 'exp'],
    ['invalid_expiry_year_past', 'exp'],
    ['incomplete_cvc', 'cvc'],
    ['incomplete_zip', 'number'],
    [undefined, 'number'],
  ] as const)('Stripe’s %s is about the field "%s"', (code, field) => {
    expect(fieldOf(code)).toBe(field)
  })
  test('what is wrong with the buyer’s entries is told in Stripe’s words', () => {
    expect(
      answerOf(7, {
        type: 'validation_error',
        code: 'incomplete_cvc',
        message: 'Your card’s security code is incomplete.',
      }),
    ).toEqual({
      t: 'invalid',
      id: 7,
      errors: [{ field: 'cvc', message: 'Your card’s security code is incomplete.' }],
    })
    expect(answerOf(7, { type: 'card_error', code: 'incorrect_number' })).toEqual({
      t: 'invalid',
      id: 7,
      errors: [{ field: 'number', message: 'Check your card details' }],
    })
  })
  test.each([
    ['api_connection_error', 'network'],
    ['rate_limit_error', 'rate_limited'],
    ['api_error', 'internal'],
    ['idempotency_error', 'internal'],
  ])('Stripe’s error of type %s leaves the card unsent: %s', (type, code) => {
    expect(answerOf(3, { type, message: 'No.' })).toEqual({ t: 'failed', id: 3, code })
  })
})
