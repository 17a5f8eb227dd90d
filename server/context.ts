import type { Logger } from 'pino'
import { createBuyerTokens } from './auth/buyer-tokens.ts'
import {
  deriveAddressKey,
  deriveNoteKey,
  deriveNotificationSecret,
  deriveSealingKey,
} from './auth/key-material.ts'
import { ids, randomBase62 } from './auth/random.ts'
import { createSealedNotes } from './auth/sealed-notes.ts'
import { createStoreLogin } from './auth/store-login.ts'
import { createBackground } from './background.ts'
import type { CheckoutDeps } from './checkout/checkout-deps.ts'
import type { PaymentProvider } from './checkout/ports/provider.ts'
import type { Config } from './config.ts'
import { createEvents } from './events.ts'
import { createFailpoints } from './failpoints.ts'
import type { HttpContext } from './web/http-context.ts'
import { createRequestRecorder } from './web/request-recorder.ts'
import { loadWidgetAssets } from './web/widget-assets.ts'
import { createLogMailer } from './mail/log-mailer.ts'
import { createSmtpMailer } from './mail/smtp-mailer.ts'
import { openMemoryCache } from './cache/memory/memory-cache.ts'
import type { Metrics } from './metrics.ts'
import { createBreaker } from './payments/breaker.ts'
import { withCallDeadline } from './payments/call-deadline.ts'
import { withProviderFaults } from './payments/test/provider-faults.ts'
import { toStripeAmount } from './payments/stripe/stripe-currencies.ts'
import { createStripeProvider } from './payments/stripe/stripe-provider.ts'
import { createTestProvider } from './payments/test/test-provider.ts'
import { createPictureMaker } from './pictures/picture-maker.ts'
import { openCheckoutDatabase } from './postgres/checkout/checkout-database.ts'
import { type Pool, openPool } from './postgres/database.ts'
import { startEmbeddedPostgres } from './postgres/embedded/embedded-postgres.ts'
import { migrate } from './postgres/migrations.ts'
import { openRecords, openTestRecords } from './postgres/records.ts'
import { openStoreRecords } from './store-app/open-store-records.ts'
import { openTestLedger } from './postgres/test-ledger.ts'
import { openRedisCache } from './cache/redis/redis-cache.ts'
import { openSecrets } from './secrets.ts'
import { createMails } from './mail/mails.ts'
import { WIDGET_DIRECTORY } from './widget-directory.ts'

export type Context = HttpContext & AsyncDisposable

/**
 * Opens everything the service talks to, and closes it in the reverse order. The only place that
 * connects.
 */
