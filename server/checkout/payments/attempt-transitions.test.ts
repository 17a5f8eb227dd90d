import { describe, expect, test } from 'vitest'
import { anAttempt } from '../../testing/bank/an-attempt.ts'
import type { AttemptState } from './attempt.ts'
import { nextState, wrongPayment } from './attempt-transitions.ts'
import type { PaymentOutcome, ProviderPayment } from '../ports/provider.ts'

const NOW = new Date('2026-11-21T12:00:00.000Z')
const inMs = (ms: number) => new Date(NOW.getTime() + ms)
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

/** What is not given back in time is left to the round that gives late money back. */
const KEPT: [AttemptState, AttemptState] = ['refunding', 'voided']

/**
 * A row for each outcome, and in it for each live state where the attempt goes: while there is time,
 * and once it is too late.
 */
const TABLE: Record<
  keyof typeof OUTCOMES,
  Record<Live, [inTime: AttemptState, tooLate: AttemptState]>
> = {
  authorized: {
    ...everywhere('voiding'),
    authorising: ['capturing', 'voiding'],
    requires_action: ['capturing', 'voiding'],
    capturing: ['capturing', 'voiding'],
    refunding: KEPT,
  },
  'authorized wrong': { ...everywhere('voiding'), refunding: KEPT },
  action_required: {
    ...everywhere('voiding'),
    authorising: ['requires_action', 'voiding'],
    requires_action: ['requires_action', 'voiding'],
    capturing: ['capturing', 'voiding'],
    refunding: KEPT,
  },
  declined: {
    ...everywhere('declined'),
    voiding: ['voided', 'voided'],
    refunding: ['voided', 'voided'],
  },
  captured: { ...everywhere('captured'), refunding: KEPT },
  'captured wrong': { ...everywhere('refunding'), refunding: KEPT },
  cancelled: everywhere('voided'),
  refunded: everywhere('refunded'),
  unknown: {
    authorising: ['authorising', 'voiding'],
    requires_action: ['requires_action', 'voiding'],
    capturing: ['capturing', 'voiding'],
    voiding: ['voiding', 'voiding'],
    refunding: KEPT,
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
    'an attempt moves as its table of transitions says: $state, then $outcome',
    ({ outcome, state, targets: [inTime, tooLate] }) => {
      // A decision to capture or to give back does not ask for the lease, all others not for the
      // deadline.
      const isDecided = state === 'capturing' || state === 'refunding'
      const next = (offsetMs: number) =>
        nextState(
          anAttempt({ state, leaseUntil: inMs(isDecided ? -1 : offsetMs) }),
          OUTCOMES[outcome],
          { now: NOW, expiresAt: inMs(isDecided ? offsetMs - 60_000 : -86_400_000) },
        )
      expect(next(1)).toBe(inTime)
      expect(next(0)).toBe(tooLate)
      expect(next(-1)).toBe(tooLate)
      expect(next(-9_000_000)).toBe(tooLate)
    },
  )

  test.each([
    ['without a challenge', null, 60_000],
    ['with a challenge', 'https://bank.example', 300_000],
  ])(
    'an attempt %s is captured until its time after the deadline is over, and voided then',
    (_, challengeUrl, ms) => {
      const attempt = anAttempt({ state: 'capturing', challengeUrl })
      const next = (sinceMs: number) =>
        nextState(attempt, OUTCOMES.authorized, { now: NOW, expiresAt: inMs(-sinceMs) })
      expect([-1, 0, ms - 1].map(next)).toEqual(['capturing', 'capturing', 'capturing'])
      expect([ms, ms + 1, 9_000_000].map(next)).toEqual(['voiding', 'voiding', 'voiding'])
    },
  )

  test('an attempt whose units are gone is never captured', () => {
    for (const state of ['authorising', 'requires_action', 'capturing'] as const) {
      const attempt = anAttempt({
        state,
        holdActive: false,
        leaseUntil: new Date(NOW.getTime() + 1000),
      })
      expect(nextState(attempt, OUTCOMES.authorized, { now: NOW, expiresAt: NOW })).toBe('voiding')
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
          expect(nextState(attempt, { type, payment }, { now: NOW, expiresAt: NOW })).toBe(target)
          expect(wrongPayment(attempt, { type, payment })).toEqual(payment)
          expect(wrongPayment(attempt, { type, payment: MINE })).toBeUndefined()
        }
      }
    },
  )
})
