import * as z from 'zod'
import { SESSION_TTL_SECONDS } from './checkout/session.ts'
import { parseFailpoint } from './failpoints.ts'

const port = z.coerce.number().int().min(1).max(65_535)
const flag = z.enum(['true', 'false']).transform((value) => value === 'true')
const secret = z.string().min(32, 'must have at least 32 characters')

/** An address of ours: no query, no fragment, no slash at its end. */
const address = z
  .url({ protocol: /^https?$/ })
  .refine((value) => !/[?#]/.test(value), 'must have neither query nor fragment')
  .transform((value) => value.replace(/\/+$/, ''))

// Not every address that PostgreSQL takes is a URL for others: a socket's folder stands where a
// host name would.
const databaseUrl = z.string().regex(/^postgres(ql)?:\/\//, 'must be a postgres:// address')

const redisUrl = z.string().refine(
  (value) =>
    value.split(',').every((part) => {
      const url = URL.parse(part.trim())
      return url !== null && ['redis:', 'rediss:'].includes(url.protocol) && url.hostname !== ''
    }),
  'must be a redis: or rediss: address, or several of them with commas between',
)

/** A mailbox as it stands behind `From:`, with or without a name. */
const MAILBOX = /^(?:[^<>"\\\p{Cc}]{1,100} <[^\s<>"@,;]+@[^\s<>"@,;]+>|[^\s<>"@,;]+@[^\s<>"@,;]+)$/u

const smtpUrl = z.string().transform((value, context) => {
  const url = URL.parse(value)
  const from = url?.searchParams.get('from') ?? undefined
  const isServer =
    url &&
    ['smtp:', 'smtps:'].includes(url.protocol) &&
    url.hostname !== '' &&
    ['', '/'].includes(url.pathname) &&
    url.hash === ''
  if (!isServer) {
    context.addIssue(
      'must be an smtp: or smtps: address such as smtp://user:password@mail.example:587?from=store@shop.example',
    )
  } else if ([...url.searchParams.keys()].some((name) => name !== 'from')) {
    context.addIssue('takes no parameter but from')
  } else if (from !== undefined && !MAILBOX.test(from)) {
    context.addIssue(
      'from must be an email address, or a name and an address as in Loom <store@loom.example>',
    )
  } else return { url, from }
  return z.NEVER
})

const failpoints = z.string().transform((value, context) =>
  value.split(',').map((text) => {
    const rule = parseFailpoint(text.trim())
    if (!rule)
      context.addIssue(
        `"${text.trim()}" is no failpoint: write K1 to K11, K3@2 for the second time, or K3:0.01 for a probability`,
      )
    return rule ?? z.NEVER
  }),
)

/** Every setting of the service (contract §2): variable, unit, range, default. */
const Environment = z.object({
  NODE_ENV: z.string().default('development'),
  /** Port and address to listen on. */
  PORT: port.default(4242),
  HOST: z.string().default('127.0.0.1'),
  BASE_URL: address.optional(),
  CHECKOUT_URL: address.optional(),
  PAYMENT_FRAME_URL: address.optional(),
  DATABASE_URL: databaseUrl.optional(),
  REDIS_URL: redisUrl.optional(),
  DATA_DIR: z.string().default('.data'),
  PLATFORM_TOKEN: z.string().min(8, 'must have at least 8 characters').optional(),
  /**
   * Secret text of at least 32 characters; two with a comma between while the key is changed: the
   * first signs, both verify.
   */
  TOKEN_SIGNING_KEY: z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .pipe(z.array(secret).min(1).max(2, 'must be one key, or two with a comma between'))
    .optional(),
  /** Seconds; 5 to 1800. (Default 1800 — spec §3, 30 minutes.) */
  SESSION_TTL_SECONDS: z.coerce
    .number()
    .int()
    .min(5)
    .max(SESSION_TTL_SECONDS)
    .default(SESSION_TTL_SECONDS),
  /** Requests a second and key, and how many may come at once. */
  RATE_LIMIT_PER_SECOND: z.coerce.number().int().min(1).max(100_000).default(50),
  RATE_LIMIT_BURST: z.coerce.number().int().min(1).max(100_000).default(100),
  PAYMENT_PROVIDER: z.enum(['test', 'stripe'], 'must be test or stripe').default('test'),
  ALLOW_TEST_PAYMENTS: flag.default(false),
  STRIPE_SECRET_KEY: z
    .string()
    .regex(/^[sr]k_/, 'must be a secret or restricted key of Stripe (sk_… or rk_…)')
    .optional(),
  STRIPE_PUBLISHABLE_KEY: z
    .string()
    .regex(/^pk_/, 'must be a publishable key of Stripe (pk_…)')
    .optional(),
  /** One signing secret, or several with commas between while it is changed. */
  STRIPE_WEBHOOK_SECRET: z
    .string()
    .transform((value) => value.split(',').map((part) => part.trim()))
    .pipe(
      z.array(z.string().regex(/^whsec_/, 'must be a signing secret of Stripe (whsec_…)')).min(1),
    )
    .optional(),
  STRIPE_API_BASE: address.optional(),
  /**
   * For tests of this service only, and refused in production: another script in the place of
   * Stripe.js.
   */
  STRIPE_JS_URL: address.optional(),
  /** Number of proxies in front whose `X-Forwarded-For` counts. */
  TRUST_PROXY: z.coerce.number().int().min(0).max(10).default(0),
  /** Where Prometheus finds its metrics; on no other port. */
  METRICS_PORT: port.optional(),
  /**
   * The server that takes the store application's mails. (Default: none, they are written to the
   * log.)
   */
  SMTP_URL: smtpUrl.optional(),
  /**
   * For tests of this service only, and refused in production: where the process dies, and how
   * often the test provider misbehaves.
   */
  FAILPOINTS: failpoints.default([]),
  TEST_PROVIDER_FAULTS: z.coerce.number().min(0).max(1).default(0),
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
})
type Environment = z.infer<typeof Environment>

/** A setting that stops the start; the message names the variable and the reason. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError'

  constructor(variable: string, reason: string) {
    super(`${variable}: ${reason}`)
  }
}

/**
 * An embedded service makes its secrets itself, in `dataDir`; one with a database of its own is
 * given them.
 */
export type Secrets = { platformToken: string; tokenSigningKeys: string[] }

export type Config = ReturnType<typeof parseConfig>

/** The settings of this process. @throws {ConfigError} for the first bad one */
export function parseConfig(env: Record<string, string | undefined>) {
  const given = Object.fromEntries(
    Object.entries(env).filter(([, value]) => value !== undefined && value !== ''),
  )
  const result = Environment.safeParse(given)
  if (!result.success) {
    const [issue] = result.error.issues
    throw new ConfigError(String(issue?.path[0]), issue?.message ?? 'is not valid')
  }
  const settings = result.data
  const urls = parseUrls(settings)
  assertSecretsGiven(settings)
  assertProviderAllowed(settings)
  assertNoTestSettings(settings)
  return Object.freeze({
    port: settings.PORT,
    host: settings.HOST,
    ...urls,
    databaseUrl: settings.DATABASE_URL,
    redisUrl: settings.REDIS_URL,
    dataDir: settings.DATA_DIR,
    givenSecrets: {
      platformToken: settings.PLATFORM_TOKEN,
      tokenSigningKeys: settings.TOKEN_SIGNING_KEY,
    },
    sessionTtlSeconds: settings.SESSION_TTL_SECONDS,
    rateLimit: { perSecond: settings.RATE_LIMIT_PER_SECOND, burst: settings.RATE_LIMIT_BURST },
    paymentProvider: settings.PAYMENT_PROVIDER,
    stripe: parseStripe(settings),
    trustProxy: settings.TRUST_PROXY,
    metricsPort: settings.METRICS_PORT,
    smtp: parseSmtp(settings, urls.baseUrl),
    failpoints: settings.FAILPOINTS,
    testProviderFaults: settings.TEST_PROVIDER_FAULTS,
    logLevel: settings.LOG_LEVEL,
  })
}

function parseUrls(settings: Environment) {
  const baseUrl = settings.BASE_URL ?? `http://localhost:${settings.PORT}`
  const checkoutUrl = settings.CHECKOUT_URL ?? `${baseUrl}/checkout`
  const paymentFrameUrl =
    settings.PAYMENT_FRAME_URL ?? `http://127.0.0.1:${settings.PORT}/payment-frame`
  if (new URL(checkoutUrl).origin === new URL(paymentFrameUrl).origin) {
    throw new ConfigError(
      'PAYMENT_FRAME_URL',
      `must be on another origin than CHECKOUT_URL (${new URL(checkoutUrl).origin}), so that no script of the page can read a card`,
    )
  }
  return { baseUrl, checkoutUrl, paymentFrameUrl }
}

function assertSecretsGiven(settings: Environment) {
  if (!settings.DATABASE_URL) return
  for (const variable of ['PLATFORM_TOKEN', 'TOKEN_SIGNING_KEY'] as const) {
    if (!settings[variable])
      throw new ConfigError(variable, 'is required together with DATABASE_URL')
  }
}

function assertProviderAllowed(settings: Environment) {
  if (
    settings.NODE_ENV === 'production' &&
    settings.PAYMENT_PROVIDER === 'test' &&
    !settings.ALLOW_TEST_PAYMENTS
  ) {
    throw new ConfigError(
      'PAYMENT_PROVIDER',
      'the test provider takes no real money: with NODE_ENV=production it needs ALLOW_TEST_PAYMENTS=true',
    )
  }
}

/** What the Stripe provider needs; undefined with another provider. */
function parseStripe(settings: Environment) {
  if (settings.PAYMENT_PROVIDER !== 'stripe') return undefined
  const need = <Value>(variable: string, value: Value | undefined): Value => {
    if (value === undefined)
      throw new ConfigError(variable, 'is required with PAYMENT_PROVIDER=stripe')
    return value
  }
  return {
    secretKey: need('STRIPE_SECRET_KEY', settings.STRIPE_SECRET_KEY),
    publishableKey: need('STRIPE_PUBLISHABLE_KEY', settings.STRIPE_PUBLISHABLE_KEY),
    webhookSecrets: need('STRIPE_WEBHOOK_SECRET', settings.STRIPE_WEBHOOK_SECRET),
    apiBase: settings.STRIPE_API_BASE,
    scriptUrl: settings.STRIPE_JS_URL,
  }
}

/** Mails come from `from`, or else from `no-reply` at the host of `BASE_URL`. */
function parseSmtp({ SMTP_URL }: Environment, baseUrl: string) {
  if (!SMTP_URL) return undefined
  const { url, from } = SMTP_URL
  const isSecure = url.protocol === 'smtps:'
  return {
    host: url.hostname.replaceAll(/^\[|\]$/g, ''),
    port: url.port === '' ? (isSecure ? 465 : 587) : Number(url.port),
    isSecure,
    auth:
      url.username === ''
        ? undefined
        : { user: decodeURIComponent(url.username), pass: decodeURIComponent(url.password) },
    from: from ?? `no-reply@${new URL(baseUrl).hostname}`,
  }
}

/** Settings that break the service on purpose or put something else in a provider's place. */
function assertNoTestSettings({
  NODE_ENV,
  FAILPOINTS,
  TEST_PROVIDER_FAULTS,
  STRIPE_JS_URL,
}: Environment) {
  if (NODE_ENV !== 'production') return
  const used = {
    FAILPOINTS: FAILPOINTS.length > 0,
    TEST_PROVIDER_FAULTS: TEST_PROVIDER_FAULTS > 0,
    STRIPE_JS_URL: STRIPE_JS_URL !== undefined,
  }
  for (const [variable, isUsed] of Object.entries(used)) {
    if (isUsed)
      throw new ConfigError(
        variable,
        'is for tests of this service and refused with NODE_ENV=production',
      )
  }
}
