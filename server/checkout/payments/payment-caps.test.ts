import { describe, expect, test, vi } from 'vitest'
import { CheckoutError } from '../errors.ts'
import { assertWithinCaps } from './payment-caps.ts'
import type { CheckoutEvents } from '../ports/checkout-events.ts'
import type { RecentPayments } from '../ports/payment-transaction.ts'

type PaymentCounts = {
  attempts?: number
  quantity?: number
  unitsLeft?: number
  networks?: Partial<RecentPayments['networks'][number]>[]
  store?: Partial<RecentPayments['store']>
  /** In bits. */
  workDone?: number
}

/**
 * What the buyer is answered and what the operator is told; undefined when the payment may begin.
 */
function refusalOf({
  attempts = 0,
  quantity = 1,
  unitsLeft = 10,
  networks = [],
  store = {},
  workDone = 0,
}: PaymentCounts) {
  const paymentRefused = vi.fn()
  const recent = {
    networks: networks.map((network) => ({
      allowance: 1,
      heldUnits: 0,
      underWay: 0,
      declines: 0,
      ...network,
    })),
    unitsLeft,
    store: { settled: 0, declines: 0, ...store },
    isPaidByOrphan: false,
    isUnsure: false,
    keptUnits: 0,
  }
  try {
    assertWithinCaps(
      { id: 'cs_1', storeId: 'st_1', attempts },
      {
        recent,
        quantity,
        events: { paymentRefused } as unknown as CheckoutEvents,
        challengeOf: () => 'why',
        isProven: (bits) => bits <= workDone,
      },
    )
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error
    return {
      code: error.code,
      message: error.message,
      work: error.work,
      seconds: error.retryAfterSeconds,
      logged: paymentRefused.mock.calls,
    }
  }
  expect(paymentRefused).not.toHaveBeenCalled()
  return undefined
}

type Refusal = {
  scope: string
  reason: string
  code?: string
  seconds?: number
  bits?: number
  pattern: RegExp
}

const refusal = ({ scope, reason, code = 'rate_limited', seconds, bits, pattern }: Refusal) => ({
  code,
  seconds,
  work: bits === undefined ? undefined : { challenge: 'why', bits },
  message: expect.stringMatching(pattern),
  logged: [[{ sessionId: 'cs_1', storeId: 'st_1', scope, reason }]],
})

const held = (heldUnits: number): PaymentCounts => ({ networks: [{ heldUnits }] })

const tried = (declines: number, underWay: number): PaymentCounts => ({
  networks: [{ declines, underWay }],
})

/** Units that a /64, its /56 and its /48 hold. */
const widths = (...units: number[]): PaymentCounts => ({
  unitsLeft: 2,
  networks: units.map((heldUnits, index) => ({ heldUnits, allowance: 2 ** index })),
})

describe('decision 26: a payment', () => {
  test.each<[string, PaymentCounts]>([
    ['the first', {}],
    ['the fifth of its session', { attempts: 4 }],
    ['of the third unit at once of its address, when few are left', held(2)],
    ['of all that is left, the first of its address', { quantity: 100, unitsLeft: 100 }],
    ['of a fifth of what is left', { ...held(40), quantity: 10, unitsLeft: 210 }],
    ['of the sixth unit of a /56, the twelfth of a /48', widths(0, 5, 11)],
    ['of an address with 9 declines', { networks: [{ declines: 9 }] }],
    ['of an address with 5 declines and 4 payments under way', tried(5, 4)],
    ['of a /56 with 19 declines', { networks: [{}, { allowance: 2, declines: 19 }] }],
    ['of a store where all of 49 were declined', { store: { settled: 49, declines: 49 } }],
    ['of a store where 60 % of 50 were declined', { store: { settled: 50, declines: 30 } }],
    [
      'of a store where cards are tried out, after the work of 17 bits',
      { store: { settled: 50, declines: 31 }, workDone: 17 },
    ],
    [
      'the same from an address with 3 declines, after eight times the work',
      { ...tried(3, 0), store: { settled: 50, declines: 31 }, workDone: 20 },
    ],
    ['of a store where 60 % of 200 were declined', { store: { settled: 200, declines: 120 } }],
  ])('a payment may begin: %s', (_, counted) => {
    expect(refusalOf(counted)).toBeUndefined()
  })

  test.each<[string, PaymentCounts, Refusal]>([
    [
      'the sixth of its session',
      { attempts: 5 },
      {
        scope: 'session',
        reason: 'attempts',
        code: 'payment_declined',
        pattern: /Nothing was charged/,
      },
    ],
    [
      'of the fourth unit at once of its address, when few are left',
      held(3),
      { scope: 'client', reason: 'holds', seconds: 10, pattern: /under way.* not charged/ },
    ],
    [
      'of one unit more than a fifth of what is left',
      { ...held(40), quantity: 11, unitsLeft: 210 },
      { scope: 'client', reason: 'holds', seconds: 10, pattern: /under way.* not charged/ },
    ],
    [
      'of the second hundred of 250 units',
      { ...held(100), quantity: 100, unitsLeft: 150 },
      { scope: 'client', reason: 'holds', seconds: 10, pattern: /under way.* not charged/ },
    ],
    [
      'of the seventh unit of a /56',
      widths(0, 6, 6),
      { scope: 'client', reason: 'holds', seconds: 10, pattern: /under way.* not charged/ },
    ],
    [
      'of the thirteenth unit of a /48',
      widths(0, 0, 12),
      { scope: 'client', reason: 'holds', seconds: 10, pattern: /under way.* not charged/ },
    ],
    [
      'of an address with 10 declines',
      { networks: [{ declines: 10 }] },
      { scope: 'client', reason: 'declines', seconds: 60, pattern: /declined.* not charged/ },
    ],
    [
      'of an address with 5 declines and 5 payments under way, which may be declined, too',
      tried(5, 5),
      { scope: 'client', reason: 'declines', seconds: 60, pattern: /declined.* not charged/ },
    ],
    [
      'of a /48 with 40 declines',
      { networks: [{}, { allowance: 2 }, { allowance: 4, declines: 40 }] },
      { scope: 'client', reason: 'declines', seconds: 60, pattern: /declined.* not charged/ },
    ],
    [
      'of a store where 31 of 50 were declined',
      { store: { settled: 50, declines: 31 } },
      { scope: 'store', reason: 'declines', seconds: 60, bits: 17, pattern: /store.* not charged/ },
    ],
    [
      'of a store where 121 of 200 were declined',
      { store: { settled: 200, declines: 121 } },
      { scope: 'store', reason: 'declines', seconds: 60, bits: 17, pattern: /store.* not charged/ },
    ],
  ])('a payment is refused, and the operator hears of it: %s', (_, counted, expected) => {
    expect(refusalOf(counted)).toEqual(refusal(expected))
  })
})
