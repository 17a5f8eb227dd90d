import type { TestRecords } from '../../checkout/ports/platform-records.ts'
import type { ProviderParts } from '../provider-parts.ts'
import { withProviderFaults } from './provider-faults.ts'
import type { TestBank } from './test-bank.ts'
import { inPage } from '../../web/answers/listed-script.ts'
import { TEST_BANK_SCRIPTS } from './test-bank-page.ts'
import { testBankRoutes } from './test-bank-routes.ts'
import { testCardRoutes } from './test-card-routes.ts'
import { takeTestCard } from './take-test-card.ts'
import { renderTestFrame } from './test-frame-page.ts'
import { createTestProvider } from './test-provider.ts'
import { testProviderRoutes } from './test-provider-routes.ts'

type TestOptions = Omit<TestBank, 'challengeUrl'> & {
  records: TestRecords
  /** Where the bank's questions are asked, in the payment frame. */
  challengesUrl: string
  /** The share of calls that misbehave, 0 to 1; for tests of this service. */
  faults: { rate: number; random: () => number }
}

/** The test provider: no real money, and books of its own. */
export function openTestProvider({
  records,
  challengesUrl,
  faults,
  ...options
}: TestOptions): ProviderParts {
  const bank = createTestProvider({ ...options, challengeUrl: (id) => `${challengesUrl}/${id}` })
  return {
    provider: faults.rate > 0 ? withProviderFaults(bank, faults) : bank,
    renderCardFields: async (_context, page) => ({ html: renderTestFrame(page) }),
    scripts: ({ framePage }) => [
      inPage(framePage('payment-frame').script, {
        name: 'Test card fields',
        page: 'Payment frame',
        reason: 'Checks a test card and hands over what stands for it. It takes no real card.',
      }),
      ...TEST_BANK_SCRIPTS,
    ],
    takePlainCard: (card, now) => takeTestCard(bank, card, now),
    cardRoutes: (context) => testCardRoutes(context, bank),
    challengeRoutes: (context) => testBankRoutes(context, bank),
    platformRoutes: ({ checkout }) => testProviderRoutes(checkout, { records, bank }),
  }
}
