import * as z from 'zod'
import { BaseAddress } from '../contract/base-address.ts'
import { HSTS_SCOPES } from '../web/security-headers.ts'

const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
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
    TRUST_PROXY: z.coerce.number().int().min(0).max(10).optional(),
    /** Whether the last of them may also name the host, in `X-Forwarded-Host`. */
    TRUST_FORWARDED_HOST: flag.default(false),
    NODE_ENV: z.string().optional(),
    /** Whether production may be reached without TLS. */
    ALLOW_HTTP_IN_PRODUCTION: flag.default(false),
    /** How far `Strict-Transport-Security` of https addresses reaches. */
    HSTS_SCOPE: z.enum(HSTS_SCOPES).default('host'),
    /** Where Prometheus finds its metrics; on no other port. */
    METRICS_PORT: port.optional(),
  })
  .superRefine(({ TRUST_PROXY, TRUST_FORWARDED_HOST }, context) => {
    if (TRUST_FORWARDED_HOST && !TRUST_PROXY)
      refuse(context, 'TRUST_FORWARDED_HOST', 'needs TRUST_PROXY: anybody can send that header')
  })
  .transform(({ PORT, HOST, TRUST_PROXY, HSTS_SCOPE, METRICS_PORT, ...given }) => {
    const baseUrl = given.BASE_URL ?? `http://localhost:${PORT}`
    return {
      port: PORT,
      host: HOST,
      baseUrl,
      checkoutUrl: given.CHECKOUT_URL ?? `${baseUrl}/checkout`,
      paymentFrameUrl: given.PAYMENT_FRAME_URL ?? `http://127.0.0.1:${PORT}/payment-frame`,
      trustProxy: TRUST_PROXY ?? 0,
      isProxySaid: TRUST_PROXY !== undefined,
      trustForwardedHost: given.TRUST_FORWARDED_HOST,
      isProduction: given.NODE_ENV === 'production',
      isHttpAllowed: given.NODE_ENV !== 'production' || given.ALLOW_HTTP_IN_PRODUCTION,
      hstsScope: HSTS_SCOPE,
      metricsPort: METRICS_PORT,
    }
  })
  .superRefine((given, context) => {
    const { baseUrl, checkoutUrl, paymentFrameUrl } = given
    const { origin } = new URL(checkoutUrl)
    if (origin === new URL(paymentFrameUrl).origin)
      refuse(
        context,
        'PAYMENT_FRAME_URL',
        `must be on another origin than CHECKOUT_URL (${origin}), so that no script of the page can read a card`,
      )
    const addresses = {
      BASE_URL: baseUrl,
      CHECKOUT_URL: checkoutUrl,
      PAYMENT_FRAME_URL: paymentFrameUrl,
    }
    // What only its own machine can reach has no buyers, and no proxy in front.
    if (!given.isProduction || Object.values(addresses).every(isLoopback)) return
    if (!given.isProxySaid)
      refuse(
        context,
        'TRUST_PROXY',
        'must be said with NODE_ENV=production: the number of proxies in front, or 0 when there is none',
      )
    for (const [variable, address] of Object.entries(addresses))
      if (!given.isHttpAllowed && address.startsWith('http:'))
        refuse(
          context,
          variable,
          'must be an https: address with NODE_ENV=production, unless ALLOW_HTTP_IN_PRODUCTION=true',
        )
  })
  .transform(({ isProxySaid: _, ...settings }) => ({
    ...settings,
    /** Whether it can be reached from its own machine alone. */
    isOnLoopback:
      LOOPBACK_HOST.test(settings.host) &&
      [settings.baseUrl, settings.checkoutUrl, settings.paymentFrameUrl].every(isLoopback),
  }))

const LOOPBACK_HOST = /^(localhost|127(\.\d+){3}|::1)$/

const isLoopback = (address: string) =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname)

function refuse(context: z.RefinementCtx, variable: string, message: string) {
  context.addIssue({ code: 'custom', path: [variable], message })
}
