import { scryptSync } from 'node:crypto'

/** One hash of scrypt: N, r and p as its specification names them, `length` in bytes. */
export type KeyJob = {
  password: string
  salt: Uint8Array
  length: number
  N: number
  r: number
  p: number
}

const MAX_MEMORY = 256 * 1024 * 1024

/** Takes its time, and the whole of the thread that calls it. */
export const deriveKey = ({ password, salt, length, N, r, p }: KeyJob): Uint8Array =>
  new Uint8Array(scryptSync(password, salt, length, { N, r, p, maxmem: MAX_MEMORY }))
