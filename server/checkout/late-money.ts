import { type PaymentAttempt, isSettled } from './attempt.ts'
import type { CheckoutDeps, PaymentOutcome, ReconciliationBreak } from './ports.ts'
import { advance } from './settle-payment.ts'

/** Takes an attempt on and, when it had ended without a payment, makes sure that no money of it is left at the provider (payments X). */
export async function followUp(deps: CheckoutDeps, attemptId: string): Promise<void> {
  const attempt = await advance(deps, attemptId)
  if (isSettled(attempt) && attempt.state !== 'captured') await returnLateMoney(deps, attempt)
}

/** An authorisation that came late is given up, money that was taken is given back: session and stock are no longer this attempt's. */
async function returnLateMoney(deps: CheckoutDeps, attempt: PaymentAttempt) {
  const found = await deps.provider.retrieve(attempt)
  switch (found.type) {
    case 'authorized':
      await recordBreak(deps, attempt, { ...found.payment, kind: 'late_authorization' })
      return finish(deps, attempt, await deps.provider.cancel(attempt))
    case 'captured':
      await recordBreak(deps, attempt, { ...found.payment, kind: 'late_capture' })
      return finish(deps, attempt, await deps.provider.refund(attempt))
    case 'action_required':
      return finish(deps, attempt, await deps.provider.cancel(attempt))
    case 'declined':
    case 'cancelled':
    case 'refunded':
    case 'unknown':
      return finish(deps, attempt, found)
  }
}

async function recordBreak({ db, events }: CheckoutDeps, attempt: PaymentAttempt, { kind, amount, currency }: ReconciliationBreak) {
  const isNew = await db.transaction(async (tx) => {
    // From here on recovery looks after it until the money is free.
    await tx.updateAttempt(attempt.id, { check: 'soon' })
    return tx.insertBreak(attempt, { kind, amount, currency })
  })
  if (isNew) events.breakFound({ attemptId: attempt.id, storeId: attempt.storeId, kind })
}

async function finish({ db }: CheckoutDeps, { id }: PaymentAttempt, { type }: PaymentOutcome) {
  const isOver = type === 'cancelled' || type === 'refunded' || type === 'declined'
  await db.transaction(async (tx) => {
    // The attempt first, as where the break is recorded: two that work on the same payment must not wait for each other.
    await tx.updateAttempt(id, { check: isOver ? 'never' : 'later' })
    if (isOver) await tx.resolveBreaks(id, type === 'refunded' ? 'refunded' : 'voided')
  })
}
