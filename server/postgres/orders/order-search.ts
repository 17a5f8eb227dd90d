import type { PaymentAttempt } from '../../checkout/payments/attempt.ts'

/** Characters that every server treats alike, whatever its language. */
const PLAIN = /^\p{ASCII}*$/u
const PLAIN_MARK = /^[0-9A-Za-z_]*$/
const PLAIN_NUMBER = /^[0-9A-HJ-Z-]*$/

const BETWEEN_WORDS = /[^0-9a-z]+/
const LONGEST_WORD = 60

type SearchableAttempt = Pick<PaymentAttempt, 'storeId' | 'orderNumber' | 'customer'>

/**
 * What `order_search()` returns for an order, as the text of a `tsvector`, at a tenth of its cost.
 * Null when only the server can know it, because a character is not plain.
 */
export function plainOrderSearch({
  storeId,
  orderNumber,
  customer: { name, phone },
}: SearchableAttempt): string | null {
  const mark = storeId.slice(-4)
  const isPlain =
    orderNumber !== null &&
    PLAIN_NUMBER.test(orderNumber) &&
    PLAIN.test(name) &&
    PLAIN.test(phone) &&
    PLAIN_MARK.test(mark)
  if (!isPlain) return null
  const words = name
    .toLowerCase()
    .split(BETWEEN_WORDS)
    .filter((word) => word !== '')
    .map((word) => word.slice(0, LONGEST_WORD))
  const digits = phone
    .replaceAll(/[^0-9]/g, '')
    .split('')
    .toReversed()
    .join('')
  const number = orderNumber.toLowerCase().replaceAll('-', '')
  return [...words, `#${number}`, `-${digits}`].map((word) => `'${mark}${word}'`).join(' ')
}
