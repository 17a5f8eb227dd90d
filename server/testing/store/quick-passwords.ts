import { deriveKey } from '../../auth/derive-key.ts'
import type { Hashing } from '../../auth/hashing.ts'
import { createPasswords } from '../../auth/passwords.ts'

/** A thousandth of the real cost. */
export const QUICK_PASSWORD_COST = 128

/** Hashes in the caller's thread, without turns. */
export const hashingHere: Pick<Hashing, 'inTurn'> = {
  inTurn: (_caller, work) => work(async (job) => deriveKey(job)),
}

export const quickPasswords = createPasswords({ hashing: hashingHere, cost: QUICK_PASSWORD_COST })
