import { deriveKey } from '../auth/derive-key.ts'
import type { Hashing } from '../auth/hashing.ts'
import { createPasswords } from '../auth/passwords.ts'

/** A thousandth of the work that the hash of a password takes outside of the tests. */
export const QUICK_PASSWORD_COST = 128

/** Hashes where it is called, without a thread and without turns. */
export const hashingHere: Pick<Hashing, 'inTurn'> = {
  inTurn: (_caller, work) => work(async (job) => deriveKey(job)),
}

export const quickPasswords = createPasswords({ hashing: hashingHere, cost: QUICK_PASSWORD_COST })
