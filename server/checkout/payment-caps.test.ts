import { describe, expect, test, vi } from 'vitest'
import { CheckoutError } from './errors.ts'
import { assertWithinCaps } from './payment-caps.ts'
import type { CheckoutEvents } from './ports/checkout-events.ts'
import type { RecentPayments } from './ports/database.ts'

type Counted = {
  attempts?: number
  client?: Partial<RecentPayments['client']>
  store?: Partial<RecentPayments['store']>
}

/**
 * What the buyer is answered and what the operator is told; undefined when the payment may begin.
 */
function refusalOf({ attempts = 0, client = {}, store = {} }: Counted) {
  const paymentRefused = vi.fn()
  const recent = {
    client: { holds: 0, declines: 0, ...client },
    store: { settled: 0, declines: 0, ...store },
    isPaidByOrphan: false,
  }
  try {
    assertWithinCaps({ id: 'cs_1', storeId: 'st_1', attempts }, recent, {
      paymentRefused,
    } as unknown as CheckoutEvents)
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    return {
      code: error.code,
      message: error.message,
      seconds: error.retryAfterSeconds,
      told: paymentRefused.mock.calls,
    }
  }
  expect(paymentRefused).not.toHaveBeenCalled()
  return undefined
}

type Refusal = { scope: string; reason: string; code?: string; seconds?: number; says: RegExp }

const refusal = ({ scope, reason, code = 'rate_limited', seconds, says }: Refusal) => ({
  code,
  seconds,
  message: expect.stringMatching(says),
  told: [[{ sessionId: 'cs_1', storeId: 'st_1', scope, reason }]],
})

describe('decision 26: a payment', () => {
  test.each<[string, Counted]>([
    ['the first', {}],
    ['the fifth of its session', { attempts: 4 }],
    ['the third at once of its address', { client: { holds: 2 } }],
    ['of an address with 9 declines', { client: { declines: 9 } }],
    ['of a store where all of 49 were declined', { store: { settled: 49, declines: 49 } }],
    ['of a store where 60 % of 50 were declined', { store: { settled: 50, declines: 30 } }],
    ['of a store where 60 % of 200 were declined', { store: { settled: 200, declines: 120 } }],
  ])('may begin: %s', (_, counted) => {
    expect(refusalOf(counted)).toBeUndefined()
  })

  test.each<[string, Counted, Refusal]>([
    [
      'the sixth of its session',
      { attempts: 5 },
      {
        scope: 'session',
        reason: 'attempts',
        code: 'payment_declined',
        says: /Nothing was charged/,
      },
    ],
    [
      'the fourth at once of its address',
      { client: { holds: 3 } },
      { scope: 'client', reason: 'holds', seconds: 10, says: /under way.* not charged/ },
    ],
    [
      'of an address with 10 declines',
      { client: { declines: 10 } },
      { scope: 'client', reason: 'declines', seconds: 60, says: /declined.* not charged/ },
    ],
    [
      'of a store where 31 of 50 were declined',
      { store: { settled: 50, declines: 31 } },
      { scope: 'store', reason: 'declines', seconds: 60, says: /store.* not charged/ },
    ],
    [
      'of a store where 121 of 200 were declined',
      { store: { settled: 200, declines: 121 } },
      { scope: 'store', reason: 'declines', seconds: 60, says: /store.* not charged/ },
    ],
  ])('is refused, and the operator hears of it: %s', (_, counted, expected) => {
    expect(refusalOf(counted)).toEqual(refusal(expected))
  })
})
