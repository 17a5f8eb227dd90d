import { type CheckoutDeps, providerNames } from '../checkout-deps.ts'
import { followUp } from './late-money.ts'
import { SETTLING } from './settle-attempts.ts'

/**
 * The buyer wants to pay in another way: gives up the attempt that waits for them on a page of the
 * bank or provider. A payment that was made meanwhile remains. Nothing happens when no attempt
 * waits. If this process does not have the provider open, recovery in another process does the
 * rest.
 */
export async function giveUpPayment(deps: CheckoutDeps, sessionId: string): Promise<void> {
  const attemptId = await deps.db.findWaiting(sessionId)
  if (attemptId === undefined) return
  const { attempt } = await deps.db.getAttempt(attemptId)
  if (attempt.state !== 'requires_action') return
  await deps.db.together(SETTLING, { deps, seen: attempt, outcome: { type: 'given_up' } })
  if (providerNames(deps).includes(attempt.provider)) await followUp(deps, attemptId)
}
