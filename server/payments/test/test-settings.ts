import * as z from 'zod'
import { Flag, SettingTexts, refuse } from '../../contract/setting-texts.ts'

/** The test provider takes no real money, so production has to ask for it by name. */
export const TestSettings = z
  .object({
    NODE_ENV: z.string().optional(),
    PAYMENT_PROVIDER: z.string().default('test'),
    ALLOW_TEST_PAYMENTS: Flag.default(false).register(SettingTexts, {
      summary: '`true` lets the test provider start in production',
    }),
    TEST_PROVIDER_FAULTS: z.coerce.number().min(0).max(1).default(0).register(SettingTexts, {
      summary: 'how often the test provider misbehaves',
      unit: 'of all calls',
      isForTests: true,
    }),
  })
  .superRefine(({ NODE_ENV, PAYMENT_PROVIDER, ALLOW_TEST_PAYMENTS }, context) => {
    if (NODE_ENV !== 'production' || PAYMENT_PROVIDER !== 'test' || ALLOW_TEST_PAYMENTS) return
    refuse(
      context,
      'PAYMENT_PROVIDER',
      'the test provider takes no real money: with NODE_ENV=production it needs ALLOW_TEST_PAYMENTS=true',
    )
  })
  .transform(({ TEST_PROVIDER_FAULTS }) => ({ testProviderFaults: TEST_PROVIDER_FAULTS }))
