import {
  deliverOutbox,
  expireSessions,
  recoverPayments,
  returnKeptUnits,
} from '../checkout/payments/recover-payments.ts'
import {
  type RoundDeps,
  compareFirst,
  reconcileWhenDue,
} from '../checkout/payments/reconciliation-round.ts'
import { type OrphanRule, returnOrphans } from '../checkout/payments/orphaned-payments.ts'
import type { CheckoutDeps } from '../checkout/checkout-deps.ts'
import { recoverReadings } from '../checkout/refunds/refresh-charge.ts'
import { sweepRecords } from '../checkout/sessions/sweep-records.ts'
import { recoverRefunds } from '../checkout/refunds/refund-order.ts'
import type { OldRecords } from '../checkout/ports/old-records.ts'
import type { RecordClock } from './record-clock.ts'
import type { RequestRecorder } from '../web/requests/request-recorder.ts'

/** How often a process looks for payments that nobody moves, late sessions and new events. */
const ROUND_INTERVAL_MS = 1_000

/** How often a process looks for records that are too old. */
const FORGETTING_INTERVAL_MS = 60_000

/** How often a process says that it still needs the files that pages load from it. */
const RENEWING_INTERVAL_MS = 3_600_000

/** How often a process reads the record’s clock, and what the metrics have of the record. */
const MEASURING_INTERVAL_MS = 15_000

/** After the start, which must not wait for it. */
const FIRST_SWEEP_MS = 10_000

/** How often a process asks whether a comparison of the books is due. */
const RECONCILIATION_INTERVAL_MS = 60_000

/** A longer comparison is given up; another one begins an hour after it began. */
const RECONCILIATION_MS = 50 * 60_000

/** Not at once, and at another moment in each process. */
const firstReconciliationMs = () => 20_000 + Math.random() * RECONCILIATION_INTERVAL_MS

/** What goes out in rounds. `close` waits for what is on its way. */
type Sender = { round: () => Promise<unknown>; close: () => Promise<unknown> }

export type Work = {
  checkout: CheckoutDeps
  requests: Pick<RequestRecorder, 'flush'>
  webhooks: Sender
  buyerMails: Sender
  saleMails: Sender
  reconciliation: Omit<RoundDeps, 'mustStop'>
  oldRecords: OldRecords
  readHistory: () => Promise<unknown>
  isUnsure: () => boolean
  renewFiles: () => Promise<unknown>
  recordClock: Pick<RecordClock, 'measure'>
  measure: () => Promise<unknown>
  orphanRule: OrphanRule
  buyerDataRetentionDays: number
  isDraining: () => boolean
}

/** Starts a process's regular work. Returns the function that stops it and waits for what runs. */
export function startWork(work: Work, reconcileAfterMs = firstReconciliationMs()) {
  const { checkout, requests, readHistory, measure, orphanRule, webhooks, buyerMails, saleMails } =
    work
  const stops = [
    // A silent provider keeps a round waiting, so others start beside it.
    startRounds(() => recoverPayments(checkout), { checkout, atOnce: 5 }),
    startRounds(() => recoverRefunds(checkout), { checkout, atOnce: 5 }),
    startRounds(() => recoverReadings(checkout), { checkout, atOnce: 1 }),
    startRounds(() => returnKeptUnits(checkout), { checkout, atOnce: 1 }),
    startRounds(() => expireSessions(checkout), { checkout, atOnce: 1 }),
    startRounds(() => deliverOutbox(checkout), { checkout, atOnce: 1 }),
    startRounds(() => webhooks.round(), { checkout, atOnce: 1 }),
    startRounds(() => buyerMails.round(), { checkout, atOnce: 1 }),
    startRounds(() => saleMails.round(), { checkout, atOnce: 1 }),
    startRounds(measure, { checkout, atOnce: 1, everyMs: MEASURING_INTERVAL_MS }),
    startRounds(() => returnOrphans(checkout, orphanRule), { checkout, atOnce: 1 }),
    startRounds(readHistory, { checkout, atOnce: 1 }),
    startRounds(() => work.recordClock.measure(), {
      checkout,
      atOnce: 1,
      everyMs: MEASURING_INTERVAL_MS,
      afterMs: MEASURING_INTERVAL_MS,
    }),
    startRounds(work.renewFiles, {
      checkout,
      atOnce: 1,
      everyMs: RENEWING_INTERVAL_MS,
      afterMs: RENEWING_INTERVAL_MS,
    }),
    startRounds(async () => work.isUnsure() && compareFirst(checkout, untilOver(work)), {
      checkout,
      atOnce: 1,
    }),
    startRounds(() => reconcileWhenDue(checkout, untilOver(work)), {
      checkout,
      atOnce: 1,
      everyMs: RECONCILIATION_INTERVAL_MS,
      afterMs: reconcileAfterMs,
    }),
    startRounds(() => requests.flush(), { checkout, atOnce: 1 }),
    startRounds(() => sweepOnce(work), {
      checkout,
      atOnce: 1,
      everyMs: FORGETTING_INTERVAL_MS,
      afterMs: FIRST_SWEEP_MS,
    }),
  ]
  return async () => {
    const senders = [webhooks, buyerMails, saleMails]
    await Promise.all([...stops.map((stop) => stop()), ...senders.map((sender) => sender.close())])
  }
}

const sweepOnce = ({ oldRecords, buyerDataRetentionDays, isDraining, checkout }: Work) =>
  sweepRecords({
    records: oldRecords,
    retentionDays: buyerDataRetentionDays,
    mustStop: isDraining,
    onFailure: (error) => checkout.events.recoveryFailed({ error }),
  })

function untilOver({ reconciliation, isDraining }: Work): RoundDeps {
  const startedAt = performance.now()
  const mustStop = () => isDraining() || performance.now() - startedAt > RECONCILIATION_MS
  return { ...reconciliation, mustStop }
}

type Rounds = { checkout: CheckoutDeps; atOnce: number; everyMs?: number; afterMs?: number }

/**
 * Begins a round after `afterMs` and then at each interval, unless `atOnce` rounds are running. A
 * round that answers `true` was full, so the next one begins at once.
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
