import { createHash, randomBytes } from 'node:crypto'

const BASE62 = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz'
// Crockford's base32 without I, L, O and U, so that it can be read out over the phone.
const BASE32 = '0123456789ABCDEFGHJKMNPQRSTVWXYZ'

/** One call for a few bytes costs as much as one for thousands. */
const POOL_BYTES = 4096
let pool = Buffer.alloc(0)

/** Bytes that are given once, and wiped from the pool. */
function takeBytes(count: number) {
  if (pool.length < count) pool = randomBytes(Math.max(count, POOL_BYTES))
  const taken = Buffer.from(pool.subarray(0, count))
  pool.fill(0, 0, count)
  pool = pool.subarray(count)
  return taken
}

/** `length` characters, each equally likely: bytes behind the last full round are skipped. */
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

/** A character a byte, each equally likely. */
export const toBase32 = (bytes: Uint8Array) =>
  Array.from(bytes, (byte) => BASE32.charAt(byte % BASE32.length)).join('')

export const randomBase32 = (length: number) => randomText(BASE32, length)

/** As people write it: in small letters, with O for 0, and with I or L for 1. */
export const readBase32 = (typed: string) =>
  typed.toUpperCase().replaceAll('O', '0').replaceAll(/[IL]/g, '1')

export function toBase62(number: number, length: number) {
  let text = ''
  for (let rest = number; text.length < length; rest = Math.floor(rest / 62))
    text = BASE62.charAt(rest % 62) + text
  return text
}

/** At most 32 characters. */
const digestOf = (text: string, length: number) =>
  Array.from(createHash('sha256').update(text).digest().subarray(0, length), (byte) =>
    BASE62.charAt(byte % 62),
  ).join('')

const fromBase62 = (text: string) =>
  Array.from(text).reduce((number, digit) => number * 62 + BASE62.indexOf(digit), 0)

/** The cell of a service that has no other (`CELL`, decision 107). */
export const FIRST_CELL = '00'

/** 0 to 3,843. Numbers of rows that are made in a cell leave it as the remainder of a division by 4,096. */
export const numberOfCell = (cell: string) => fromBase62(cell)

/** The part of a store's id that ids of its sessions have: a proxy finds a store that has moved by it. */
const TAG_LENGTH = 5

/**
 * Ids begin with the time, so that new rows stand together in an index and change few of its pages.
 * Seven base62 characters of milliseconds last until 2081.
 */
const timeNow = () => toBase62(Date.now(), 7)

const DAY_MS = 24 * 3600_000

/**
 * Milliseconds since that session or attempt began. Undefined after a day: older ids are random from
 * their first character, and would seem to be of any time.
 */
export function ageOfId(id: string) {
  const ageMs = Date.now() - fromBase62(id.slice(id.indexOf('_') + 1).slice(0, 7))
  return ageMs < DAY_MS && ageMs > -DAY_MS ? Math.max(0, ageMs) : undefined
}

/** Ids of rows that begin in this cell. */
export const createIds = (cell: string) => ({
  /**
   * Time, cell, the store's tag, and 107 random bits: who has the id may open the page, so nobody may
   * guess it.
   */
  session: (storeId: string) =>
    `cs_${timeNow()}${cell}${storeId.slice(-TAG_LENGTH)}${randomBase62(18)}`,
  attempt: () => `att_${timeNow()}${cell}${randomBase62(15)}`,
  /** The cell, and 16 random characters. Ids from before have no cell: they are of the first one. */
  store: () => `st_${cell}${randomBase62(16)}`,
  webhookEndpoint: () => `we_${randomBase62(24)}`,
  webhookDelivery: () => `whd_${timeNow()}${cell}${randomBase62(15)}`,
  /** For the test of a webhook endpoint; no log has this event. */
  testEvent: () => `evt_${timeNow()}${cell}${randomBase62(24)}`,
  refund: () => `rf_${randomBase62(24)}`,
  /** The same one for the same request, also when the record has lost it. */
  refundOf: (request: string) => `rf_${digestOf(request, 24)}`,
  /** Ten letters and digits in two groups: `7K3M9-QX2RT`. */
  orderNumber: () => `${randomBase32(5)}-${randomBase32(5)}`,
})

export type NewIds = ReturnType<typeof createIds>

/** Of the first cell: for tests. */
export const ids = createIds(FIRST_CELL)
