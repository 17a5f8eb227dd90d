import * as z from 'zod'
import { SettingTexts, refuse } from '../contract/setting-texts.ts'
import { parseFailpoint } from './failpoints.ts'

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

/** Where the process dies; only for tests of this service. */
export const FailpointSettings = z
  .object({
    FAILPOINTS: failpoints.default([]).register(SettingTexts, {
      summary: 'where a process dies or stands still, such as `K3`, `K3@2`, `K3:0.01`, `K3=stop`',
      isForTests: true,
    }),
  })
  .transform(({ FAILPOINTS }) => ({ failpoints: FAILPOINTS }))

const given = z.string().optional()

/** These break the service on purpose, or replace a provider. */
export const NoFaultsInProduction = z
  .object({
    NODE_ENV: given,
    FAILPOINTS: given,
    TEST_PROVIDER_FAULTS: given,
    TEST_LEDGER_URL: given,
    STRIPE_JS_URL: given,
  })
  .superRefine(({ NODE_ENV, ...settings }, context) => {
    if (NODE_ENV !== 'production') return
    for (const [variable, value] of Object.entries(settings))
      if (value !== undefined && Number(value) !== 0)
        refuse(
          context,
          variable,
          'is for tests of this service and refused with NODE_ENV=production',
        )
  })
