import type { Order } from '../contract/order.ts'
import { placeOf } from './collection.ts'
import type { CheckoutSession } from './session.ts'

/** How long the browser that paid is shown the receipt in full, in milliseconds. */
const FULL_RECEIPT_MS = 24 * 3_600_000

/** Stands for what was erased. */
const ERASED = '•••'

/** Who asks: the digest of the receipt key that came with the request, and when. */
export type Reader = { now: Date; receiptDigest?: string | undefined }

/** Whether this is the browser that paid, within 24 h of it. `kept`: the digest that it paid with. */
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

/**
 * `Ana Example` becomes `Ana E`, without a full stop, since the page puts one behind it; of a name
 * that is one word, as a whole name may be, `A` is left.
 */
function maskName(name: string) {
  const [first = '', ...others] = name.split(/\s+/u).filter((word) => word !== '')
  const last = others.at(-1)
  if (first === '') return ERASED
  return last === undefined ? initialOf(first) : `${first} ${initialOf(last)}`
}

/** All digits but the last two are dots. */
function maskPhone(phone: string) {
  const digits = phone.match(/\p{Nd}/gu)?.length ?? 0
  let seen = 0
  const masked = phone.replaceAll(/\p{Nd}/gu, (digit) => ((seen += 1) > digits - 2 ? digit : '•'))
  return masked === '' ? ERASED : masked
}

/** The delivery option alone, without what the buyer entered behind it; the store's place is no secret. */
function maskDetails(
  details: string,
  { quote: { deliveryOptions } }: Pick<CheckoutSession, 'quote'>,
) {
  if (placeOf(deliveryOptions, details)) return details
  return deliveryOptions.find(({ name }) => details.startsWith(`${name}, `))?.name ?? ERASED
}

/** The order as whoever has the address may see it, for as long as it is kept. */
export const maskOrder = (order: Order, session: Pick<CheckoutSession, 'quote'>): Order => ({
  ...order,
  customer: { name: maskName(order.customer.name), phone: maskPhone(order.customer.phone) },
  fulfillment: {
    ...order.fulfillment,
    details: maskDetails(order.fulfillment.details, session),
  },
})
