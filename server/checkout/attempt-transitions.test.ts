import { describe, expect, test } from 'vitest'
import type { AttemptState, PaymentAttempt } from './attempt.ts'
import { nextState } from './attempt-transitions.ts'
import type { PaymentOutcome, ProviderPayment } from './ports.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const MINE: ProviderPayment = { attemptId: 'att_1', amount: 1990, currency: 'EUR' }

const anAttempt = (state: AttemptState, leaseUntil: Date): PaymentAttempt => ({
  id: 'att_1', sessionId: 'cs_1', storeId: 'st_1', variantId: '1', state, quantity: 1, amount: 1990, currency: 'EUR',
  paymentMethod: 'pm_1',
  customer: { name: 'Ana', phone: '1234567', email: null }, fulfillment: { details: 'Here', fee: 0 }, challengeUrl: null,
  declineCode: null, leaseUntil,
})

const OUTCOMES = {
  authorized: { type: 'authorized', payment: MINE },
  'authorized wrong': { type: 'authorized', payment: { ...MINE, amount: 1991 } },
  action_required: { type: 'action_required', url: 'https://bank.example' },
  declined: { type: 'declined', code: 'card_declined' },
  captured: { type: 'captured', payment: MINE },
  'captured wrong': { type: 'captured', payment: { ...MINE, currency: 'JPY' } },
  cancelled: { type: 'cancelled' },
  unknown: { type: 'unknown' },
} as const satisfies Record<string, PaymentOutcome>

type Live = 'authorising' | 'requires_action' | 'capturing' | 'voiding'
type Target = AttemptState | 'mismatch'

/** One row an outcome; per live state where the attempt goes while its lease runs, and after it. */
const TABLE: Record<keyof typeof OUTCOMES, Record<Live, [inLease: Target, afterLease: Target]>> = {
  authorized: {
    authorising: ['capturing', 'voiding'], requires_action: ['capturing', 'voiding'], capturing: ['capturing', 'capturing'],
    voiding: ['voiding', 'voiding'],
  },
  'authorized wrong': {
    authorising: ['mismatch', 'mismatch'], requires_action: ['mismatch', 'mismatch'], capturing: ['capturing', 'capturing'],
    voiding: ['voiding', 'voiding'],
  },
  action_required: {
    authorising: ['requires_action', 'voiding'], requires_action: ['requires_action', 'voiding'],
    capturing: ['capturing', 'capturing'], voiding: ['voiding', 'voiding'],
  },
  declined: {
    authorising: ['declined', 'declined'], requires_action: ['declined', 'declined'], capturing: ['declined', 'declined'],
    voiding: ['voided', 'voided'],
  },
  captured: {
    authorising: ['captured', 'captured'], requires_action: ['captured', 'captured'], capturing: ['captured', 'captured'],
    voiding: ['captured', 'captured'],
  },
  'captured wrong': {
    authorising: ['mismatch', 'mismatch'], requires_action: ['mismatch', 'mismatch'], capturing: ['mismatch', 'mismatch'],
    voiding: ['mismatch', 'mismatch'],
  },
  cancelled: {
    authorising: ['voided', 'voided'], requires_action: ['voided', 'voided'], capturing: ['voided', 'voided'],
    voiding: ['voided', 'voided'],
  },
  unknown: {
    authorising: ['authorising', 'voiding'], requires_action: ['requires_action', 'voiding'],
    capturing: ['capturing', 'capturing'], voiding: ['voiding', 'voiding'],
  },
}

const CASES = Object.entries(TABLE).flatMap(([outcome, row]) => Object.entries(row).map(([state, targets]) =>
  ({ outcome: outcome as keyof typeof OUTCOMES, state: state as Live, targets })))

describe('Payment attempt', () => {
  test.each(CASES)('$state, then $outcome', ({ outcome, state, targets: [inLease, afterLease] }) => {
    const until = (offsetMs: number) => new Date(NOW.getTime() + offsetMs)
    expect(nextState(anAttempt(state, until(1)), OUTCOMES[outcome], NOW)).toBe(inLease)
    expect(nextState(anAttempt(state, until(0)), OUTCOMES[outcome], NOW)).toBe(afterLease)
    expect(nextState(anAttempt(state, until(-60_000)), OUTCOMES[outcome], NOW)).toBe(afterLease)
  })

  test.each<[string, Partial<ProviderPayment>]>([
    ['one unit more', { amount: 1991 }], ['one unit less', { amount: 1989 }], ['another currency', { currency: 'eur' }],
    ["another attempt's", { attemptId: 'att_2' }],
  ])('a payment of %s is neither captured nor believed to be', (_, change) => {
    const payment = { ...MINE, ...change }
    const later = new Date(NOW.getTime() + 1000)
    for (const state of ['authorising', 'requires_action'] as const) {
      expect(nextState(anAttempt(state, later), { type: 'authorized', payment }, NOW)).toBe('mismatch')
    }
    for (const state of ['authorising', 'requires_action', 'capturing', 'voiding'] as const) {
      expect(nextState(anAttempt(state, later), { type: 'captured', payment }, NOW)).toBe('mismatch')
    }
  })
})
