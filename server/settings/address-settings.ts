import * as z from 'zod'
import { BaseAddress } from '../contract/base-address.ts'

const port = z.coerce.number().int().min(1).max(65_535)

/** Where the service listens, and under which addresses it is reached. */
export const AddressSettings = z
  .object({
    /** Port and address to listen on. */
    PORT: port.default(4242),
    HOST: z.string().default('127.0.0.1'),
    BASE_URL: BaseAddress.optional(),
    CHECKOUT_URL: BaseAddress.optional(),
    PAYMENT_FRAME_URL: BaseAddress.optional(),
    /** Number of proxies in front whose `X-Forwarded-For` counts. */
    TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
    /** Where Prometheus finds its metrics; on no other port. */
    METRICS_PORT: port.optional(),
  })
  .transform(({ PORT, HOST, TRUST_PROXY, METRICS_PORT, ...given }) => {
    const baseUrl = given.BASE_URL ?? `http://localhost:${PORT}`
    return {
      port: PORT,
      host: HOST,
      baseUrl,
      checkoutUrl: given.CHECKOUT_URL ?? `${baseUrl}/checkout`,
      paymentFrameUrl: given.PAYMENT_FRAME_URL ?? `http://127.0.0.1:${PORT}/payment-frame`,
      trustProxy: TRUST_PROXY,
      metricsPort: METRICS_PORT,
    }
  })
  .superRefine(({ checkoutUrl, paymentFrameUrl }, context) => {
    const { origin } = new URL(checkoutUrl)
    if (origin !== new URL(paymentFrameUrl).origin) return
    context.addIssue({
      code: 'custom',
      path: ['PAYMENT_FRAME_URL'],
      message: `must be on another origin than CHECKOUT_URL (${origin}), so that no script of the page can read a card`,
    })
  })
