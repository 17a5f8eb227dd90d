import * as z from 'zod'
import { BaseAddress } from '../../contract/base-address.ts'
import { SettingTexts, refuse } from '../../contract/setting-texts.ts'

/** Checked whenever they are set, whichever provider is chosen. */
const Variables = z.object({
  PAYMENT_PROVIDER: z.string().optional(),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(
      /^[sr]k_\w+$/,
      'must be a secret or restricted key of Stripe (sk_… or rk_…), and no more',
    )
    .optional()
    .register(SettingTexts, {
      isSecret: true,
      summary: 'secret or restricted key, `sk_…` or `rk_…`',
      more: 'The start needs the first three of these with `PAYMENT_PROVIDER=stripe`, and later while payments or refunds at Stripe are under way. [Stripe](stripe.md) says where they come from.',
    }),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_\w+$/, 'must be a publishable key of Stripe (pk_…), and no more')
    .optional()
    .register(SettingTexts, { summary: 'publishable key, `pk_…`' }),
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .pipe(
      z
        .array(
          z
            .string()
            .regex(
              /^whsec_[\w+/=-]+$/,
              'must be a signing secret of Stripe (whsec_…), and no more',
            ),
        )
        .min(1),
    )
    .optional()
    .register(SettingTexts, {
      isSecret: true,
      summary: 'signing secret of the webhook endpoint, `whsec_…`',
      more: 'While you change it, set both with a comma between.',
    }),
  STRIPE_API_BASE: BaseAddress.optional().register(SettingTexts, {
    summary: 'another address of Stripe’s API, for tests',
  }),
  STRIPE_JS_URL: BaseAddress.optional().register(SettingTexts, {
    summary: 'another script in place of Stripe.js',
    isForTests: true,
  }),
})

const modeOf = (key = '') => /^[a-z]+_(test|live)_/.exec(key)?.[1]

/**
 * The settings of the Stripe provider. With another provider they may stay, for payments that went
 * through Stripe; undefined when one of them is then missing.
 */
export const StripeSettings = Variables.superRefine((given, context) => {
  const mode = modeOf(given.STRIPE_SECRET_KEY)
  const shown = modeOf(given.STRIPE_PUBLISHABLE_KEY)
  if (mode !== undefined && shown !== undefined && mode !== shown)
    refuse(
      context,
      'STRIPE_PUBLISHABLE_KEY',
      `is a key of ${shown} mode, and STRIPE_SECRET_KEY one of ${mode} mode`,
    )
}).transform(({ PAYMENT_PROVIDER, ...given }, context) => {
  const { STRIPE_SECRET_KEY, STRIPE_PUBLISHABLE_KEY, STRIPE_WEBHOOK_SECRET } = given
  const isComplete = STRIPE_SECRET_KEY && STRIPE_PUBLISHABLE_KEY && STRIPE_WEBHOOK_SECRET
  if (PAYMENT_PROVIDER !== 'stripe' && !isComplete) return { stripe: undefined }
  const need = <Value>(variable: string, value: Value | undefined): Value => {
    if (value !== undefined) return value
    refuse(context, variable, 'is required with PAYMENT_PROVIDER=stripe')
    return z.NEVER
  }
  return {
    stripe: {
      secretKey: need('STRIPE_SECRET_KEY', given.STRIPE_SECRET_KEY),
      publishableKey: need('STRIPE_PUBLISHABLE_KEY', given.STRIPE_PUBLISHABLE_KEY),
      webhookSecrets: need('STRIPE_WEBHOOK_SECRET', given.STRIPE_WEBHOOK_SECRET),
      apiBase: given.STRIPE_API_BASE,
      scriptUrl: given.STRIPE_JS_URL,
    },
  }
})
export type StripeSettings = NonNullable<z.infer<typeof StripeSettings>['stripe']>
