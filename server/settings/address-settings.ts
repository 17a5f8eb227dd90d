import { isIP } from 'node:net'
import * as z from 'zod'
import { BaseAddress } from '../contract/base-address.ts'
import { Flag, SettingTexts, refuse } from '../contract/setting-texts.ts'
import { HSTS_SCOPES } from '../web/answers/security-headers.ts'

const port = z.coerce.number().int().min(1).max(65_535)

/** Others are no production, but one that is written otherwise is a mistake. */
const nodeEnv = z
  .string()
  .refine(
    (value) => value === 'production' || !/^prod/i.test(value),
    'must be written production, or nothing of it has an effect',
  )

const NAME_OF_HOST = /^[a-z\d](?:[a-z\d.-]*[a-z\d])?$/i

const host = z
  .string()
  .refine(
    (value) => isIP(value) > 0 || NAME_OF_HOST.test(value),
    'must be an IP address or the name of a host, without a port',
  )

/** Where the service listens, and the addresses under which it is reached. */
export const AddressSettings = z
  .object({
    NODE_ENV: nodeEnv.optional().register(SettingTexts, {
      summary: '`production` refuses settings that are only for trying the service',
      more: 'With `production` the start refuses the lockfile’s Node, a missing `TRUST_PROXY`, a database with `fsync = off`, and the settings for tests of the service. It refuses `http:` addresses without `ALLOW_HTTP_IN_PRODUCTION`, and the test provider without `ALLOW_TEST_PAYMENTS`.',
    }),
    PORT: port.default(4242).register(SettingTexts, { summary: 'port to listen on' }),
    HOST: host.default('127.0.0.1').register(SettingTexts, { summary: 'address to listen on' }),
    BASE_URL: BaseAddress.optional().register(SettingTexts, {
      summary: 'address of the APIs and of the store application',
      default: '`http://localhost:$PORT`',
    }),
    CHECKOUT_URL: BaseAddress.optional().register(SettingTexts, {
      summary: 'address of the hosted page; it may have another host name',
      default: '`$BASE_URL/checkout`',
    }),
    PAYMENT_FRAME_URL: BaseAddress.optional().register(SettingTexts, {
      summary: 'address of the card fields; another origin than `CHECKOUT_URL`',
      default: '`http://127.0.0.1:$PORT/payment-frame`',
      more: 'The start refuses the origin of `CHECKOUT_URL`, because a script of the page could then read a card.',
    }),
    TRUST_PROXY: z.coerce.number().int().min(0).max(10).optional().register(SettingTexts, {
      summary: 'how many proxies in front count for `X-Forwarded-For`',
      unit: 'proxies',
      default: '0',
      more: 'The limits for each client address need it. Production has to set it, unless all addresses are those of this machine. When a proxy in your own network is not counted here, the log says `proxy.unexpected`, and in production `/readyz` answers 503.',
    }),
    TRUST_FORWARDED_HOST: Flag.default(false).register(SettingTexts, {
      summary:
        '`true` takes the host from `X-Forwarded-Host` instead of `Host`; needs `TRUST_PROXY`',
    }),
    ALLOW_HTTP_IN_PRODUCTION: Flag.default(false).register(SettingTexts, {
      summary: '`true` lets the three addresses be `http:` in production',
      more: 'Addresses of this machine may always be `http:`.',
    }),
    HSTS_SCOPE: z.enum(HSTS_SCOPES).default('host').register(SettingTexts, {
      summary: 'how far `Strict-Transport-Security` reaches',
      more: 'Only those of the three addresses that are `https:` send the header. Browsers keep `preload` for good.',
    }),
    METRICS_PORT: port.optional().register(SettingTexts, {
      summary: 'port of the Prometheus metrics at `/metrics`',
    }),
    SECURITY_CONTACT: z
      .string()
      .regex(
        /^(mailto:[^\s@]+@[^\s@]+|https:\/\/\S+)$/,
        'must be a mailto: or https: address, such as mailto:security@shop.example',
      )
      .optional()
      .register(SettingTexts, {
        summary: 'whom to tell of a weakness: a `mailto:` or `https:` address',
        more: 'The three addresses then have `/.well-known/security.txt` ([RFC 9116](https://www.rfc-editor.org/rfc/rfc9116)).',
      }),
  })
  .superRefine(({ TRUST_PROXY, TRUST_FORWARDED_HOST, PORT, METRICS_PORT }, context) => {
    if (METRICS_PORT === PORT)
      refuse(
        context,
        'METRICS_PORT',
        'must be another port than PORT: the metrics are for nobody else',
      )
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
      securityContact: given.SECURITY_CONTACT,
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
    // A service that only its own machine can reach has no buyers and no proxy.
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
    /** Whether only its own machine can reach the service. */
    isOnLoopback:
      LOOPBACK_HOST.test(settings.host) &&
      [settings.baseUrl, settings.checkoutUrl, settings.paymentFrameUrl].every(isLoopback),
  }))

const LOOPBACK_HOST = /^(localhost|127(\.\d+){3}|::1)$/

const isLoopback = (address: string) =>
  /^(localhost|127(\.\d+){3}|\[::1\])$/.test(new URL(address).hostname)
