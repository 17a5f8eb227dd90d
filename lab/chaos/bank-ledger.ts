import type { Sql } from '../../server/testing/sql.ts'
import type { BankPayment } from './bank.ts'
import type { Violation } from './history.ts'

export const REFUNDS_REPORTED =
  'I12 each refund of an order at the bank is on record once, as it stands there'
export const DISPUTES_REPORTED =
  'I12 each dispute of an order is on record, as it stands at the bank'

export const OVERDRAWN = 'I26 no more is refunded and lost in disputes than was captured'

/** What the record says about the money of orders at the bank. */
type Ledger = {
  refunds: {
    attempt: string
    id: string | null
    refundId: string
    amount: number
    state: string
    kind: string
  }[]
  disputes: { attempt: string; id: string; state: string }[]
}

const REFUNDS = `select o.attempt_id as attempt, r.provider_refund_id as id, r.id as "refundId",
    r.amount::float8, r.state, r.kind
  from order_refunds r join orders o on o.id = r.order_id`

const DISPUTES = `select o.attempt_id as attempt, d.provider_dispute_id as id, d.state
  from order_disputes d join orders o on o.id = d.order_id`

export async function readLedger({ rows }: Pick<Sql, 'rows'>): Promise<Ledger> {
  return { refunds: await rows(REFUNDS), disputes: await rows(DISPUTES) }
}

/**
 * At rest, the record has each refund and dispute of an order as the bank has it. A refund that was
 * refused to one process and made for another counts as the bank's own.
 */
export function* judgeLedger(
  { refunds, disputes }: Ledger,
  { attempt, captured, refunded, refunds: made, disputes: opened }: BankPayment,
): Generator<Violation> {
  const ours = refunds.filter((refund) => refund.attempt === attempt)
  for (const { id, refundId, amount, state } of made) {
    const found = ours.filter(
      (refund) =>
        refund.id === id ||
        (refund.refundId === refundId && (refund.id !== null || refund.state !== 'failed')),
    )
    const [only] = found
    const isSame =
      found.length === 1 &&
      only?.state === state &&
      only.amount === amount &&
      (refundId !== null || only.kind === 'provider')
    if (!isSame)
      yield {
        invariant: REFUNDS_REPORTED,
        subject: `${attempt} ${id}`,
        detail: `${amount} ${state} of ${refundId ?? 'the bank'}, on record ${JSON.stringify(found)}`,
      }
  }
  const lost = opened.reduce((sum, { amount, state }) => (state === 'lost' ? sum + amount : sum), 0)
  if (refunded + lost > captured)
    yield {
      invariant: OVERDRAWN,
      subject: attempt,
      detail: `${refunded} and ${lost} of ${captured}`,
    }
  for (const { id, state } of opened) {
    const found = disputes.find((dispute) => dispute.attempt === attempt && dispute.id === id)
    if (found?.state !== state)
      yield {
        invariant: DISPUTES_REPORTED,
        subject: `${attempt} ${id}`,
        detail: `${state}, on record ${found?.state ?? 'not at all'}`,
      }
  }
}
