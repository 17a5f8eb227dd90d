import type { CheckoutView } from '../../contract/buyer.ts'
import type { Order } from '../../contract/order.ts'
import type { BuyerMailState, KeptConfirmation } from '../ports/buyer-mails.ts'
import { type OrderDelivery, optionOf } from './order-delivery.ts'

/** How long the paying browser sees the full receipt, in milliseconds. */
const FULL_RECEIPT_MS = 24 * 3_600_000

/** Shown instead of erased data. */
const ERASED = '•••'

/** `receiptDigest`: of the receipt key that came with the request. */
export type Reader = { now: Date; receiptDigest?: string | undefined }

/** Whether this is the browser that paid, within 24 h. `kept`: the digest that it paid with. */
export const mayReadReceipt = (
  { paidAt }: Order,
  { now, receiptDigest, kept }: Reader & { kept: string | null },
) =>
  receiptDigest !== undefined &&
  receiptDigest === kept &&
  now.getTime() < Date.parse(paidAt) + FULL_RECEIPT_MS

const SEGMENTS = new Intl.Segmenter()

const initialOf = (word: string) => {
  const [first] = SEGMENTS.segment(word)
  return first?.segment ?? ''
}

/** `Ana Example` becomes `Ana E`; the page adds the full stop. A name of one word becomes `A`. */
function maskName(name: string) {
  const [first = '', ...others] = name.split(/\s+/u).filter((word) => word !== '')
  const last = others.at(-1)
  if (first === '') return ERASED
  return last === undefined ? initialOf(first) : `${first} ${initialOf(last)}`
}

/** Every digit becomes a dot: with the number of the order, a phone number opens its withdrawal. */
const maskPhone = (phone: string) => phone.replaceAll(/\p{Nd}/gu, '•') || ERASED

/** `ana@mail.example` becomes `a•••@m•••.example`. */
function maskEmail(email: string) {
  const [box = '', host = ''] = email.split('@')
  return `${initialOf(box)}•••@${initialOf(host)}•••.${host.split('.').at(-1)}`
}

/** How often a buyer may correct the address to which the confirmation goes. */
export const MOST_CORRECTIONS = 3

const MAIL_STATUS = {
  waiting: 'waiting',
  unsent: 'waiting',
  sent: 'sent',
  unsure: 'sent',
  refused: 'refused',
} as const satisfies Record<BuyerMailState, string>

/**
 * Where the confirmation of an order goes, for the browser that paid. A slip is only seen in an
 * address that is whole.
 */
export function viewConfirmation(
  kept: KeptConfirmation,
  correctUrl: string | undefined,
): CheckoutView['confirmation'] {
  if (kept.email === null) return { status: 'none' }
  if (correctUrl === undefined) return undefined
  const { email, state, edition } = kept
  const status = MAIL_STATUS[state]
  return edition <= MOST_CORRECTIONS
    ? { email, status, correctUrl }
    : { email: maskEmail(email), status }
}

/** Only the delivery option, without the buyer's words. The store's own address is no secret. */
function maskDetails(order: Order, session: OrderDelivery) {
  const option = optionOf(session, order)
  return option?.place ? order.fulfillment.details : (option?.name ?? ERASED)
}

/** The order for everybody who has the link. */
export const maskOrder = (order: Order, session: OrderDelivery): Order => ({
  ...order,
  customer: { name: maskName(order.customer.name), phone: maskPhone(order.customer.phone) },
  fulfillment: {
    ...order.fulfillment,
    details: maskDetails(order, session),
  },
})
