import * as z from 'zod'

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')

/** The test provider takes no real money: production has to ask for that by name. */
export const TestSettings = z
  .object({
    NODE_ENV: z.string().optional(),
    PAYMENT_PROVIDER: z.string().default('test'),
    ALLOW_TEST_PAYMENTS: flag.default(false),
    /** For tests of this service only, and refused in production: how often it misbehaves, 0 to 1. */
    TEST_PROVIDER_FAULTS: z.coerce.number().min(0).max(1).default(0),
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
