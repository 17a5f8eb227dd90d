import type { EndpointTrouble } from '../checkout/ports/owner-news.ts'
import type { KeyKind } from '../contract/platform/platform.ts'
import { type Letter, type Step, inLine } from './letter.ts'

export type Store = { id: string; name: string }
/** News of an order's money. Amounts and times are texts; `url` is the order's page. */
type OfOrder = { store: Store; orderNumber: string; url: string }
type Withdrawal = OfOrder & { isLate: boolean }
type FailedRefund = OfOrder & { amount: string; reason: string; units: number }
type OpenedDispute = OfOrder & { amount: string; reason: string; dueAt: string | null }
type ClosedDispute = OfOrder & { amount: string; isWon: boolean }
/** A payment that the records have lost. `url`: the page of the store's payment problems. */
type OfOrphan = { store: Store; amount: string; url: string }
/** `url`: the endpoint's; `page`: where its deliveries are. */
type OfEndpoint = { store: Store; url: string; page: string; what: EndpointTrouble }
type KeyNews = {
  store: Store
  kind: KeyKind
  by: string
  oldEndsAt: Date | null
}

const ENDPOINT: Record<EndpointTrouble, (url: string) => string[]> = {
  failing: (url) => [
    `For a day every event that was sent to this address has failed:\n${url}`,
    'Each event is tried again for some three days. When nothing but failures comes for five days, the endpoint is switched off.',
  ],
  disabled_as_failing: (url) => [
    `For five days every event that was sent to this address has failed, so nothing is sent there any more:\n${url}`,
    'Once your server works, switch the endpoint on again.',
  ],
  disabled_as_gone: (url) => [
    `Your server has answered 410 Gone at this address, so nothing is sent there any more:\n${url}`,
    'If it was not meant to, switch the endpoint on again.',
  ],
}

const NOTHING_LOST = 'Nothing is lost: a read of a session always says whether it was paid.'

/** In the store application, where owners also enable it and send again. */
const deliveries = (url: string): Step => ({
  text: 'What your server answered is in Settings, Developers, Webhooks. There you also send again what has failed:',
  label: 'Open the deliveries',
  url,
})

const paymentProblems = (url: string): Step => ({
  text: 'Payment problems:',
  label: 'Open payment problems',
  url,
})

const theOrder = (url: string): Step => ({ text: 'The order:', label: 'Open the order', url })

/** `by`: the member who did it, or `platform`. */
export function keyRegeneratedLetter({ store, kind, by, oldEndsAt }: KeyNews): Letter {
  const who = by === 'platform' ? 'The platform' : inLine(by)
  return {
    subject: `The ${kind} key of ${inLine(store.name)} was regenerated`,
    parts: [
      `${who} regenerated the ${kind} key of ${inLine(store.name)} just now.`,
      oldEndsAt === null
        ? 'The key before works no more: whatever still uses it is refused.'
        : `The key before works until ${oldEndsAt.toISOString()}: whatever still uses it then is refused.`,
      'If none of you meant to do this, look at Settings → Audit log for who it was, and change your passwords.',
    ],
  }
}

export const orphanFoundLetter = ({
  store,
  amount,
  url,
  isTaken,
}: OfOrphan & { isTaken: boolean }): Letter => ({
  subject: `A payment of ${amount} at ${inLine(store.name)} was lost`,
  parts: [
    `${amount} was ${isTaken ? 'taken' : 'reserved'} for a payment that the records of ${inLine(store.name)} have lost: it has no order. Do not send anything for it.`,
    'Whoever runs this service has been told, and it is looked after: usually the buyer gets the money back. You will hear when that is done.',
    paymentProblems(url),
  ],
})

/** `outcome`: a sentence about its money. */
export const orphanResolvedLetter = ({
  store,
  amount,
  url,
  outcome,
}: OfOrphan & { outcome: string }): Letter => ({
  subject: `The lost payment of ${amount} at ${inLine(store.name)}`,
  parts: [
    `The records of ${inLine(store.name)} had lost a payment of ${amount}. ${outcome}`,
    paymentProblems(url),
  ],
})

export const webhooksFailingLetter = ({ store, url, page, what }: OfEndpoint): Letter => ({
  subject:
    what === 'failing'
      ? `Your server does not take the events of ${inLine(store.name)}`
      : `The events of ${inLine(store.name)} are no longer sent to your server`,
  parts: [...ENDPOINT[what](inLine(url)), deliveries(page), NOTHING_LOST],
})

export const withdrawnLetter = ({ store, orderNumber, url, isLate }: Withdrawal): Letter => ({
  subject: `Order ${orderNumber}: the buyer has withdrawn${isLate ? ' late' : ''}`,
  parts: [
    `The buyer of order ${orderNumber} at ${inLine(store.name)} has withdrawn from the contract${isLate ? ', after the last day. You decide whether you accept it, and answer the buyer' : ''}.`,
    'In the European Union the money, delivery included, goes back within 14 days; you may wait for the goods, or for proof that they were sent.',
    theOrder(url),
  ],
})

export function refundFailedLetter({
  store,
  orderNumber,
  url,
  amount,
  reason,
  units,
}: FailedRefund): Letter {
  const again = 'You can refund it again, or give it back in another way'
  const restocked = `It had put ${units} ${units === 1 ? 'unit' : 'units'} into stock: please say whether they came back.`
  return {
    subject: `The refund of order ${orderNumber} failed`,
    parts: [
      `A refund of ${amount} for order ${orderNumber} of ${inLine(store.name)} had succeeded, and has failed now. ${reason} The buyer does not have the money.`,
      { ...theOrder(url), text: units === 0 ? `${again}:` : `${again}. ${restocked}` },
    ],
  }
}

export const disputeOpenedLetter = ({
  store,
  orderNumber,
  url,
  amount,
  reason,
  dueAt,
}: OpenedDispute): Letter => ({
  subject: `Order ${orderNumber} is disputed`,
  parts: [
    `The buyer's bank disputes ${amount} of order ${orderNumber} of ${inLine(store.name)}. ${reason}`,
    dueAt === null
      ? 'There is nothing to do: the bank decides.'
      : `Answer it at your payment provider by ${dueAt}. Without an answer the money is lost.`,
    theOrder(url),
  ],
})

export const disputeClosedLetter = ({
  store,
  orderNumber,
  url,
  amount,
  isWon,
}: ClosedDispute): Letter => ({
  subject: `The dispute of order ${orderNumber} is ${isWon ? 'won' : 'lost'}`,
  parts: [
    isWon
      ? `The dispute of ${amount} of order ${orderNumber} of ${inLine(store.name)} has ended: the money is yours.`
      : `The dispute of ${amount} of order ${orderNumber} of ${inLine(store.name)} is lost: the buyer has the money back.`,
    theOrder(url),
  ],
})

/** Says that it is a test store, so that nobody believes that money has moved. */
export const ofTestStore = ({ subject, parts }: Letter): Letter => ({
  subject: `[Test store] ${subject}`,
  parts: [...parts, 'This is a test store: no real money moves in it.'],
})
