import { randomBytes } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
// Crockford's base32 without the look-alikes I, L, O and U: read out over the phone without
// mistakes.
const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** Asking for some bytes costs as much as asking for thousands. */
const POOL_BYTES = 4096
let pool = Buffer.alloc(0)

/** Bytes that nobody has had before, wiped as they are given. */
function takeBytes(count: number) {
  if (pool.length < count) pool = randomBytes(Math.max(count, POOL_BYTES))
  const taken = Buffer.from(pool.subarray(0, count))
  pool.fill(0, 0, count)
  pool = pool.subarray(count)
  return taken
}

/**
 * Text of `length` characters of `alphabet`, each equally likely: bytes beyond the last full round
 * of the alphabet are left out.
 */
function randomText(alphabet: string, length: number) {
  const limit = 256 - (256 % alphabet.length)
  let text = ''
  while (text.length < length) {
    for (const byte of takeBytes(length * 2)) {
      if (byte < limit && text.length < length) text += alphabet.charAt(byte % alphabet.length)
    }
  }
  return text
}

export const randomBase62 = (length: number) => randomText(BASE62, length)

export const randomBase32 = (length: number) => randomText(BASE32, length)

/** `number` in base 62, padded with zeros to `length`. */
export function toBase62(number: number, length: number) {
  let text = ''
  for (let rest = number; text.length < length; rest = Math.floor(rest / 62))
    text = BASE62.charAt(rest % 62) + text
  return text
}

/** In which part of the service a row lives: one until there are several. */
export const CELL = '00'

/**
 * Ids of rows of one time stand together in an index, which then changes few of its pages. Seven
 * characters of milliseconds last until 2081.
 */
const beginningNow = () => `${toBase62(Date.now(), 7)}${CELL}`

export const ids = {
  /** 137 random bits: whoever has the id may open the page, so nobody may guess it. */
  session: () => `cs_${beginningNow()}${randomBase62(23)}`,
  attempt: () => `att_${beginningNow()}${randomBase62(15)}`,
  store: () => `st_${randomBase62(16)}`,
  webhookEndpoint: () => `we_${randomBase62(24)}`,
  webhookDelivery: () => `whd_${beginningNow()}${randomBase62(15)}`,
  /** Of a test of a webhook endpoint: no log has it. */
  testEvent: () => `evt_${beginningNow()}${randomBase62(24)}`,
  refund: () => `rf_${randomBase62(24)}`,
  /** Ten letters and digits in two groups: `7K3M9-QX2RT`. */
  orderNumber: () => `${randomBase32(5)}-${randomBase32(5)}`,
}
