import { describe, expect, test } from 'vitest'
import { parseConfig } from './config.ts'
import { ConfigError } from './settings/config-error.ts'

const STRIPE = {
  PAYMENT_PROVIDER: 'stripe',
  STRIPE_SECRET_KEY: 'sk_test_1',
  STRIPE_PUBLISHABLE_KEY: 'pk_test_1',
  STRIPE_WEBHOOK_SECRET: 'whsec_1',
}
const PRODUCTION = {
  NODE_ENV: 'production',
  TRUST_PROXY: '1',
  BASE_URL: 'https://pay.example',
  PAYMENT_FRAME_URL: 'https://cards.example',
}
const TEST_PAYMENTS = { ...PRODUCTION, ALLOW_TEST_PAYMENTS: 'true' }
const OWN_DATABASE = {
  DATABASE_URL: 'postgres://localhost/db',
  PLATFORM_TOKEN: 'platform-token-'.repeat(3),
  TOKEN_SIGNING_KEY: 'x'.repeat(32),
}

describe('contract §2: Configuration', () => {
  test('without settings everything has its default', () => {
    expect(parseConfig({})).toMatchObject({
      port: 4242,
      host: '127.0.0.1',
      baseUrl: 'http://localhost:4242',
      checkoutUrl: 'http://localhost:4242/checkout',
      paymentFrameUrl: 'http://127.0.0.1:4242/payment-frame',
      databaseUrl: undefined,
      redisUrl: undefined,
      workers: 1,
      cell: '00',
      dataDir: '.data',
      sessionTtlSeconds: 1800,
      rateLimit: { perSecond: 50, burst: 100 },
      buyerDataRetentionDays: 365,
      paymentProvider: 'test',
      orphanRule: 'refund',
      trustProxy: 0,
      ownersChangePlan: false,
      isOnLoopback: true,
      webhookRanges: [],
      hstsScope: 'host',
      metricsPort: undefined,
      securityContact: undefined,
      smtp: undefined,
      failpoints: [],
      testProviderFaults: 0,
      stripe: undefined,
      logLevel: 'info',
    })
  })

  test('an empty variable counts as unset', () => {
    expect(parseConfig({ PORT: '', DATABASE_URL: '' })).toMatchObject({
      port: 4242,
      databaseUrl: undefined,
    })
  })

  test('the addresses follow the port, and lose slashes at their end', () => {
    expect(parseConfig({ PORT: '80' })).toMatchObject({
      baseUrl: 'http://localhost:80',
      paymentFrameUrl: 'http://127.0.0.1:80/payment-frame',
    })
    expect(
      parseConfig({ BASE_URL: 'https://api.example/', CHECKOUT_URL: 'https://pay.example/c//' }),
    ).toMatchObject({ baseUrl: 'https://api.example', checkoutUrl: 'https://pay.example/c' })
  })

  test('two signing keys and platform tokens may be given while one replaces the other', () => {
    const { givenSecrets } = parseConfig({
      ...OWN_DATABASE,
      TOKEN_SIGNING_KEY: `${'a'.repeat(32)}, ${'b'.repeat(32)}`,
      PLATFORM_TOKEN: `${'c'.repeat(32)}, ${'d'.repeat(32)}`,
    })
    expect(givenSecrets.tokenSigningKeys).toEqual(['a'.repeat(32), 'b'.repeat(32)])
    expect(givenSecrets.platformTokens).toEqual(['c'.repeat(32), 'd'.repeat(32)])
  })

  test.each<[Record<string, string>, boolean]>([
    [{ HOST: '0.0.0.0' }, false],
    [{ HOST: '::1' }, true],
    [{ BASE_URL: 'https://pay.example' }, false],
    [{ CHECKOUT_URL: 'https://pay.example' }, false],
    [{ PAYMENT_FRAME_URL: 'https://cards.example' }, false],
  ])(
    'the settings say whether only its own machine reaches the service: %j is %s',
    (env, isOnLoopback) => {
      expect(parseConfig(env)).toMatchObject({ isOnLoopback })
    },
  )

  test('several private ranges may be opened to webhooks, and no others', () => {
    const { webhookRanges } = parseConfig({ WEBHOOK_ALLOWED_CIDRS: '10.2.0.0/16, fd12::/32' })
    expect(webhookRanges.map(([first, bits]) => `${first.toString()}/${bits}`)).toEqual([
      '10.2.0.0/16',
      'fd12::/32',
    ])
    for (const range of ['0.0.0.0/0', '10.2.0.0/16,127.0.0.0/8', 'inside'])
      expect(() => parseConfig({ WEBHOOK_ALLOWED_CIDRS: range })).toThrow(
        /^WEBHOOK_ALLOWED_CIDRS: ".+" is no private range such as/,
      )
  })

  test('the configuration cannot be changed later', () => {
    expect(Object.isFrozen(parseConfig({}))).toBe(true)
  })

  test.each([
    'postgres://u:p@db-1:5432,db-2:5432/shop',
    'postgresql://db-1,db-2/shop?target_session_attrs=read-write',
    'postgres:///shop?host=db-1,db-2',
    'postgres://u@/shop?host=%2Ftmp%2Fa,%2Ftmp%2Fb&port=5432%2C5433',
  ])('several hosts of the database are taken: %s', (url) => {
    expect(parseConfig({ ...OWN_DATABASE, DATABASE_URL: url }).databaseUrl).toBe(url)
  })

  test('of several hosts the service wants the one that takes writes, and no other', () => {
    const url = 'postgresql://db-1,db-2/shop?target_session_attrs=prefer-standby'
    expect(() => parseConfig({ ...OWN_DATABASE, DATABASE_URL: url })).toThrow(
      /^DATABASE_URL: may ask for target_session_attrs=read-write alone/,
    )
  })

  test.each(['postgres://u:p,w@db-1/shop', 'postgresql://postgres@/shop?host=%2Ftmp%2Fa'])(
    'one host of the database is taken, whatever else has a comma or none: %s',
    (url) => {
      expect(parseConfig({ ...OWN_DATABASE, DATABASE_URL: url }).databaseUrl).toBe(url)
    },
  )

  test.each<[Record<string, string>, string]>([
    [{ PORT: '0' }, 'PORT'],
    [{ PORT: 'x' }, 'PORT'],
    [{ PORT: '65536' }, 'PORT'],
    [{ BASE_URL: 'localhost' }, 'BASE_URL'],
    [{ BASE_URL: 'ftp://a.example' }, 'BASE_URL'],
    [{ CHECKOUT_URL: 'https://a.example/?x' }, 'CHECKOUT_URL'],
    [{ PAYMENT_FRAME_URL: 'http://localhost:4242/frame' }, 'PAYMENT_FRAME_URL'],
    [{ ...OWN_DATABASE, DATABASE_URL: 'mysql://a' }, 'DATABASE_URL'],
    [{ ...OWN_DATABASE, DATABASE_URL: 'postgres://u:p@db-1:port/shop' }, 'DATABASE_URL'],
    [{ ...OWN_DATABASE, DATABASE_URL: 'postgres://db-1/shop?port=1,2' }, 'DATABASE_URL'],
    [{ REDIS_URL: 'http://a' }, 'REDIS_URL'],
    [{ REDIS_URL: 'redis://a,x' }, 'REDIS_URL'],
    [{ REDIS_URL: 'redis+sentinel://a:26379' }, 'REDIS_URL'],
    [{ ...OWN_DATABASE, WORKERS: '2' }, 'WORKERS: needs REDIS_URL'],
    [{ REDIS_URL: 'redis://a', WORKERS: '2' }, 'WORKERS: needs DATABASE_URL'],
    [{ CELL: '1' }, 'CELL'],
    [{ CELL: '0-' }, 'CELL'],
    [{ WORKERS: '0' }, 'WORKERS'],
    [{ WORKERS: '17' }, 'WORKERS'],
    [{ ...OWN_DATABASE, PLATFORM_TOKEN: '' }, 'PLATFORM_TOKEN'],
    [{ PLATFORM_TOKEN: 'x'.repeat(31) }, 'PLATFORM_TOKEN'],
    [{ PLATFORM_TOKEN: `${'x'.repeat(32)},` }, 'PLATFORM_TOKEN'],
    [{ PLATFORM_TOKEN: `${'x'.repeat(32)} y` }, 'PLATFORM_TOKEN'],
    [
      { PLATFORM_TOKEN: ['a', 'b', 'c'].map((part) => part.repeat(32)).join(',') },
      'PLATFORM_TOKEN',
    ],
    [{ ...OWN_DATABASE, TOKEN_SIGNING_KEY: '' }, 'TOKEN_SIGNING_KEY'],
    [{ TOKEN_SIGNING_KEY: 'short' }, 'TOKEN_SIGNING_KEY'],
    [
      { TOKEN_SIGNING_KEY: ['a', 'b', 'c'].map((part) => part.repeat(32)).join(',') },
      'TOKEN_SIGNING_KEY',
    ],
    [{ SESSION_TTL_SECONDS: '4' }, 'SESSION_TTL_SECONDS'],
    [{ SESSION_TTL_SECONDS: '1801' }, 'SESSION_TTL_SECONDS'],
    [{ SESSION_TTL_SECONDS: '10.5' }, 'SESSION_TTL_SECONDS'],
    [{ RATE_LIMIT_PER_SECOND: '0' }, 'RATE_LIMIT_PER_SECOND'],
    [{ RATE_LIMIT_BURST: '0' }, 'RATE_LIMIT_BURST'],
    [{ BUYER_DATA_RETENTION_DAYS: '29' }, 'BUYER_DATA_RETENTION_DAYS'],
    [{ BUYER_DATA_RETENTION_DAYS: 'for ever' }, 'BUYER_DATA_RETENTION_DAYS'],
    [{ PAYMENT_PROVIDER: 'paypal' }, 'PAYMENT_PROVIDER'],
    [{ ORPHANED_PAYMENTS: 'drop' }, 'ORPHANED_PAYMENTS'],
    [{ TRUST_PROXY: '-1' }, 'TRUST_PROXY'],
    [{ HSTS_SCOPE: 'everything' }, 'HSTS_SCOPE'],
    [{ LOG_LEVEL: 'loud' }, 'LOG_LEVEL'],
    [{ METRICS_PORT: '0' }, 'METRICS_PORT'],
    [{ SECURITY_CONTACT: 'security@shop.example' }, 'SECURITY_CONTACT'],
    [{ METRICS_PORT: '65536' }, 'METRICS_PORT'],
    [{ FAILPOINTS: 'K0' }, 'FAILPOINTS'],
    [{ FAILPOINTS: 'K1,' }, 'FAILPOINTS'],
    [{ FAILPOINTS: 'K1;K2' }, 'FAILPOINTS'],
    [{ TEST_PROVIDER_FAULTS: '1.1' }, 'TEST_PROVIDER_FAULTS'],
    [{ TEST_PROVIDER_FAULTS: '-0.1' }, 'TEST_PROVIDER_FAULTS'],
    [{ TEST_PROVIDER_FAULTS: 'some' }, 'TEST_PROVIDER_FAULTS'],
    [{ ...TEST_PAYMENTS, FAILPOINTS: 'K1' }, 'FAILPOINTS'],
    [{ ...TEST_PAYMENTS, TEST_PROVIDER_FAULTS: '0.1' }, 'TEST_PROVIDER_FAULTS'],
    [{ TEST_LEDGER_URL: 'bank.example' }, 'TEST_LEDGER_URL'],
    [{ ...TEST_PAYMENTS, TEST_LEDGER_URL: 'postgres://bank.example/b' }, 'TEST_LEDGER_URL'],
    [{ ...STRIPE, STRIPE_SECRET_KEY: '' }, 'STRIPE_SECRET_KEY'],
    [{ ...STRIPE, STRIPE_SECRET_KEY: 'pk_test_1' }, 'STRIPE_SECRET_KEY'],
    [{ ...STRIPE, STRIPE_PUBLISHABLE_KEY: '' }, 'STRIPE_PUBLISHABLE_KEY'],
    [{ ...STRIPE, STRIPE_PUBLISHABLE_KEY: 'sk_test_1' }, 'STRIPE_PUBLISHABLE_KEY'],
    [{ ...STRIPE, STRIPE_WEBHOOK_SECRET: '' }, 'STRIPE_WEBHOOK_SECRET'],
    [{ ...STRIPE, STRIPE_WEBHOOK_SECRET: 'whsec_1,' }, 'STRIPE_WEBHOOK_SECRET'],
    [{ ...STRIPE, STRIPE_API_BASE: 'api.stripe.example' }, 'STRIPE_API_BASE'],
    [
      { ...STRIPE, ...PRODUCTION, STRIPE_JS_URL: 'https://scripts.example/stripe.js' },
      'STRIPE_JS_URL',
    ],
    [{ SMTP_URL: 'http://mail.example' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp:' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example/x' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example?form=a@b.example' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example?from=nobody' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example?name=my shop' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example?name=a%0D%0ARSET' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example?from=a@b.example%0D%0ABcc:c@d.example' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://mail.example?from=a@b.example, c@d.example' }, 'SMTP_URL'],
    [PRODUCTION, 'PAYMENT_PROVIDER'],
    [{ ...TEST_PAYMENTS, TRUST_PROXY: '' }, 'TRUST_PROXY'],
    [{ TRUST_FORWARDED_HOST: 'true' }, 'TRUST_FORWARDED_HOST'],
    [{ ...TEST_PAYMENTS, BASE_URL: 'http://shop.example' }, 'BASE_URL'],
    [{ ...TEST_PAYMENTS, BASE_URL: '' }, 'BASE_URL'],
    [{ ...TEST_PAYMENTS, CHECKOUT_URL: 'http://pay.example' }, 'CHECKOUT_URL'],
    [{ ...TEST_PAYMENTS, PAYMENT_FRAME_URL: 'http://cards.example' }, 'PAYMENT_FRAME_URL'],
    [{ ALLOW_TEST_PAYMENTS: 'yes' }, 'ALLOW_TEST_PAYMENTS'],
    // Each of these would start, and never work.
    [{ ...STRIPE, STRIPE_SECRET_KEY: 'sk_test_1\n' }, 'STRIPE_SECRET_KEY'],
    [{ ...STRIPE, STRIPE_PUBLISHABLE_KEY: 'pk_test_1 ' }, 'STRIPE_PUBLISHABLE_KEY'],
    [{ ...STRIPE, STRIPE_WEBHOOK_SECRET: 'whsec_1 whsec_2' }, 'STRIPE_WEBHOOK_SECRET'],
    [{ ...STRIPE, STRIPE_PUBLISHABLE_KEY: 'pk_live_1' }, 'STRIPE_PUBLISHABLE_KEY'],
    [{ NODE_ENV: 'Production' }, 'NODE_ENV'],
    [{ NODE_ENV: 'prod' }, 'NODE_ENV'],
    [{ HOST: '0.0.0.0:4242' }, 'HOST'],
    [{ HOST: 'http://localhost' }, 'HOST'],
    [{ HOST: '[::]' }, 'HOST'],
    [{ PORT: '9000', METRICS_PORT: '9000' }, 'METRICS_PORT'],
    [{ ...OWN_DATABASE, DATABASE_URL: 'postgres://db/shop?sslmode=requre' }, 'DATABASE_URL'],
    [{ ...OWN_DATABASE, DATABASE_URL: 'postgres://db/shop?lock_timeout=1s' }, 'DATABASE_URL'],
    [{ DATABASE_POOLER: 'transaction' }, 'DATABASE_POOLER'],
    [{ SMTP_URL: 'smtp://us%er:p@mail.example' }, 'SMTP_URL'],
    [{ SMTP_URL: 'smtp://user@mail.example' }, 'SMTP_URL'],
    [{ ...TEST_PAYMENTS, TRUST_PROXY: ' ' }, 'TRUST_PROXY'],
  ])('the setting %j stops the start with the name %s and a reason', (env, variable) => {
    expect(() => parseConfig(env)).toThrow(ConfigError)
    expect(() => parseConfig(env)).toThrow(new RegExp(`^${variable}: \\S`))
  })

  test('production on its own machine alone needs no https and no word about proxies', () => {
    const alone = { NODE_ENV: 'production', ALLOW_TEST_PAYMENTS: 'true' }
    expect(parseConfig(alone)).toMatchObject({
      baseUrl: 'http://localhost:4242',
      trustProxy: 0,
      isProduction: true,
    })
  })

  test('production takes test payments only when it is told to', () => {
    expect(parseConfig(TEST_PAYMENTS)).toMatchObject({
      paymentProvider: 'test',
    })
  })

  test('production goes without TLS, or by a proxy’s word on its host, only when it is told to', () => {
    const plain = { ...TEST_PAYMENTS, BASE_URL: '', PAYMENT_FRAME_URL: '', TRUST_PROXY: '0' }
    expect(parseConfig({ ...plain, ALLOW_HTTP_IN_PRODUCTION: 'true' })).toMatchObject({
      baseUrl: 'http://localhost:4242',
      trustProxy: 0,
      trustForwardedHost: false,
    })
    expect(parseConfig({ TRUST_PROXY: '1', TRUST_FORWARDED_HOST: 'true' })).toMatchObject({
      trustForwardedHost: true,
    })
  })

  test('Stripe takes its keys and several signing secrets, and no permission in production', () => {
    expect(
      parseConfig({ ...STRIPE, ...PRODUCTION, STRIPE_WEBHOOK_SECRET: 'whsec_1, whsec_2' }),
    ).toMatchObject({
      paymentProvider: 'stripe',
      stripe: {
        secretKey: 'sk_test_1',
        publishableKey: 'pk_test_1',
        webhookSecrets: ['whsec_1', 'whsec_2'],
      },
    })
  })

  test('the test provider needs no setting of Stripe; all are kept, for older payments', () => {
    const test = { ...STRIPE, PAYMENT_PROVIDER: 'test' }
    expect(parseConfig(test)).toMatchObject({
      paymentProvider: 'test',
      stripe: { secretKey: 'sk_test_1' },
    })
    for (const missing of ['SECRET_KEY', 'PUBLISHABLE_KEY', 'WEBHOOK_SECRET'])
      expect(parseConfig({ ...test, [`STRIPE_${missing}`]: '' }).stripe).toBeUndefined()
  })

  test('a mail server of smtp: has the port 587, no account, and a sender at our host', () => {
    expect(
      parseConfig({ SMTP_URL: 'smtp://mail.example', BASE_URL: 'https://pay.example' }).smtp,
    ).toEqual({
      host: 'mail.example',
      port: 587,
      isSecure: false,
      auth: undefined,
      from: 'no-reply@pay.example',
      name: 'pay.example',
    })
  })

  test('a mail server is greeted with our host, else with the sender’s domain, or as it is set', () => {
    const nameOf = (parameters: string, BASE_URL = 'http://localhost:4242') =>
      parseConfig({ SMTP_URL: `smtp://mail.example${parameters}`, BASE_URL }).smtp?.name
    expect(nameOf('?from=store@loom.example', 'https://pay.example')).toBe('pay.example')
    expect(nameOf('?from=Loom <store@münchen.example>')).toBe('xn--mnchen-3ya.example')
    expect(nameOf('?from=store@loom.example', 'http://192.0.2.1:80')).toBe('loom.example')
    expect(nameOf('?from=store@loom.example&name=mx.loom.example')).toBe('mx.loom.example')
    expect(nameOf('?name=[192.0.2.1]')).toBe('[192.0.2.1]')
  })

  test('a mail server of smtps: has the port 465, an account and a sender that are named', () => {
    expect(
      parseConfig({
        SMTP_URL: 'smtps://me%40x:p%3Aw@[2001:db8::1]/?from=Loom %26 Co <store@loom.example>',
      }).smtp,
    ).toEqual({
      host: '2001:db8::1',
      port: 465,
      isSecure: true,
      auth: { user: 'me@x', pass: 'p:w' },
      from: 'Loom & Co <store@loom.example>',
      name: 'loom.example',
    })
  })

  test('a mail server has the port that its address names', () => {
    expect(parseConfig({ SMTP_URL: 'smtp://localhost:2525' }).smtp).toMatchObject({
      port: 2525,
      from: 'no-reply@localhost',
    })
  })

  test('failpoints come in a list, and a wrong one is named', () => {
    expect(parseConfig({ FAILPOINTS: 'K1, K3@2,K4:0.5' })).toMatchObject({
      failpoints: [
        { failpoint: 'K1', pass: 1 },
        { failpoint: 'K3', pass: 2 },
        { failpoint: 'K4', probability: 0.5 },
      ],
    })
    expect(() => parseConfig({ FAILPOINTS: 'K1,K12' })).toThrow(
      /^FAILPOINTS: "K12" is no failpoint/,
    )
  })
})
