import * as z from 'zod'
import { SettingTexts } from '../contract/setting-texts.ts'
import { parseFailpoint } from '../failpoints.ts'

const failpoints = z.string().transform((value, context) =>
  value.split(',').map((text) => {
    const rule = parseFailpoint(text.trim())
    if (!rule)
      context.addIssue(
        `"${text.trim()}" is no failpoint: write K1 to K11, K3@2 for the second time, or K3:0.01 for a probability, and =stop behind it to stand still`,
      )
    return rule ?? z.NEVER
  }),
)

/** Where the process dies, for tests of this service only. */
export const FailpointSettings = z
  .object({
    FAILPOINTS: failpoints.default([]).register(SettingTexts, {
      says: 'where a process dies or stands still, such as `K3`, `K3@2`, `K3:0.01`, `K3=stop`',
      isForTests: true,
    }),
  })
  .transform(({ FAILPOINTS }) => ({ failpoints: FAILPOINTS }))

/** They break the service on purpose, or put something else in a provider's place. */
const FOR_TESTS = [
  'FAILPOINTS',
  'TEST_PROVIDER_FAULTS',
  'TEST_LEDGER_URL',
  'STRIPE_JS_URL',
] as const

const given = z.string().optional()

/** What production refuses. */
export const NoFaultsInProduction = z
  .object({
    NODE_ENV: given,
    FAILPOINTS: given,
    TEST_PROVIDER_FAULTS: given,
    TEST_LEDGER_URL: given,
    STRIPE_JS_URL: given,
  })
  .superRefine((settings, context) => {
    if (settings.NODE_ENV !== 'production') return
    for (const variable of FOR_TESTS) {
      const value = settings[variable]
      if (value !== undefined && Number(value) !== 0)
        context.addIssue({
          code: 'custom',
          path: [variable],
          message: 'is for tests of this service and refused with NODE_ENV=production',
        })
    }
  })
