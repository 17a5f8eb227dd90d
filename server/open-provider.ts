import { deriveNotificationSecret } from './auth/key-material.ts'
import { randomBase62 } from './auth/random.ts'
import type { Config } from './config.ts'
import type { ProviderParts } from './payments/provider-parts.ts'
import { openStripe } from './payments/stripe/stripe-parts.ts'
import { openTestProvider } from './payments/test/test-parts.ts'
import type { Pool } from './postgres/database.ts'
import { openTestRecords } from './postgres/records.ts'
import { openTestLedger } from './postgres/test-provider-ledger.ts'

/** The provider that takes the money, with all that it brings. */
export function openProvider(
  { stripe, paymentFrameUrl, testProviderFaults }: Config,
  { pool, material }: { pool: Pool; material: string },
): ProviderParts {
  const challengesUrl = `${paymentFrameUrl}/challenges`
  if (stripe) return openStripe({ ...stripe, challengesUrl })
  const ledger = openTestLedger(pool)
  return openTestProvider({
    ledger,
    records: openTestRecords(pool, ledger),
    randomId: randomBase62,
    notificationSecret: deriveNotificationSecret(material),
    challengesUrl,
    faults: { rate: testProviderFaults, random: Math.random },
  })
}
