import type { Payment } from './stripe-objects.ts'

export type DisputeStatus =
  | 'needs_response'
  | 'under_review'
  | 'won'
  | 'lost'
  | 'warning_needs_response'
  | 'warning_under_review'
  | 'warning_closed'
  | 'charge_refunded'

/** A dispute in the double's books. Times are Unix seconds. */
export type Dispute = {
  id: string
  payment: Payment
  amount: number
  reason: string
  status: DisputeStatus
  dueBy: number
  created: number
}

/** Its metadata is empty, because it does not have the payment's. */
export const toDispute = ({ id, payment, amount, reason, status, dueBy, created }: Dispute) => ({
  id,
  object: 'dispute',
  amount,
  balance_transactions: [],
  charge: payment.charge?.id ?? '',
  created,
  currency: payment.currency,
  evidence: {},
  evidence_details: { due_by: dueBy, has_evidence: false, past_due: false, submission_count: 0 },
  is_charge_refundable: status.startsWith('warning'),
  livemode: false,
  metadata: {} as Record<string, string>,
  payment_intent: payment.id,
  reason,
  status,
})
