import Stripe from 'stripe'
import { describe, expect, test } from 'vitest'
import { callAnew, openStripe } from './stripe-api.ts'

const portOf = (apiBase: string) =>
  Reflect.get(openStripe({ secretKey: 'sk_test_1', apiBase }), '_api')?.port

describe('payments §7: where Stripe is asked', () => {
  test.each([
    ['http://stripe.example', 80],
    ['https://stripe.example', 443],
    ['https://stripe.example:8443', '8443'],
  ])('Stripe at %s is asked at port %s', (apiBase, port) => {
    expect(portOf(apiBase)).toBe(port)
  })
})

describe('payments §7: a call that is made anew', () => {
  test('a call made anew has a key for the minute, the same in every process', async () => {
    const keyAt = async (time: string) => {
      const keys: (string | undefined)[] = []
      await callAnew('capture', {
        now: new Date(time),
        call: async ({ idempotencyKey }) => {
          keys.push(idempotencyKey)
          if (keys.length === 1)
            throw new Stripe.errors.StripeAPIError({
              type: 'api_error',
              headers: { 'idempotent-replayed': 'true' },
            })
        },
      })
      return keys
    }
    const [first, again] = await keyAt('2026-11-22T12:00:00.000Z')
    expect(first).toBe('capture')
    expect(again).toMatch(/^capture:\d+$/)
    expect(await keyAt('2026-11-22T12:00:59.999Z')).toEqual([first, again])
    expect(await keyAt('2026-11-22T12:01:00.000Z')).not.toEqual([first, again])
    expect(await keyAt('2026-11-22T11:59:59.999Z')).not.toEqual([first, again])
  })
})
