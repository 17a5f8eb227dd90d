import type { Logger } from 'pino'
import { createCallers } from './admission/callers.ts'
import { networksOf } from './admission/client-address.ts'
import { createRecent } from './admission/recent.ts'
import { takeFromNetworks } from './admission/network-limits.ts'
import { createBuyerTokens } from './auth/buyer-tokens.ts'
import { deriveAddressKey, deriveWorkKey } from './auth/key-material.ts'
import { ids } from './auth/random.ts'
import { createStoredKey } from './auth/api-keys.ts'
import { createReceipts } from './auth/receipts.ts'
import { createWorkProofs } from './auth/work-proofs.ts'
import { createHashing } from './auth/hashing.ts'
import { createPasswords } from './auth/passwords.ts'
import { createStoreLogin } from './auth/store-login.ts'
import { createBackground } from './background.ts'
import { announceSessions } from './checkout/announce-session.ts'
import type { CheckoutDeps } from './checkout/checkout-deps.ts'
import type { KeyHolder } from './checkout/ports/platform-records.ts'
import type { PaymentProvider } from './checkout/ports/provider.ts'
import type { Config } from './config.ts'
import { SYSTEM_CLOCKS } from './cache/memory/clocks.ts'
import { createEvents } from './events.ts'
import { createFailpoints } from './failpoints.ts'
import { openCache } from './open/open-cache.ts'
import { openDatabase, openTestBooks } from './open/open-database.ts'
import { openSealing } from './open/open-sealing.ts'
import { openMails } from './open/open-mails.ts'
import { openProviders, paymentsOf } from './open/open-providers.ts'
import { createProxyWatch } from './web/proxies.ts'
import { createRequestRecorder } from './web/request-recorder.ts'
import { loadWidgetAssets } from './web/widget-assets.ts'
import type { Metrics } from './metrics.ts'
import { createBreaker } from './payments/breaker.ts'
import { withCallDeadline } from './payments/call-deadline.ts'
import { createPictureMaker } from './pictures/picture-maker.ts'
import { openCheckoutDatabase } from './postgres/checkout/checkout-database.ts'
import { openBuyerRecords } from './postgres/buyers.ts'
import { openEventLog } from './postgres/event-log.ts'
import { openOldRecords } from './postgres/old-records.ts'
import { openReconciliation } from './postgres/reconciliation.ts'
import { openReconciliationSchedule } from './postgres/reconciliation-schedule.ts'
import { openRecords } from './postgres/records.ts'
import { createImportReader } from './store-app/products/import-reader.ts'
import { openStoreRecords } from './store-app/open-store-records.ts'
import { openSecrets } from './secrets.ts'
import { openWebhooks } from './open/open-webhooks.ts'
import type { ServiceOptions } from './service-options.ts'
import { createTellOwners } from './tell-owners.ts'
import { WIDGET_DIRECTORY } from './widget-directory.ts'

/** Keys that create sessions at the same time in one process; about 300 bytes each. */
const MAX_SEEN_HOLDERS = 5_000

/** Sessions whose pages are looked at after their end; about 100 bytes each. */
const MAX_SEEN_ENDED = 5_000

/** All that the service works with; each surface takes what it needs of it. */
export type Context = Awaited<ReturnType<typeof openContext>>

/**
 * Opens everything the service talks to, and closes it in the reverse order. The only place that
 * connects.
 */
