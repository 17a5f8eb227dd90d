import { findFreePort, startAnswering, startService } from './service.ts'
import { startStripeJsDouble } from './stripe-js-double.ts'

const KEYS = { STRIPE_SECRET_KEY: 'sk_test_double', STRIPE_WEBHOOK_SECRET: 'whsec_double' }

/**
 * The service with Stripe as its provider. One double replaces Stripe's API, another
 * one replaces Stripe.js.
 */
export async function startStripeService(program?: string) {
  const [port, apiPort, controlPort] = [
    await findFreePort(),
    await findFreePort(),
    await findFreePort(),
  ]
  const controlUrl = `http://127.0.0.1:${controlPort}`
  const stopApi = await startAnswering('lab/stripe/serve-double.ts', {
    address: controlUrl,
    env: {
      PORT: String(apiPort),
      CONTROL_PORT: String(controlPort),
      NOTIFICATION_URL: `http://localhost:${port}/payment-notifications`,
      ...KEYS,
    },
  })
  const stripeJs = await startStripeJsDouble(controlUrl)
  const service = await startService(
    {
      ...KEYS,
      PAYMENT_PROVIDER: 'stripe',
      STRIPE_PUBLISHABLE_KEY: 'pk_test_double',
      STRIPE_API_BASE: `http://127.0.0.1:${apiPort}`,
      STRIPE_JS_URL: stripeJs.url,
    },
    { port, program },
  )
  return {
    ...service,
    stripeJsUrl: stripeJs.url,
    frameUrl: `http://127.0.0.1:${port}/payment-frame`,
    stop: async () => {
      await service.stop()
      await stripeJs.stop()
      await stopApi()
    },
  }
}
