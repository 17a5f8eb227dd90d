import type { Payment, StripeObject } from './stripe-objects.ts'
import { type Dispute, type DisputeStatus, toDispute } from './stripe-disputes.ts'

type DisputesOptions = {
  seconds: () => number
  find: (paymentId: string) => Payment
  newId: (prefix: string) => string
  announce: (type: string, object: StripeObject) => void
}

const EVIDENCE_SECONDS = 7 * 86_400
const DECIDED: DisputeStatus[] = ['won', 'lost', 'warning_closed', 'charge_refunded']

/** The disputes of one account (https://docs.stripe.com/disputes/how-disputes-work). */
export function openDisputes({ seconds, find, newId, announce }: DisputesOptions) {
  const disputes = new Map<string, Dispute>()
  const tell = (type: string, dispute: Dispute) =>
    announce(`charge.dispute.${type}`, toDispute(dispute))

  return {
    disputes,

    /** The buyer's bank takes the money back; a warning only asks. */
    dispute(
      paymentId: string,
      {
        amount,
        reason,
        status = 'needs_response',
      }: { amount?: number; reason: string; status?: DisputeStatus },
    ) {
      const payment = find(paymentId)
      if (!payment.charge || payment.charge.captured === 0)
        throw new Error(`${paymentId} has no captured charge`)
      const dispute: Dispute = {
        id: newId('dp'),
        payment,
        amount: amount ?? payment.charge.captured,
        reason,
        status,
        dueBy: seconds() + EVIDENCE_SECONDS,
        created: seconds(),
      }
      disputes.set(dispute.id, dispute)
      payment.charge.disputed = true
      tell('created', dispute)
      if (!status.startsWith('warning')) tell('funds_withdrawn', dispute)
      return dispute
    },

    moveDispute(id: string, status: DisputeStatus) {
      const dispute = disputes.get(id)
      if (!dispute) throw new Error(`there is no dispute ${id}`)
      dispute.status = status
      tell(DECIDED.includes(status) ? 'closed' : 'updated', dispute)
      if (status === 'won') tell('funds_reinstated', dispute)
    },

    /** Newest first, as at Stripe. */
    disputesOf: (paymentId: string) =>
      [...disputes.values()].filter(({ payment }) => payment.id === paymentId).reverse(),
  }
}
