import { describe, expect, test } from 'vitest'
import { anAttempt } from '../testing/an-attempt.ts'
import type { AttemptState } from './attempt.ts'
import { nextState, wrongPayment } from './attempt-transitions.ts'
import type { PaymentOutcome, ProviderPayment } from './ports/provider.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const MINE: ProviderPayment = { attemptId: 'att_1', amount: 1990, currency: 'EUR' }

const OUTCOMES = {
  authorized: { type: 'authorized', payment: MINE },
  'authorized wrong': { type: 'authorized', payment: { ...MINE, amount: 1991 } },
  action_required: { type: 'action_required', url: 'https://bank.example' },
  declined: { type: 'declined', code: 'card_declined' },
  captured: { type: 'captured', payment: MINE },
  'captured wrong': { type: 'captured', payment: { ...MINE, currency: 'JPY' } },
  cancelled: { type: 'cancelled' },
  refunded: { type: 'refunded' },
  unknown: { type: 'unknown' },
} as const satisfies Record<string, PaymentOutcome>

type Live = 'authorising' | 'requires_action' | 'capturing' | 'voiding' | 'refunding'

const everywhere = (target: AttemptState): Record<Live, [AttemptState, AttemptState]> => ({
  authorising: [target, target],
  requires_action: [target, target],
  capturing: [target, target],
  voiding: [target, target],
  refunding: [target, target],
})

/**
 * A row for each outcome, and in it for each live state where the attempt goes: while its lease runs,
 * and once it is over.
 */
const TABLE: Record<
  keyof typeof OUTCOMES,
  Record<Live, [inLease: AttemptState, afterLease: AttemptState]>
> = {
  authorized: {
    ...everywhere('voiding'),
    authorising: ['capturing', 'voiding'],
    requires_action: ['capturing', 'voiding'],
    capturing: ['capturing', 'capturing'],
    refunding: ['refunding', 'refunding'],
  },
  'authorized wrong': { ...everywhere('voiding'), refunding: ['refunding', 'refunding'] },
  action_required: {
    ...everywhere('voiding'),
    authorising: ['requires_action', 'voiding'],
    requires_action: ['requires_action', 'voiding'],
    capturing: ['capturing', 'capturing'],
    refunding: ['refunding', 'refunding'],
  },
  declined: {
    ...everywhere('declined'),
    voiding: ['voided', 'voided'],
    refunding: ['voided', 'voided'],
  },
  captured: { ...everywhere('captured'), refunding: ['refunding', 'refunding'] },
  'captured wrong': everywhere('refunding'),
  cancelled: everywhere('voided'),
  refunded: everywhere('refunded'),
  unknown: {
    authorising: ['authorising', 'voiding'],
    requires_action: ['requires_action', 'voiding'],
    capturing: ['capturing', 'capturing'],
    voiding: ['voiding', 'voiding'],
    refunding: ['refunding', 'refunding'],
  },
}

const CASES = Object.entries(TABLE).flatMap(([outcome, row]) =>
  Object.entries(row).map(([state, targets]) => ({
    outcome: outcome as keyof typeof OUTCOMES,
    state: state as Live,
    targets,
  })),
)

describe('payments §3 Transitions: an attempt', () => {
  test.each(CASES)(
    '$state, then $outcome',
    ({ outcome, state, targets: [inLease, afterLease] }) => {
      const next = (offsetMs: number) =>
        nextState(
          anAttempt({ state, leaseUntil: new Date(NOW.getTime() + offsetMs) }),
          OUTCOMES[outcome],
          NOW,
        )
      expect(next(1)).toBe(inLease)
      expect(next(0)).toBe(afterLease)
      expect(next(-60_000)).toBe(afterLease)
    },
  )

  test('whose units are gone is never captured', () => {
    for (const state of ['authorising', 'requires_action', 'capturing'] as const) {
      const attempt = anAttempt({
        state,
        holdActive: false,
        leaseUntil: new Date(NOW.getTime() + 1000),
      })
      expect(nextState(attempt, OUTCOMES.authorized, NOW)).toBe('voiding')
    }
  })

  test.each<[string, Partial<ProviderPayment>]>([
    ['one unit more', { amount: 1991 }],
    ['one unit less', { amount: 1989 }],
    ['another currency', { currency: 'eur' }],
    ["another attempt's", { attemptId: 'att_2' }],
  ])(
    'a payment of %s is given up when it is reserved, given back when it was taken, and known as wrong',
    (_, change) => {
      const payment = { ...MINE, ...change }
      for (const state of [
        'authorising',
        'requires_action',
        'capturing',
        'voiding',
        'refunding',
      ] as const) {
        const attempt = anAttempt({ state, leaseUntil: new Date(NOW.getTime() + 1000) })
        const givenUp = state === 'refunding' ? state : 'voiding'
        for (const [type, target] of [
          ['authorized', givenUp],
          ['captured', 'refunding'],
        ] as const) {
          expect(nextState(attempt, { type, payment }, NOW)).toBe(target)
          expect(wrongPayment(attempt, { type, payment })).toEqual(payment)
          expect(wrongPayment(attempt, { type, payment: MINE })).toBeUndefined()
        }
      }
    },
  )
})
