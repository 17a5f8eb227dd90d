import type { TestLedger } from './test-ledger.ts'

/** What the test provider needs. */
export type TestBank = {
  ledger: TestLedger
  /** Unpredictable base62 text of this length. */
  randomId: (length: number) => string
  /** The address of the bank's page for a challenge. */
  challengeUrl: (challengeId: string) => string
  notificationSecret: Uint8Array
  /** The record's time, which all processes share. */
  now: () => Date
}