export async function openContext(
  config: Config,
  { log, metrics, isDraining }: { log: Logger; metrics: Metrics; isDraining: () => boolean },
): Promise<Context> {
  await using opening = new AsyncDisposableStack()
  const events = createEvents(log, metrics)
  const secrets = await openSecrets(config)
  const reach = createFailpoints(config.failpoints, {
    random: Math.random,
    die: () => process.kill(process.pid, 'SIGKILL'),
  })

  const connection =
    config.databaseUrl === undefined
      ? await openEmbedded(
          { dataDir: config.dataDir, log: (sentence) => log.info(sentence) },
          opening,
        )
      : { connectionString: config.databaseUrl }
  await migrate(connection)
  const pool = openPool(connection, {
    onIdleError: (error) => events.databaseConnectionLost({ error }),
    onCommitSent: () => reach('K6'),
  })
  opening.defer(() => pool.close())

  const { rateLimit, redisUrl } = config
  const cache =
    redisUrl === undefined
      ? openMemoryCache({ rateLimit })
      : await openRedisCache({
          url: redisUrl,
          rateLimit,
          sealingKeys: secrets.tokenSigningKeys.map(deriveSealingKey),
          events,
        })
  opening.defer(() => cache.close())
  cache.signals.subscribe((signal) => {
    if (signal.type === 'key_regenerated') events.keyRegenerated(signal)
  })

  const store = openStoreRecords(pool, cache.idleTimes)
  const requests = createRequestRecorder({ records: store.apiAccess, events })
  opening.defer(() => requests.close())
  const login = createStoreLogin({ findMember: store.accounts.findMember, limiter: cache.limiter })
  const background = createBackground((error) => events.backgroundFailed({ error }))
  opening.defer(() => background.close())
  const mailer = config.smtp
    ? createSmtpMailer(config.smtp, { onFailure: events.mailFailed })
    : createLogMailer(events.mailWritten)
  const mails = createMails({
    mailer,
    listOwnerEmails: store.team.listOwnerEmails,
    inBackground: background.run,
  })

  const [material = ''] = secrets.tokenSigningKeys
  const { provider, test } = openProvider(config, { pool, material })
  const breaker = createBreaker({
    monotonicMs: () => performance.now(),
    onChange: (isOpen) => (isOpen ? events.providerUnavailable() : events.providerAvailable()),
  })
  const checkout: CheckoutDeps = {
    db: openCheckoutDatabase(pool),
    cache,
    provider: withCallDeadline(provider, { breaker, onFailure: events.providerFailed }),
    clock: { now: () => new Date() },
    ids,
    events,
    reach,
  }
  const resources = opening.move()
  return {
    urls: {
      baseUrl: config.baseUrl,
      checkoutUrl: config.checkoutUrl,
      checkoutOrigin: new URL(config.checkoutUrl).origin,
      paymentFrameUrl: config.paymentFrameUrl,
      paymentFrameOrigin: new URL(config.paymentFrameUrl).origin,
    },
    sessionTtlSeconds: config.sessionTtlSeconds,
    trustProxy: config.trustProxy,
    events,
    checkout,
    requests,
    isDraining,
    records: openRecords(pool),
    store: { ...store, login },
    mails,
    inBackground: background.run,
    pictures: createPictureMaker(),
    sealedNotes: createSealedNotes({
      keys: secrets.tokenSigningKeys.map(deriveNoteKey),
      now: () => new Date(),
    }),
    test,
    stripe: config.stripe && {
      publishableKey: config.stripe.publishableKey,
      scriptUrl: config.stripe.scriptUrl,
      toAmount: toStripeAmount,
    },
    addressKey: deriveAddressKey(material),
    platformToken: secrets.platformToken,
    buyerTokens: await createBuyerTokens({
      materials: secrets.tokenSigningKeys,
      issuer: config.checkoutUrl,
    }),
    assets: loadWidgetAssets(WIDGET_DIRECTORY),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}

async function openEmbedded(
  options: Parameters<typeof startEmbeddedPostgres>[0],
  opening: AsyncDisposableStack,
) {
  const { connection, stop } = await startEmbeddedPostgres(options)
  opening.defer(stop)
  return connection
}

/** The provider that takes the money, and with the test provider what only that one has. */
export function openProvider(
  config: Config,
  { pool, material }: { pool: Pool; material: string },
): { provider: PaymentProvider; test: HttpContext['test'] } {
  const challengesUrl = `${config.paymentFrameUrl}/challenges`
  if (config.stripe) {
    const { secretKey, webhookSecrets, apiBase } = config.stripe
    // What stands behind # is never sent to a server: the secret is for the buyer's browser alone.
    const challengeUrl = (attemptId: string, clientSecret: string) =>
      `${challengesUrl}/${attemptId}#${clientSecret}`
    return {
      provider: createStripeProvider({ secretKey, webhookSecrets, apiBase, challengeUrl }),
      test: undefined,
    }
  }
  const ledger = openTestLedger(pool)
  const bank = createTestProvider({
    ledger,
    randomId: randomBase62,
    notificationSecret: deriveNotificationSecret(material),
    challengeUrl: (id) => `${challengesUrl}/${id}`,
  })
  const rate = config.testProviderFaults
  return {
    provider: rate > 0 ? withProviderFaults(bank, { rate, random: Math.random }) : bank,
    test: { bank, records: openTestRecords(pool, ledger) },
  }
}
