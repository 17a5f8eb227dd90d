import type { Callers } from './admission/callers.ts'
import type { BuyerContext } from './api/buyer/buyer-routes.ts'
import type { EventContext } from './api/merchant/event-routes.ts'
import type { OrderContext } from './api/merchant/order-routes.ts'
import type { SessionContext } from './api/merchant/session-routes.ts'
import type { KeySets, Readiness } from './api/operations/operations-routes.ts'
import type { SecurityTextContext } from './api/operations/security-text-routes.ts'
import type { ReportContext } from './api/operations/policy-report-routes.ts'
import type { PlatformContext } from './api/platform/platform-store.ts'
import type { Addresses } from './api/docs/built-addresses.ts'
import type { CheckoutDeps } from './checkout/checkout-deps.ts'
import type { Config } from './config.ts'
import type { Events } from './reporting/events.ts'
import type { CardPageContext } from './hosted/card-purchase.ts'
import type { BuyLinkContext } from './hosted/buy/offered.ts'
import type { HostedContext } from './hosted/hosted-page-routes.ts'
import type { NoticeFiles } from './hosted/picture-routes.ts'
import type { WithdrawContext } from './hosted/withdraw/withdraw-routes.ts'
import { renderPreview } from './hosted/preview-page.ts'
import type { ScriptContext } from './hosted/script-routes.ts'
import type { BuyerMails } from './open/open-buyer-mails.ts'
import type { SaleMails } from './open/open-sale-mails.ts'
import type { BuyerServices } from './open/open-buyer-services.ts'
import type { Infrastructure } from './open/open-infrastructure.ts'
import type { MerchantServices } from './open/open-merchant-services.ts'
import type { Money } from './open/open-money.ts'
import type { NewStores } from './open/open-new-stores.ts'
import type { PlatformServices } from './open/open-platform-services.ts'
import type { OpenProviders } from './open/open-providers.ts'
import type { StoreServices } from './open/open-store-services.ts'
import type { Work } from './rounds/rounds.ts'
import { listScripts, lookUp } from './script-inventory.ts'
import type { StoreAppContext } from './store-app/frame/store-app-context.ts'
import type { ImportReader } from './store-app/products/import/import-reader.ts'
import type { HotContext } from './web/requests/before-express.ts'
import type { FrameContext } from './web/answers/frame-page.ts'
import type { ListedScript } from './contract/listed-script.ts'

/** Everything that is open, by its users. */
type OpenServices = {
  config: Config
  isDraining: () => boolean
  infrastructure: Infrastructure
  store: StoreServices
  newStores: NewStores
  money: Money
  platform: PlatformServices
  merchant: MerchantServices
  buyer: BuyerServices
  buyerMails: BuyerMails
  saleMails: SaleMails
}

type Checkout = { checkout: CheckoutDeps }

/** What each surface needs, and nothing else. */
export type Surfaces = {
  door: HotContext & { urls: Addresses; events: Events; callers: Callers }
  operations: Checkout & Readiness & KeySets & ReportContext & SecurityTextContext
  merchant: Omit<SessionContext & EventContext & OrderContext, 'waits' | 'eventWaits'> & {
    events: Pick<Events, 'eventsReadFailed'>
  }
  platform: PlatformContext & Checkout & { provider: Pick<OpenProviders['test'], 'platformRoutes'> }
  store: Omit<StoreAppContext, 'storePath'> & {
    events: Pick<Events, 'ordersReadFailed'>
    importReader: ImportReader
  }
  buyer: BuyerContext
  scripts: ScriptContext
  hosted: HostedContext & BuyLinkContext & WithdrawContext & NoticeFiles
  frame: FrameContext & CardPageContext & { providers: OpenProviders }
  /** What goes on without a request. */
  work: Work
}

export function surfacesOf(services: OpenServices): Surfaces {
  const scripts = scriptsOf(services)
  return {
    door: doorOf(services),
    operations: operationsOf(services, scripts),
    merchant: merchantOf(services),
    platform: platformOf(services),
    store: { ...storeOf(services), scripts },
    buyer: buyersOf(services),
    scripts: {
      ...services.buyer,
      inventory: { version: services.buyer.assets.published.version, scripts },
    },
    hosted: buyersOf(services),
    frame: { ...buyersOf(services), providers: services.money.parts },
    work: workOf(services),
  }
}

