import * as z from 'zod'
import { SettingTexts } from '../../contract/setting-texts.ts'

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** The test provider takes no real money: production has to ask for that by name. */
export const TestSettings = z
  .object({
    NODE_ENV: z.string().optional(),
    PAYMENT_PROVIDER: z.string().default('test'),
    ALLOW_TEST_PAYMENTS: flag.default(false).register(SettingTexts, {
      says: '`true` lets the test provider start in production',
    }),
    TEST_PROVIDER_FAULTS: z.coerce.number().min(0).max(1).default(0).register(SettingTexts, {
      says: 'how often the test provider misbehaves',
      unit: 'of all calls',
      isForTests: true,
    }),
  })
  .superRefine(({ NODE_ENV, PAYMENT_PROVIDER, ALLOW_TEST_PAYMENTS }, context) => {
    if (NODE_ENV !== 'production' || PAYMENT_PROVIDER !== 'test' || ALLOW_TEST_PAYMENTS) return
    context.addIssue({
      code: 'custom',
      path: ['PAYMENT_PROVIDER'],
      message:
        'the test provider takes no real money: with NODE_ENV=production it needs ALLOW_TEST_PAYMENTS=true',
    })
  })
  .transform(({ TEST_PROVIDER_FAULTS }) => ({ testProviderFaults: TEST_PROVIDER_FAULTS }))
