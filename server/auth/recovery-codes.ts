import { createHash } from 'node:crypto'
import { randomBase32, readBase32 } from './random.ts'

export const RECOVERY_CODES = 10
const LENGTH = 16

/** Ten codes as members see them: `7K3M-9QX2-RT5B-0ZVN`. */
export const createRecoveryCodes = () =>
  Array.from({ length: RECOVERY_CODES }, () => randomBase32(LENGTH).replaceAll(/.{4}(?=.)/g, '$&-'))

/** The digest to keep; undefined for no code. SHA-256 is enough for 80 random bits. */
export function recoveryCodeDigest(typed: string): Buffer | undefined {
  const code = readBase32(typed).replaceAll(/[\s-]/g, '')
  return /^[0-9A-HJKMNP-TV-Z]{16}$/.test(code)
    ? createHash('sha256').update(`recovery code ${code}`).digest()
    : undefined
}
