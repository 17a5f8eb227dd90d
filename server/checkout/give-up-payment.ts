import { type CheckoutDeps, providerNames } from './checkout-deps.ts'
import { followUp } from './late-money.ts'
import { SETTLING } from './settle-attempts.ts'

/**
 * The buyer wants to pay otherwise: what waits for them at their bank or elsewhere is given up. Where
 * it was paid meanwhile that stands, and where nothing waits nothing happens. A process that has its
 * provider not open leaves it to the recovery of one that has.
 */
export async function giveUpPayment(deps: CheckoutDeps, sessionId: string): Promise<void> {
  const attemptId = await deps.db.findWaiting(sessionId)
  if (attemptId === undefined) return
  const { attempt } = await deps.db.getAttempt(attemptId)
  if (attempt.state !== 'requires_action') return
  await deps.db.together(SETTLING, { deps, seen: attempt, outcome: { type: 'given_up' } })
  if (providerNames(deps).includes(attempt.provider)) await followUp(deps, attemptId)
}
