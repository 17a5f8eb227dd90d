import { describe, expect, test } from 'vitest'
import type { StripeElements, StripeJs } from './stripe-js.ts'
import { answerOf as answer, fieldOf, tokenOf } from './stripe-token.ts'

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

describe('checkout page §7: whom the card belongs to', () => {
  /** Asks for a token as the page does, which may send anything as its `customer`. */
  async function ask(customer?: unknown) {
    const asked: unknown[] = []
    const elements = { submit: async () => ({}) } as StripeElements
    const stripe = {
      createConfirmationToken: async ({ elements: _, ...given }) => {
        asked.push(given)
        return { confirmationToken: { id: 'ctoken_1' } }
      },
    } as Partial<StripeJs> as StripeJs
    const request = { stripe, elements, id: 7, unsaid: '', customer: customer as undefined }
    return { answer: await tokenOf(request), asked }
  }
  const ANA = { name: 'Ana Example', phone: '+34 600 123 456' }
  const withDetails = (details: unknown) => [
    { params: { payment_method_data: { billing_details: details } } },
  ]

  test.each([
    ['name and phone', ANA],
    ['an email address, too', { ...ANA, email: 'ana@mail.example' }],
    ['a name as long as the form takes it', { ...ANA, name: 'x'.repeat(120) }],
  ])('the token has the billing details that the page has sent: %s', async (_, customer) => {
    const { answer: token, asked } = await ask(customer)
    expect(token).toEqual({ t: 'token', id: 7, paymentMethod: 'ctoken_1' })
    expect(asked).toEqual(withDetails(customer))
  })

  test('a page of an older version sends none, and pays all the same', async () => {
    const { answer: token, asked } = await ask()
    expect(token).toMatchObject({ t: 'token' })
    expect(asked).toEqual([{}])
  })

  test.each([
    ['text', 'Ana Example'],
    ['nothing', null],
    ['no object', 0],
    ['a list', [ANA]],
    ['no name', { phone: ANA.phone }],
    ['no phone', { name: ANA.name, email: 'ana@mail.example' }],
    ['an empty name', { ...ANA, name: '' }],
    ['an unknown field', { ...ANA, address: { line1: 'Calle Mayor 1' } }],
    ['a field of objects', { ...ANA, constructor: 'x' }],
    ['a number in place of text', { ...ANA, phone: 600_123_456 }],
    ['a name of 121 characters', { ...ANA, name: 'x'.repeat(121) }],
    ['a phone of 33 characters', { ...ANA, phone: '1'.repeat(33) }],
    ['an email address of 255 characters', { ...ANA, email: 'x'.repeat(255) }],
  ])('a customer from the page is refused, and Stripe hears nothing: %s', async (_, customer) => {
    const { answer: refused, asked } = await ask(customer)
    expect(refused).toEqual({ t: 'failed', id: 7, code: 'internal' })
    expect(asked).toEqual([])
  })
})
