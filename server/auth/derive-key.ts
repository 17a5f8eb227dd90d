import { scryptSync } from 'node:crypto'

/** One scrypt hash. N, r and p are named as in RFC 7914; `length` is in bytes. */
export type KeyJob = {
  password: string
  salt: Uint8Array
  length: number
  N: number
  r: number
  p: number
}

const MAX_MEMORY = 256 * 1024 * 1024

/** Blocks its thread for the whole hash. */
export const deriveKey = ({ password, salt, length, N, r, p }: KeyJob): Uint8Array =>
  new Uint8Array(scryptSync(password, salt, length, { N, r, p, maxmem: MAX_MEMORY }))