export async function openContext(
  config: Config,
  {
    log,
    metrics,
    isDraining,
    passwordCost,
    cacheTimeoutMs,
    webhookTimeoutMs,
    clocks = SYSTEM_CLOCKS,
  }: { log: Logger; metrics: Metrics; isDraining: () => boolean } & ServiceOptions,
) {
  await using opening = new AsyncDisposableStack()
  const { monotonicMs } = clocks
  const now = () => new Date(clocks.wallMs())
  const events = createEvents(log, metrics)
  const secrets = await openSecrets(config)
  const reach = createFailpoints(config.failpoints, {
    random: Math.random,
    die: () => process.kill(process.pid, 'SIGKILL'),
    stop: () => process.kill(process.pid, 'SIGSTOP'),
  })
  const { connection, pool, history } = await openDatabase(config, {
    log,
    events,
    reach,
    monotonicMs,
    opening,
  })
  const cache = await openCache(config, {
    materials: secrets.tokenSigningKeys,
    history: history.name,
    events,
    timeoutMs: cacheTimeoutMs,
    clocks,
  })
  opening.defer(() => cache.close())
  cache.signals.subscribe((signal) => {
    if (signal.type === 'key_regenerated') events.keyRegenerated(signal)
  })

  const onExpired = (storeId: string) => void announceSessions({ cache }, { writtenIn: [storeId] })
  const storeRecords = openStoreRecords(pool, cache.idleTimes)
  const requests = createRequestRecorder({ records: storeRecords.apiAccess, events })
  opening.defer(() => requests.close())
  const hashing = createHashing()
  opening.defer(() => hashing.close())
  const passwords = createPasswords({ hashing, cost: passwordCost })
  const [material = ''] = secrets.tokenSigningKeys
  const addressKey = deriveAddressKey(material)
  const callers = createCallers({ monotonicMs, secret: addressKey })
  const login = createStoreLogin({
    findMember: storeRecords.accounts.findMember,
    passwords,
    limiter: cache.limiter,
    limitNetwork: (address, limit) =>
      takeFromNetworks(cache.limiter, networksOf(address, addressKey), limit),
  })
  const pictures = createPictureMaker()
  opening.defer(() => pictures.close())
  const importReader = createImportReader()
  opening.defer(() => importReader.close())
  const background = createBackground((error) => events.backgroundFailed({ error }))
  opening.defer(() => background.close())
  const mails = openMails(config, { events, storeRecords, inBackground: background.run })

  const { taking, test, others } = await openProviders(config, {
    pool,
    books: openTestBooks(config, { events, opening }),
    material,
  })
  for (const { provider } of others)
    if (provider.name !== 'test')
      log.info({ provider: provider.name }, 'another payment provider is open for what began there')
  const bound = (provider: PaymentProvider, onChange: (isOpen: boolean) => void = () => {}) =>
    withCallDeadline(provider, {
      breaker: createBreaker({ monotonicMs, onChange }),
      onFailure: events.providerFailed,
    })
  const provider = bound(taking.provider, (isOpen) =>
    isOpen ? events.providerUnavailable() : events.providerAvailable(),
  )
  const tellOwners = createTellOwners(mails, config.baseUrl)
  const otherProviders = others.map((other) => bound(other.provider))
  const checkout: CheckoutDeps = {
    db: openCheckoutDatabase(pool, onExpired),
    cache,
    provider,
    testProvider: otherProviders.find(({ name }) => name === 'test') ?? provider,
    providers: [provider, ...otherProviders],
    clock: { now },
    ids,
    events,
    tellOwners,
    workProofs: createWorkProofs(deriveWorkKey(material)),
    reach,
  }
  const sealing = openSealing(secrets.tokenSigningKeys, { baseUrl: config.baseUrl, now })
  background.run(async () => {
    const { unreadable } = await storeRecords.secondFactors.sealAnew(sealing.sealedSecrets)
    if (unreadable > 0) events.secondFactorsUnreadable({ count: unreadable })
  })
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
    trustForwardedHost: config.trustForwardedHost,
    isProduction: config.isProduction,
    ownersChangePlan: config.ownersChangePlan,
    proxyWatch: createProxyWatch({
      trustProxy: config.trustProxy,
      onNotice: events.proxyUnexpected,
    }),
    hstsScope: config.hstsScope,
    events,
    checkout,
    requests,
    isDraining,
    records: openRecords(pool, onExpired),
    eventLog: openEventLog(pool),
    storeRecords,
    login,
    passwords,
    keyRegeneration: {
      replaceKey: storeRecords.apiAccess.replaceKey,
      signals: cache.signals,
      createKey: createStoredKey,
      tellOwners: mails.keyRegenerated,
    },
    mails,
    inBackground: background.run,
    readHistory: () => history.read(pool),
    orphanRule: config.orphanRule,
    reconciliation: {
      schedule: openReconciliationSchedule(pool),
      openRecords: () => openReconciliation(connection),
    },
    buyers: openBuyerRecords(pool),
    oldRecords: openOldRecords(pool),
    webhooks: openWebhooks(pool, {
      config,
      sealing,
      events,
      tellOwners,
      cache,
      background,
      now,
      timeoutMs: webhookTimeoutMs,
    }),
    buyerDataRetentionDays: config.buyerDataRetentionDays,
    pictures,
    importReader,
    ...sealing,
    /** What the payment providers bring beside their adapters. */
    providerParts: { taking, test, others },
    payments: paymentsOf({ taking, test }, config),
    takesPlainCards: ({ isTest }: { isTest: boolean }) =>
      (isTest ? test : taking).takePlainCard !== undefined,
    callers,
    seenEnded: createRecent<true>(MAX_SEEN_ENDED),
    seenHolders: createRecent<KeyHolder>(MAX_SEEN_HOLDERS),
    addressKey,
    rateLimit: config.rateLimit,
    platformTokens: secrets.platformTokens,
    buyerTokens: await createBuyerTokens({
      materials: secrets.tokenSigningKeys,
      issuer: config.checkoutUrl,
    }),
    receipts: await createReceipts({
      materials: secrets.tokenSigningKeys,
      issuer: config.baseUrl,
    }),
    assets: loadWidgetAssets(WIDGET_DIRECTORY),
    [Symbol.asyncDispose]: () => resources.disposeAsync(),
  }
}
