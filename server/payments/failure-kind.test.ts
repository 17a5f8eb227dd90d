import { Stripe } from 'stripe'
import { describe, expect, test } from 'vitest'
import { CallTimeout } from './call-deadline.ts'
import { kindOf } from './failure-kind.ts'

const { StripeAuthenticationError, StripeConnectionError, StripeError } = Stripe.errors

const broken = (code: string) =>
  new StripeConnectionError({ type: 'api_error', detail: Object.assign(new Error('x'), { code }) })

describe('contract §6: The metric of a provider’s failures', () => {
  test.each([
    ['timeout', new CallTimeout('no answer')],
    ['timeout', broken('ETIMEDOUT')],
    ['connection', broken('ECONNRESET')],
    ['connection', Object.assign(new Error('x'), { code: 'ENOTFOUND' })],
    ['credentials', new StripeAuthenticationError({ type: 'api_error', statusCode: 401 })],
    ['rate_limit', StripeError.generate({ type: 'api_error', statusCode: 429 })],
    ['provider', StripeError.generate({ type: 'api_error', statusCode: 503 })],
    ['request', StripeError.generate({ type: 'invalid_request_error', statusCode: 400 })],
    ['other', new Error('Stripe answered refund re_1 where payment_intent was asked for')],
    ['other', 'text'],
  ])('a failure is of the kind %s: %s', (kind, error) => {
    expect(kindOf(error)).toBe(kind)
  })
})