const scriptsOf = ({
  infrastructure: { urls },
  buyer: { assets, servedFiles },
  money,
}: OpenServices) => {
  const { taking, test, others } = money.parts
  const providers = new Set([taking, test, ...others])
  return listScripts({ urls, assets, servedFiles, providers })
}

const doorOf = ({ config, infrastructure, store }: OpenServices): Surfaces['door'] => ({
  urls: infrastructure.urls,
  events: infrastructure.events,
  callers: infrastructure.callers,
  requests: store.requests,
  proxyWatch: infrastructure.proxyWatch,
  trustProxy: config.trustProxy,
  trustForwardedHost: config.trustForwardedHost,
  hstsScope: config.hstsScope,
})

const commonOf = ({ config, infrastructure, money }: OpenServices) => ({
  urls: infrastructure.urls,
  events: infrastructure.events,
  callers: infrastructure.callers,
  records: infrastructure.records,
  checkout: money.checkout,
  sessionTtlSeconds: config.sessionTtlSeconds,
})

const operationsOf = (services: OpenServices, scripts: ListedScript[]): Surfaces['operations'] => ({
  isListedScript: lookUp(scripts),
  ...commonOf(services),
  isWritable: services.infrastructure.isWritable,
  isDraining: services.isDraining,
  isProduction: services.config.isProduction,
  securityContact: services.config.securityContact,
  now: services.infrastructure.now,
  proxyWatch: services.infrastructure.proxyWatch,
  recordClock: services.infrastructure.recordClock,
  buyerTokens: services.buyer.buyerTokens,
  receiptKeys: services.merchant.receiptKeys,
})

const merchantOf = (services: OpenServices): Surfaces['merchant'] => ({
  ...commonOf(services),
  ...services.merchant,
  rateLimit: services.config.rateLimit,
})

const platformOf = (services: OpenServices): Surfaces['platform'] => ({
  ...commonOf(services),
  ...services.platform,
  addressKey: services.infrastructure.addressKey,
  provider: services.money.parts.test,
  passwords: services.store.passwords,
  passwordResets: services.store.records.passwordResets,
  invitations: services.store.records.team,
  secondFactors: services.store.records.secondFactors,
  keyRegeneration: services.store.keyRegeneration,
  storeCreation: services.store.storeCreation,
  mails: services.store.mails,
})

const storeOf = (services: OpenServices): Omit<Surfaces['store'], 'scripts'> => ({
  ...commonOf(services),
  ...services.store,
  newStores: services.newStores,
  addressKey: services.infrastructure.addressKey,
  ids: services.infrastructure.ids,
  webhooks: services.platform.webhooks,
  evidence: services.merchant.evidence,
  ownersChangePlan: services.config.ownersChangePlan,
  inBackground: services.store.background.run,
  assets: services.buyer.assets,
  publishedFiles: services.buyer.publishedFiles,
  previewPage: (preview) =>
    renderPreview(
      { assets: services.buyer.assets, payments: services.money.payments },
      preview,
      services.infrastructure.now(),
    ),
})

/** For all that buyers see and call. */
const buyersOf = (services: OpenServices) => ({
  ...commonOf(services),
  mailsBuyers: services.config.smtp !== undefined,
  ...services.buyer,
  payments: services.money.payments,
  takesPlainCards: services.money.takesPlainCards,
  guaranteeNotices: services.config.guaranteeNotices,
  rateLimit: services.config.rateLimit,
})

const workOf = ({
  config,
  isDraining,
  infrastructure,
  store,
  money,
  platform,
  buyer,
  buyerMails,
  saleMails,
}: OpenServices): Work => ({
  checkout: money.checkout,
  requests: store.requests,
  webhooks: platform.webhooks,
  buyerMails,
  saleMails,
  reconciliation: money.reconciliation,
  oldRecords: infrastructure.oldRecords,
  readHistory: infrastructure.readHistory,
  isUnsure: infrastructure.isUnsure,
  renewFiles: buyer.publishedFiles.renew,
  recordClock: infrastructure.recordClock,
  measure: infrastructure.measure,
  orphanRule: config.orphanRule,
  buyerDataRetentionDays: config.buyerDataRetentionDays,
  isDraining,
})
