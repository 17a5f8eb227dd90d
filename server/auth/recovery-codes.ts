import { createHash } from 'node:crypto'
import { randomBase32 } from './random.ts'

export const RECOVERY_CODES = 10
const LENGTH = 16

/** Ten of them, as they are shown: `7K3M-9QX2-RT5B-0ZVN`. */
export const createRecoveryCodes = () =>
  Array.from({ length: RECOVERY_CODES }, () => randomBase32(LENGTH).replaceAll(/.{4}(?=.)/g, '$&-'))

/** However it is typed: Crockford's base32 reads look-alikes as what they look like. */
const normal = (typed: string) =>
  typed.toUpperCase().replaceAll(/[\s-]/g, '').replaceAll('O', '0').replaceAll(/[IL]/g, '1')

/**
 * What is kept of a code; undefined for what none is. 80 random bits: SHA-256 is enough, as for
 * keys.
 */
export function recoveryCodeDigest(typed: string): Buffer | undefined {
  const code = normal(typed)
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code)
    ? createHash('sha256').update(`recovery code ${code}`).digest()
    : undefined
}
