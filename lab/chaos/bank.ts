import type { DisputeState } from '../../server/checkout/refunds/dispute.ts'
import type { BankDeed } from './bank-acts.ts'
import type { Violation } from './history.ts'
import type { NetConnectOpts } from 'node:net'
import type { PaymentProvider } from '../../server/checkout/ports/provider.ts'
import type { ProviderName } from '../../server/contract/fields.ts'
import type { Random } from '../model/seeded-random.ts'
import { IN_TIME, judgeOffPage } from './bank-off-page.ts'
import {
  DISPUTES_REPORTED,
  OVERDRAWN,
  REFUNDS_REPORTED,
  judgeLedger,
  readLedger,
} from './bank-ledger.ts'
import type { Card } from './flow-plan.ts'
import type { Target } from '../servers/databases.ts'
import type { World } from './world.ts'
import type { Sql } from '../../server/testing/sql.ts'

/** A payment in a bank's books; amounts are in minor units. */
export type BookedPayment = {
  attempt: string
  session: string
  currency: string
  captured: number
  refunded: number
  /** When its buyer confirmed it off the page, in milliseconds since 1970; null for cards. */
  takenAt: number | null
  /** Whether its money can still be taken. */
  isOpen: boolean
  /** Somebody has paid it once more without the service. */
  isConfirmedAgain: boolean
  /**
   * Oldest first. `refundId`: of the order refund that it belongs to; null for the bank's own
   * refunds, and for those that return a payment without an order (`isWhole`).
   */
  refunds: {
    id: string
    refundId: string | null
    isWhole: boolean
    amount: number
    state: RefundState
  }[]
  disputes: { id: string; amount: number; state: DisputeState }[]
}

/** The same in the books of all banks. */
export type BankPayment = BookedPayment & { bank: ProviderName }

type RefundState = 'pending' | 'succeeded' | 'failed'

/** Asks the banks directly. */
export type BankBooks = () => Promise<BankPayment[]>

/** A bank of a run: its own program with its own data. */
export type Bank = Target & {
  name: ProviderName
  books: () => Promise<BookedPayment[]>
  /** Lets it act on its own; returns undefined when it cannot. */
  act(deed: BankDeed): Promise<number | undefined>
  /** Where it listens. */
  upstream: NetConnectOpts
  /** The settings of a service that reaches it at this port. */
  env(port: number): Record<string, string>
  /** The provider for a core that runs in this process. */
  openProvider(as: { random: Random; serviceId: string; isReliable?: boolean }): {
    provider: PaymentProvider
    close(): Promise<void>
  }
  /** What buyers do without the service. Undefined when all of it goes through the service. */
  page?: {
    paymentMethod(card: Card): string
    /** Returns the address that the buyer is led back to, if the bank decides that. */
    answerChallenge(url: string, answer: 'complete' | 'fail'): Promise<string | undefined>
  }
  /** Its post, when the run has to play it. */
  startPost?: (world: World) => Post
  /** Attempts that it keeps waiting. */
  slowAttempts(): Promise<string[]>
  /** Where the bank's questions about these attempts are answered. */
  findQuestions(attempts: string[]): Promise<string[]>
  /** From here on it has no faults. */
  calmDown(): Promise<void>
  /** What was wrong with requests to it. */
  violations(): Promise<string[]>
}

/** `notify`: notifies of that attempt's payment. */
export type Post = { notify(attempt: string): void; stop(): Promise<void> }

export type AttemptRecord = {
  /** The provider that it began with. */
  bank: ProviderName
  attempt: string
  state: string
  amount: number
  currency: string
  /** Until then its buyer could confirm it. */
  leaseUntil: Date
  /** The order's total; null without an order. */
  total: number | null
  /** Reserved for refunds, or refunded. */
  refunded: number
  /** What was asked for, and how much of it the bank is known to have paid. */
  asked: number
  succeeded: number
}

const GIVEN_UP = new Set(['declined', 'voided', 'refunded'])

const RECORD = `select a.provider as bank, a.id as attempt, a.state, a.currency, a.amount::float8,
    a.lease_until as "leaseUntil", o.amount_total::float8 as total,
    coalesce(o.refunded, 0)::float8 as refunded,
    coalesce((select sum(r.amount) from order_refunds r
      where r.order_id = o.id and r.kind = 'requested'
        and (r.state <> 'failed' or r.provider_refund_id is null)), 0)::float8 as asked,
    coalesce((select sum(r.amount) from order_refunds r
      where r.order_id = o.id and r.kind = 'requested' and r.state = 'succeeded'), 0)::float8 as succeeded
  from payment_attempts a left join orders o on o.attempt_id = a.id`

export const PAID = 'I12 an order is paid at the bank, to the last unit and once'
export const GIVEN_BACK = 'I12 the bank has given back of an order what was asked for'
export const NO_MONEY = 'I12 an attempt that was given up has no money at the bank'
export const KEPT = 'I12 the bank has kept what the orders say, and nothing is left open there'
export const SPOKEN = 'the bank is spoken to as its description has it'
export const BANK_INVARIANTS = [
  PAID,
  GIVEN_BACK,
  NO_MONEY,
  KEPT,
  IN_TIME,
  REFUNDS_REPORTED,
  OVERDRAWN,
  DISPUTES_REPORTED,
  SPOKEN,
]

