import { deliverOutbox, expireSessions, recoverPayments } from './checkout/recover-payments.ts'
import { type RoundDeps, reconcileWhenDue } from './checkout/reconciliation-round.ts'
import { type OrphanRule, returnOrphans } from './checkout/orphaned-payments.ts'
import type { CheckoutDeps } from './checkout/checkout-deps.ts'
import { recoverReadings } from './checkout/refresh-charge.ts'
import { sweepRecords } from './checkout/sweep-records.ts'
import { recoverRefunds } from './checkout/refund-order.ts'
import type { OldRecords } from './checkout/ports/old-records.ts'
import type { Webhooks } from './open/open-webhooks.ts'
import type { RequestRecorder } from './web/request-recorder.ts'

/**
 * How often a process looks for payments that nobody moves, sessions that are over, and news that
 * nobody has told.
 */
const ROUND_INTERVAL_MS = 1_000

/** How often a process looks for records that are too old. */
const FORGETTING_INTERVAL_MS = 60_000

/** How often a process says how long webhooks have waited. */
const MEASURING_INTERVAL_MS = 15_000

/** When the start is over: nothing waits for it. */
const FIRST_SWEEP_MS = 10_000

/** How often a process asks whether the providers' books are to be compared with ours. */
const RECONCILIATION_INTERVAL_MS = 60_000

/** A comparison that takes longer is given up; another one begins an hour after it did. */
const RECONCILIATION_MS = 50 * 60_000

/** Not at once, and not all processes at the same moment. */
const firstReconciliationMs = () => 20_000 + Math.random() * RECONCILIATION_INTERVAL_MS

/** What it takes. */
export type Work = {
  checkout: CheckoutDeps
  requests: Pick<RequestRecorder, 'flush' | 'forgetOld'>
  webhooks: Pick<Webhooks, 'round' | 'measure' | 'close'>
  reconciliation: Omit<RoundDeps, 'mustStop'>
  oldRecords: OldRecords
  readHistory: () => Promise<unknown>
  orphanRule: OrphanRule
  buyerDataRetentionDays: number
  isDraining: () => boolean
}

/** Starts what a process does without being asked; returns how to stop after what is running. */
export function startWork(work: Work, reconcileAfterMs = firstReconciliationMs()) {
  const { checkout, requests, readHistory, orphanRule, webhooks } = work
  const stops = [
    // Payments whose provider does not answer keep a round waiting: others start beside it.
    startRounds(() => recoverPayments(checkout), { checkout, atOnce: 5 }),
    startRounds(() => recoverRefunds(checkout), { checkout, atOnce: 5 }),
    startRounds(() => recoverReadings(checkout), { checkout, atOnce: 1 }),
    startRounds(() => expireSessions(checkout), { checkout, atOnce: 1 }),
    startRounds(() => deliverOutbox(checkout), { checkout, atOnce: 1 }),
    startRounds(() => webhooks.round(), { checkout, atOnce: 1 }),
    startRounds(() => webhooks.measure(), { checkout, atOnce: 1, everyMs: MEASURING_INTERVAL_MS }),
    startRounds(() => returnOrphans(checkout, orphanRule), { checkout, atOnce: 1 }),
    startRounds(readHistory, { checkout, atOnce: 1 }),
    startRounds(() => reconcileOnce(work), {
      checkout,
      atOnce: 1,
      everyMs: RECONCILIATION_INTERVAL_MS,
      afterMs: reconcileAfterMs,
    }),
    startRounds(() => requests.flush(), { checkout, atOnce: 1 }),
    startRounds(() => requests.forgetOld(), {
      checkout,
      atOnce: 1,
      everyMs: FORGETTING_INTERVAL_MS,
    }),
    startRounds(() => sweepOnce(work), {
      checkout,
      atOnce: 1,
      everyMs: FORGETTING_INTERVAL_MS,
      afterMs: FIRST_SWEEP_MS,
    }),
  ]
  return async () => {
    await Promise.all([...stops.map((stop) => stop()), webhooks.close()])
  }
}

const sweepOnce = ({ oldRecords, buyerDataRetentionDays, isDraining, checkout }: Work) =>
  sweepRecords({
    records: oldRecords,
    retentionDays: buyerDataRetentionDays,
    mustStop: isDraining,
    onFailure: (error) => checkout.events.recoveryFailed({ error }),
  })

function reconcileOnce({ checkout, reconciliation, isDraining }: Work) {
  const startedAt = performance.now()
  const mustStop = () => isDraining() || performance.now() - startedAt > RECONCILIATION_MS
  return reconcileWhenDue(checkout, { ...reconciliation, mustStop })
}

type Rounds = { checkout: CheckoutDeps; atOnce: number; everyMs?: number; afterMs?: number }

/**
 * Begins a round now, or later, and one each interval, unless so many run already. A round that
 * answers `true` was full: the next one begins at once.
 */
function startRounds(
  round: () => Promise<unknown>,
  { checkout, atOnce, everyMs = ROUND_INTERVAL_MS, afterMs = 0 }: Rounds,
) {
  const running = new Set<Promise<unknown>>()
  let isStopped = false
  const begin = () => {
    if (isStopped || running.size >= atOnce) return
    const run = round()
      .catch((error: unknown) => checkout.events.recoveryFailed({ error }))
      .finally(() => running.delete(run))
    running.add(run)
    void run.then((isFull) => isFull === true && begin())
  }
  let timer: NodeJS.Timeout | undefined
  const beginEach = () => {
    begin()
    timer = setInterval(begin, everyMs)
  }
  const first = afterMs > 0 ? setTimeout(beginEach, afterMs) : undefined
  if (first === undefined) beginEach()
  return async () => {
    isStopped = true
    clearTimeout(first)
    clearInterval(timer)
    await Promise.all(running)
  }
}
