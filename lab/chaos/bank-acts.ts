import type { DisputeState } from '../../server/checkout/refunds/dispute.ts'
import type { Random } from '../model/seeded-random.ts'
import type { Acknowledgements } from './acknowledged.ts'
import type { BankPayment } from './bank.ts'
import type { Banks } from './banks.ts'
import type { Providers } from './names.ts'
import type { ProviderName } from '../../server/contract/fields.ts'
import { weighted } from './flow-plan.ts'

/** Stripe accepts only such amounts in currencies with three decimals. */
export const STEP = 10

/**
 * What a bank does on its own. `share`, 0 to 1, chooses the payment and the amount. Without
 * `isTold` the notification is lost. `confirm again`: a buyer whose card was declined pays the same
 * payment once more without the service.
 */
export type BankAct = { isTold: boolean; share: number } & (
  | { act: 'refund' | 'fail refund' | 'confirm again' }
  | { act: 'dispute'; state: DisputeState }
)

/** Such an act on one payment of that bank. `amount`: of a refund or dispute. */
export type BankDeed = BankAct & { bank: ProviderName; attempt: string; amount: number }

const STATES: DisputeState[] = ['needs_response', 'needs_response', 'under_review', 'won', 'lost']

const WEIGHTS = { refund: 3, 'fail refund': 4, dispute: 4, 'confirm again': 3 }

/** At the test bank a buyer cannot pay a payment again. */
const AT_TEST_BANK: BankAct['act'][] = ['refund', 'fail refund', 'dispute']

export function planAct(random: Random, provider: Providers): BankAct {
  const act = weighted(random, WEIGHTS, provider === 'test' ? AT_TEST_BANK : undefined)
  const planned = { isTold: random.chance(0.6), share: random.fraction() }
  return act === 'dispute' ? { ...planned, act, state: random.pick(STATES) } : { ...planned, act }
}

const isTaken = ({ disputes }: BankPayment) => disputes.some(({ state }) => state !== 'won')

const CANDIDATES: Record<BankAct['act'], (payment: BankPayment) => boolean> = {
  refund: (payment) => payment.captured - payment.refunded >= STEP && !isTaken(payment),
  'fail refund': ({ refunds }) => refunds.some(({ state }) => state === 'succeeded'),
  dispute: () => true,
  'confirm again': () => false,
}

/**
 * Lets the bank act on a payment that somebody was told is complete, if any; logs it. Of several
 * payments of a session it would not be known which is the order's.
 */
export async function actAsBank(
  banks: Pick<Banks, 'books' | 'act'>,
  { act, acknowledged }: { act: BankAct; acknowledged: Acknowledgements },
) {
  if (act.act === 'confirm again')
    return void (await banks
      .act({ ...act, bank: 'stripe', attempt: '', amount: 0 })
      .catch(() => undefined))
  const books = await banks.books().catch((): BankPayment[] => [])
  const taken = Map.groupBy(
    books.filter(({ captured }) => captured > 0),
    ({ session }) => session,
  )
  const candidates = [...taken.values()].flatMap(([payment, ...others]) =>
    payment &&
    others.length === 0 &&
    acknowledged.isComplete(payment.session) &&
    CANDIDATES[act.act](payment)
      ? [payment]
      : [],
  )
  const payment = candidates[Math.floor(act.share * candidates.length)]
  if (!payment) return
  const { bank, attempt } = payment
  const steps = Math.floor((payment.captured - payment.refunded) / STEP)
  const amount = STEP * Math.max(1, Math.floor(act.share * steps))
  const end = acknowledged.begin({
    deed: 'bank',
    act: act.act,
    session: payment.session,
    kept: act.act === 'refund' ? -amount : act.act === 'fail refund' ? payment.captured : 0,
  })
  try {
    const kept = await banks.act({ ...act, bank, attempt, amount })
    end(kept === undefined ? 'refused' : 'done', kept)
  } catch {
    end('unheard')
  }
}