const isSame = (one: AttemptRecord | undefined, other: AttemptRecord) =>
  one?.state === other.state &&
  one.total === other.total &&
  one.refunded === other.refunded &&
  one.asked === other.asked &&
  one.succeeded === other.succeeded

const sumOf = (refunds: { amount: number }[]) =>
  refunds.reduce((sum, { amount }) => sum + amount, 0)

/**
 * What always holds for an attempt that nobody changes just now. The service learns later what a
 * bank does on its own: such refunds are left out, and those that were taken back may still count.
 */
function* judgeAttempt(
  { attempt, state, currency, total, asked, succeeded }: AttemptRecord,
  payments: BankPayment[],
): Generator<Violation> {
  const captured = payments.reduce((sum, payment) => sum + payment.captured, 0)
  const ours = payments
    .flatMap(({ refunds }) => refunds)
    .filter(({ refundId }) => refundId !== null)
  const takenBack = sumOf(ours.filter((refund) => refund.state === 'failed'))
  const back = sumOf(ours) - takenBack
  if (total !== null) {
    const isOurs = payments.every(
      (payment) => payment.captured === 0 || payment.currency === currency,
    )
    if (captured !== total || !isOurs)
      yield { invariant: PAID, subject: attempt, detail: `${captured} of ${total} captured` }
    if (back > asked || back + takenBack < succeeded)
      yield { invariant: GIVEN_BACK, subject: attempt, detail: `${back}, asked for ${asked}` }
  }
  const hasMoney = payments.some(
    (payment) =>
      !payment.isConfirmedAgain &&
      !payment.refunds.some(({ isWhole, state: of }) => isWhole && of === 'failed') &&
      (payment.isOpen || payment.captured > payment.refunded),
  )
  if (GIVEN_UP.has(state) && hasMoney)
    yield { invariant: NO_MONEY, subject: attempt, detail: `is ${state}` }
}

function* judgeAtRest(
  { attempt, total, refunded }: AttemptRecord,
  payments: BankPayment[],
): Generator<Violation> {
  const kept = payments.reduce((sum, payment) => sum + payment.captured - payment.refunded, 0)
  const due = total === null ? 0 : total - refunded
  if (kept !== due || payments.some(({ isOpen }) => isOpen))
    yield { invariant: KEPT, subject: attempt, detail: `${kept} kept, ${due} by the order` }
}

/** A charge belongs to the bank of its attempt. */
const keyOf = ({ bank, attempt }: { bank: string; attempt: string }) => `${attempt} at ${bank}`

/** Attempts that are not on record, whose money was found and given back; by `keyOf`. */
async function findReturned({ rows }: Pick<Sql, 'rows'>, payments: Map<string, BankPayment[]>) {
  const orphans = await rows<{ bank: string; attempt: string }>(
    'select provider as bank, attempt_id as attempt from orphaned_payments where resolution is not null',
  )
  const found = new Set(orphans.map(keyOf))
  return [...payments].flatMap(([key, of]) =>
    of.every(
      ({ isOpen, captured, refunded }) =>
        !isOpen && captured === refunded && (captured === 0 || found.has(key)),
    )
      ? [key]
      : [],
  )
}

/**
 * Compares the banks' books with the record. They change independently, so only what the record
 * says before and after is judged. A record that has forgotten takes its own refunds for the
 * bank's; of forgotten payments it knows that they were given back.
 */
export async function compareWithBank(
  { rows }: Pick<Sql, 'rows'>,
  {
    books,
    isAtRest,
    hasForgotten = false,
  }: { books: BankBooks; isAtRest: boolean; hasForgotten?: boolean },
): Promise<Violation[]> {
  const before = new Map(
    (await rows<AttemptRecord>(RECORD)).map((recorded) => [recorded.attempt, recorded]),
  )
  const payments = Map.groupBy(await books(), keyOf)
  const after = await rows<AttemptRecord>(RECORD)
  const violations = after
    .filter((recorded) => isSame(before.get(recorded.attempt), recorded))
    .flatMap((recorded) => {
      const found = payments.get(keyOf(recorded)) ?? []
      return [
        ...[...judgeAttempt(recorded, found)].filter(
          ({ invariant }) => !hasForgotten || invariant !== GIVEN_BACK,
        ),
        ...judgeOffPage(recorded, found, { hasForgotten }),
        ...(isAtRest ? judgeAtRest(recorded, found) : []),
      ]
    })
  if (!isAtRest) return violations
  const known = new Set(after.map(keyOf))
  if (hasForgotten) for (const key of await findReturned({ rows }, payments)) known.add(key)
  const unknown = [...payments.keys()].filter((key) => !known.has(key))
  const ledger = await readLedger({ rows })
  const ordered = after.filter(({ total }) => total !== null)
  return [
    ...violations,
    ...ordered.flatMap((recorded) =>
      (payments.get(keyOf(recorded)) ?? []).flatMap((payment) => [...judgeLedger(ledger, payment)]),
    ),
    ...unknown.map((subject) => ({ invariant: KEPT, subject, detail: 'is not on record' })),
  ]
}
