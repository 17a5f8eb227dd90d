import {
  type Moments,
  isSettled,
  isTooLate,
  mayHold,
} from '../../server/checkout/payments/attempt.ts'
import type { AttemptChange, Check } from '../../server/checkout/ports/payment-transaction.ts'
import type { AttemptRow } from './tables.ts'

/** The waits before the next check: short, or 1, 2, 4 … s while nothing new is learnt. */
export const SOON_MS = 3_000
const LONGEST = { later: { checks: 5, seconds: 30 }, seldom: { checks: 12, seconds: 3600 } }

function schedule(check: Check, { checks, now }: { checks: number; now: number }) {
  if (check === 'never') return { checks: 0, nextCheckAt: undefined }
  if (check === 'soon') return { checks: 0, nextCheckAt: now + SOON_MS }
  const longest = LONGEST[check]
  const nextCheckAt = now + Math.min(longest.seconds, 2 ** checks) * 1_000
  return { checks: Math.min(checks + 1, longest.checks), nextCheckAt }
}

/** The attempt's row without its units. */
export const toReturned = (attempt: AttemptRow): AttemptRow => ({
  ...attempt,
  version: attempt.version + 1,
  holdActive: false,
})

/** The attempt's row after an update. */
export function toChanged(
  attempt: AttemptRow,
  change: AttemptChange,
  moments: Moments,
): AttemptRow {
  const now = moments.now.getTime()
  const { check, state, challengeUrl, declineCode, leaseUntil, providerPaymentId, card } = change
  const { keepsUnits = false } = change
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
    holdActive: attempt.holdActive && (keepsUnits || mayHold({ state })),
    settledAt: mayHold({ state }) ? undefined : (attempt.settledAt ?? now),
    ...schedule(check, { checks: attempt.checks, now }),
    past: {
      ...past,
      hasIntent: past.hasIntent || state === 'capturing',
      isRefused: past.isRefused || state === 'refunding' || (isMoved && isGivenUpEarly),
    },
  }
}
