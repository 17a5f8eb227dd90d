import { type Moments, isSettled, isTooLate, mayHold } from '../../server/checkout/attempt.ts'
import type { AttemptChange } from '../../server/checkout/ports/payment-transaction.ts'
import type { AttemptRow } from './tables.ts'

/**
 * The waits before the next look at an attempt: soon, or 1, 2, 4 … 30 s later each time nothing new
 * was learnt.
 */
export const SOON_MS = 3_000
const waitMs = (checks: number) => Math.min(30, 2 ** checks) * 1_000

/** The attempt's row after an update. */
export function toChanged(
  attempt: AttemptRow,
  change: AttemptChange,
  moments: Moments,
): AttemptRow {
  const now = moments.now.getTime()
  const { check, state, challengeUrl, declineCode, leaseUntil, providerPaymentId, card } = change
  const isMoved = state !== attempt.state
  if (isMoved && isSettled(attempt))
    throw new Error(`a settled attempt never changes: ${attempt.id} is ${attempt.state}`)
  const { past } = attempt
  const isGivenUpEarly = state === 'voiding' && !isTooLate(attempt, moments)
  return {
    ...attempt,
    state,
    version: attempt.version + 1,
    challengeUrl: challengeUrl ?? attempt.challengeUrl,
    declineCode: declineCode ?? attempt.declineCode,
    leaseUntil: leaseUntil ?? attempt.leaseUntil,
    providerPaymentId: providerPaymentId ?? attempt.providerPaymentId,
    card: card ?? attempt.card,
    holdActive: attempt.holdActive && mayHold({ state }),
    settledAt: mayHold({ state }) ? undefined : (attempt.settledAt ?? now),
    checks: check === 'later' ? Math.min(attempt.checks + 1, 5) : 0,
    nextCheckAt:
      check === 'never' ? undefined : now + (check === 'soon' ? SOON_MS : waitMs(attempt.checks)),
    past: {
      ...past,
      hasIntent: past.hasIntent || state === 'capturing',
      isRefused: past.isRefused || state === 'refunding' || (isMoved && isGivenUpEarly),
    },
  }
}
