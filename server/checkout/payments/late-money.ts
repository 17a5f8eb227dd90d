import { type PaymentAttempt, isAsSeen, isSettled } from './attempt.ts'
import { type CheckoutDeps, providerOf } from '../checkout-deps.ts'
import type { CheckoutTransaction } from '../ports/database.ts'
import type { ReconciliationBreak } from '../ports/payment-transaction.ts'
import type { PaymentOutcome } from '../ports/provider.ts'
import { advance } from './settle-payment.ts'

/** Advances an attempt. One that ended unpaid leaves no money at the provider (payments X). */
export async function followUp(deps: CheckoutDeps, attemptId: string): Promise<void> {
  for (;;) {
    const attempt = await advance(deps, attemptId)
    if (!isSettled(attempt) || attempt.state === 'captured') return
    if ((await returnLateMoney(deps, attempt)).type === 'changed') return
  }
}

/**
 * Cancels a late authorisation and refunds money that was taken late. The attempt has ended, so its
 * session and its stock may belong to others now.
 */
async function returnLateMoney(deps: CheckoutDeps, attempt: PaymentAttempt): Promise<Change> {
  const provider = providerOf(deps, attempt)
  const found = await provider.retrieve(attempt)
  switch (found.type) {
    case 'authorized': {
      const recorded = await recordBreak(deps, attempt, {
        ...found.payment,
        kind: 'late_authorization',
      })
      return recorded.type === 'overtaken'
        ? recorded
        : finish(deps, recorded.attempt, await provider.cancel(recorded.attempt))
    }
    case 'captured': {
      const recorded = await recordBreak(deps, attempt, { ...found.payment, kind: 'late_capture' })
      return recorded.type === 'overtaken'
        ? recorded
        : finish(deps, recorded.attempt, await provider.refund(recorded.attempt))
    }
    case 'action_required':
      return finish(deps, attempt, await provider.cancel(attempt))
    case 'declined':
    case 'cancelled':
    case 'refunded':
    case 'unknown':
      return finish(deps, attempt, found)
  }
}

async function recordBreak(
  deps: CheckoutDeps,
  attempt: PaymentAttempt,
  { kind, amount, currency }: ReconciliationBreak,
) {
  let isNew = false
  const recorded = await changeSeen(deps, attempt, async (tx) => {
    isNew = await tx.insertBreak(attempt, { kind, amount, currency })
    // If this process dies now, recovery goes on until the money is free. It asks less often each
    // time, because a bank may keep money for months while a dispute goes on.
    await tx.scheduleAttempt(attempt.id, isNew ? 'soon' : 'seldom')
  })
  if (isNew) deps.events.breakFound({ attemptId: attempt.id, storeId: attempt.storeId, kind })
  return recorded
}

function finish(deps: CheckoutDeps, attempt: PaymentAttempt, { type }: PaymentOutcome) {
  const isOver = type === 'cancelled' || type === 'refunded' || type === 'declined'
  return changeSeen(deps, attempt, async (tx) => {
    await tx.scheduleAttempt(attempt.id, isOver ? 'never' : 'seldom')
    if (isOver) await tx.resolveBreaks(attempt.id, type === 'refunded' ? 'refunded' : 'voided')
  })
}

/** `attempt`: after the change. `overtaken`: somebody else was first, and nothing was changed. */
type Change = { type: 'changed'; attempt: PaymentAttempt } | { type: 'overtaken' }

/** Changes the attempt, unless somebody has done so since we saw it: they may know more. */
const changeSeen = (
  deps: CheckoutDeps,
  seen: PaymentAttempt,
  change: (tx: CheckoutTransaction) => Promise<void>,
) =>
  deps.db.transaction(async (tx): Promise<Change> => {
    await tx.lockSession(seen.sessionId)
    if (!isAsSeen(await tx.getAttempt(seen.id), seen)) return { type: 'overtaken' }
    await change(tx)
    return { type: 'changed', attempt: await tx.getAttempt(seen.id) }
  })
