import type { CheckoutDeps } from '../checkout-deps.ts'
import { hearOfActivity } from './hear-of-payment.ts'
import { followUp } from './late-money.ts'
import { noteOrphan } from './orphaned-payments.ts'
import type { ReconciliationRecords } from '../ports/platform-records.ts'
import type { PaymentProvider } from '../ports/provider.ts'
import type { ReconciliationSchedule } from '../ports/reconciliation-schedule.ts'
import { type Difference, reconcile } from './reconcile.ts'
import { refreshCharge } from '../refunds/refresh-charge.ts'

const DAY_MS = 86_400_000

/** How many differences a round reports and repairs. It counts all; the rest comes next time. */
const MOST = 100

type OpenRecords = ReconciliationRecords & { close(): Promise<void> }

export type RoundDeps = {
  schedule: ReconciliationSchedule
  /** Opens a connection for one comparison. */
  openRecords(): Promise<OpenRecords>
  /** Whether to stop, because the service ends or it takes too long. Asked for every payment. */
  mustStop(): boolean
}

/**
 * When it is due, compares all providers' books with ours, reports differences and repairs what it
 * can. Then reports the last comparison, whichever process made it.
 */
export async function reconcileWhenDue(deps: CheckoutDeps, round: RoundDeps) {
  const { schedule } = round
  const claim = await schedule.claim()
  if (claim) {
    await readActivity(deps, { days: claim.days, mustStop: round.mustStop })
    const result = await compare(deps, round, claim.days)
    await schedule.finish(result)
    deps.events.reconciled(result)
  }
  deps.events.reconciliationSeen({
    ...(await schedule.readLast()),
    orphans: await deps.db.orphans.countUnresolved(),
  })
}

/**
 * The first comparison in another history of the database: reads what was committed there last and
 * may be missing. Until it is over, sessions and orders from before are neither paid nor refunded.
 * @throws {Error} a provider does not answer; tried again
 */
export async function compareFirst(deps: CheckoutDeps, { schedule, ...round }: RoundDeps) {
  const claim = await schedule.claimFirst()
  if (!claim) return
  const { unsureBefore, lostSince, isOver } = claim
  if (!isOver) await readBooksSince(deps, round, lostSince)
  if (!(await schedule.trust(unsureBefore))) return
  deps.events[isOver ? 'recordUncompared' : 'recordCompared']({ unsureBefore, lostSince })
}

async function readBooksSince(deps: CheckoutDeps, round: Omit<RoundDeps, 'schedule'>, since: Date) {
  const days = (deps.clock.now().getTime() - since.getTime()) / DAY_MS
  await compareBooks(deps, round, { days, report: (found) => putRight(deps, found) })
  const unheard = await hearOfActivity(deps, { since, mustStop: round.mustStop })
  if (unheard > 0 || round.mustStop())
    throw new Error('the first comparison with the provider’s books has not come to its end')
}

/** A payment with news may be older than the compared books, so news is read apart. */
const readActivity = (
  deps: CheckoutDeps,
  { days, mustStop }: { days: number; mustStop: () => boolean },
) =>
  hearOfActivity(deps, {
    since: new Date(deps.clock.now().getTime() - days * DAY_MS),
    mustStop,
  }).catch((error: unknown) => deps.events.recoveryFailed({ error }))

async function compare(deps: CheckoutDeps, round: Omit<RoundDeps, 'schedule'>, days: number) {
  const counts = new Map<Difference['kind'], number>()
  let logged = 0
  const report = async (difference: Difference) => {
    counts.set(difference.kind, (counts.get(difference.kind) ?? 0) + 1)
    if (logged === MOST) return
    logged += 1
    deps.events.differenceFound(namesOf(difference))
    await putRight(deps, difference)
  }
  const { compared } = await compareBooks(deps, round, { days, report })
  return { compared, differences: Object.fromEntries(counts) }
}

async function compareBooks(
  deps: CheckoutDeps,
  { openRecords, mustStop }: Omit<RoundDeps, 'schedule'>,
  what: Parameters<typeof reconcile>[1],
) {
  const providers = deps.providers.map((provider) => untilStopped(provider, mustStop))
  const records = await openRecords()
  try {
    return await reconcile({ providers, records }, what)
  } finally {
    await records.close()
  }
}

const untilStopped = (
  { name, listPayments }: PaymentProvider,
  mustStop: () => boolean,
): Pick<PaymentProvider, 'name' | 'listPayments'> => ({
  name,
  async *listPayments(since) {
    for await (const entry of listPayments(since)) {
      if (mustStop()) throw new Error('the comparison with the provider’s books was stopped')
      yield entry
    }
  },
})

/** Repairs what we can. The other differences need a person. */
async function putRight(deps: CheckoutDeps, difference: Difference) {
  switch (difference.kind) {
    case 'captured_without_order':
    case 'left_open': {
      const { provider, theirs, ours } = difference
      if (!theirs) return
      if (ours) await followUp(deps, ours.attemptId)
      else await noteOrphan(deps, provider, { entry: theirs })
      return
    }
    case 'refund_differs':
      if (difference.ours) await refreshCharge(deps, difference.ours.attemptId)
      return
    case 'amount_differs':
    case 'order_without_money':
    case 'unknown_to_provider':
    case 'unresolved_break':
  }
}

function namesOf(difference: Difference) {
  if (difference.kind === 'unresolved_break') {
    const { attemptId, sessionId, orderNumber } = difference.found
    return { kind: difference.kind, attemptId, sessionId, orderNumber }
  }
  const { kind, provider, theirs, ours } = difference
  return {
    kind,
    provider,
    paymentId: theirs?.paymentId,
    attemptId: ours?.attemptId ?? theirs?.attemptId,
    sessionId: ours?.sessionId,
    orderNumber: ours?.order?.orderNumber,
  }
}
