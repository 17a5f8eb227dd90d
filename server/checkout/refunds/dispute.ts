/**
 * The state of a dispute. `needs_response`: the provider waits for the merchant's evidence.
 * `under_review`: the bank decides. `won`: the merchant keeps the money, also when the buyer has
 * withdrawn the dispute. `lost`: the buyer has the money.
 */
export type DisputeState = 'needs_response' | 'under_review' | 'won' | 'lost'

/** A buyer's bank claims money of an order. `amount`: in the minor unit of `currency`. */
export type Dispute = {
  providerDisputeId: string
  amount: number
  currency: string
  /** The provider's code, such as `fraudulent`. */
  reason: string
  state: DisputeState
  /** The bank only asks: it has taken no money, and the payment can be refunded. */
  isInquiry: boolean
  /** The deadline for evidence; null when the provider takes none. */
  dueAt: Date | null
  openedAt: Date
}

export const isDecided = ({ state }: Pick<Dispute, 'state'>) => state === 'won' || state === 'lost'

/** The buyer's bank has the money, or may have it back. */
const takesMoney = ({ state, isInquiry }: Pick<Dispute, 'state' | 'isInquiry'>) =>
  state !== 'won' && !isInquiry

type OrderMoney = {
  amountTotal: number
  refunded: number
  currency: string
  disputes: Pick<Dispute, 'amount' | 'currency' | 'reason' | 'state' | 'isInquiry'>[]
}

/**
 * What may be refunded of an order together with what was, in its minor unit: never what is disputed
 * and not won. A dispute in another currency may be about all of it.
 */
export const refundableOf = ({ amountTotal, currency, disputes }: Omit<OrderMoney, 'refunded'>) =>
  disputes
    .filter(takesMoney)
    .reduce(
      (rest, dispute) => rest - (dispute.currency === currency ? dispute.amount : amountTotal),
      amountTotal,
    )

/** What is left to be refunded. */
export const leftToRefund = (order: OrderMoney) => Math.max(0, refundableOf(order) - order.refunded)

/** The dispute that keeps the rest of the order's money from being refunded. */
export const disputeInTheWay = ({ amountTotal, refunded, disputes }: OrderMoney) =>
  refunded < amountTotal ? disputes.find(takesMoney) : undefined

/** The state in which the merchant has most to do comes first. */
const BY_URGENCY: DisputeState[] = ['needs_response', 'under_review', 'lost', 'won']

/** The dispute that the order shows; null without one. */
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

/** The bank's reason, as a sentence for the merchant. */
export const disputeReason = (reason: string) =>
  REASONS[reason] ?? 'The buyer’s bank gave no closer reason.'

/** Why disputed money is not refunded, in sentences for the merchant. */
export const whyDisputed = ({ state, reason }: Pick<Dispute, 'state' | 'reason'>) =>
  `${
    state === 'lost'
      ? 'The buyer has got the money back through their bank.'
      : 'The buyer’s bank disputes this payment.'
  } ${disputeReason(reason)}`
