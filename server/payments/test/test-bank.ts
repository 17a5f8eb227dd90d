import type { TestLedger } from './test-ledger.ts'

/** What the test provider works with. */
export type TestBank = {
  ledger: TestLedger
  /** Base62 text of that length, unpredictable. */
  randomId: (length: number) => string
  /** Where the bank's page for a challenge is. */
  challengeUrl: (challengeId: string) => string
  /** Signs its notifications. */
  notificationSecret: Uint8Array
}
