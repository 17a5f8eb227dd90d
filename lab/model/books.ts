import type { LedgerPayment } from './bank-payment.ts'
import type { Tables } from './tables.ts'

/** A promise was broken. */
export class BrokenInvariant extends Error {
  override readonly name = 'BrokenInvariant'
}

export type Books = {
  tables: Tables
  payments: Map<string, LedgerPayment>
  now: () => number
  /** Sessions whose buyers wanted to pay another way. */
  givenUp: Set<string>
  /** Whether the database has ever lost acknowledged commits. */
  hasLost: () => boolean
}

export function assert(holds: boolean, invariant: string, subject: string): asserts holds {
  if (!holds) throw new BrokenInvariant(`${invariant}: ${subject}`)
}
