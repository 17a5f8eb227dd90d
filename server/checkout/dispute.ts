/**
 * Where a dispute stands. `needs_response`: the provider waits for the merchant's evidence;
 * `under_review`: the bank decides; `won`: the merchant keeps the money, also where nothing was
 * decided because the buyer has taken it back; `lost`: the buyer has it.
 */
export type DisputeState = 'needs_response' | 'under_review' | 'won' | 'lost'

/** A buyer's bank asks for money of an order back; `amount` in the minor unit of its `currency`. */
export type Dispute = {
  /** The provider's own id. */
  providerDisputeId: string
  amount: number
  currency: string
  /** The provider's word, such as `fraudulent`. */
  reason: string
  state: DisputeState
  /** Until when the provider takes evidence; null when it takes none. */
  dueAt: Date | null
  openedAt: Date
}

export const isDecided = ({ state }: Pick<Dispute, 'state'>) => state === 'won' || state === 'lost'

/** What asks most of the merchant comes first. */
const BY_URGENCY: DisputeState[] = ['needs_response', 'under_review', 'lost', 'won']

/** What the order is shown with; null without a dispute. */
export const mostUrgent = (disputes: Pick<Dispute, 'state'>[]): DisputeState | null =>
  BY_URGENCY.find((wanted) => disputes.some(({ state }) => state === wanted)) ?? null

const REASONS: Record<string, string> = {
  credit_not_processed: 'The buyer was promised a refund and did not get it.',
  duplicate: 'The buyer was charged twice.',
  fraudulent: 'The buyer says that somebody else paid with the card.',
  product_not_received: 'The buyer has not received the goods.',
  product_unacceptable: 'The goods were damaged or not as described.',
  subscription_canceled: 'The buyer had cancelled.',
  unrecognized: 'The buyer does not recognise the payment.',
}

/** Why the buyer's bank asks, in a sentence for the merchant. */
export const disputeReason = (reason: string) =>
  REASONS[reason] ?? 'The buyer’s bank gave no closer reason.'
