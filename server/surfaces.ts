import type { Callers } from './admission/callers.ts'
import type { BuyerContext } from './api/buyer/buyer-routes.ts'
import type { EventContext } from './api/merchant/event-routes.ts'
import type { OrderContext } from './api/merchant/order-routes.ts'
import type { SessionContext } from './api/merchant/session-routes.ts'
import type { KeySets, Readiness } from './api/operations/operations-routes.ts'
import type { SecurityTextContext } from './api/operations/security-text-routes.ts'
import type { ReportContext } from './api/operations/policy-report-routes.ts'
import type { PlatformContext } from './api/platform/platform-store.ts'
import type { Addresses } from './api/reference/document.ts'
import type { CheckoutDeps } from './checkout/checkout-deps.ts'
import type { Config } from './config.ts'
import type { Events } from './events.ts'
import type { CardPageContext } from './hosted/card-purchase.ts'
import type { BuyLinkContext } from './hosted/buy/offered.ts'
import type { HostedContext } from './hosted/hosted-page-routes.ts'
import type { WithdrawContext } from './hosted/withdraw/withdraw-routes.ts'
import { renderPreview } from './hosted/preview-page.ts'
import type { ScriptContext } from './hosted/script-routes.ts'
import type { BuyerMails } from './open/open-buyer-mails.ts'
import type { BuyerSide } from './open/open-buyer-services.ts'
import type { Infrastructure } from './open/open-infrastructure.ts'
import type { MerchantSide } from './open/open-merchant-services.ts'
import type { Money } from './open/open-money.ts'
import type { PlatformSide } from './open/open-platform-services.ts'
import type { OpenProviders } from './open/open-providers.ts'
import type { StoreSide } from './open/open-store-services.ts'
import type { Work } from './rounds.ts'
import { listScripts, lookUp } from './script-inventory.ts'
import type { StoreAppContext } from './store-app/frame/store-app-context.ts'
import type { ImportReader } from './store-app/products/import-reader.ts'
import type { HotContext } from './web/before-express.ts'
import type { FrameContext } from './web/frame-page.ts'
import type { ListedScript } from './contract/listed-script.ts'

/** Everything that is open, by its users. */
type Sides = {
  config: Config
  isDraining: () => boolean
  infrastructure: Infrastructure
  store: StoreSide
  money: Money
  platform: PlatformSide
  merchant: MerchantSide
  buyer: BuyerSide
  buyerMails: BuyerMails
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
  hosted: HostedContext & BuyLinkContext & WithdrawContext
  frame: FrameContext & CardPageContext & { providers: OpenProviders }
  /** What goes on without a request. */
  work: Work
}

export function surfacesOf(sides: Sides): Surfaces {
  const scripts = scriptsOf(sides)
  return {
    door: doorOf(sides),
    operations: operationsOf(sides, scripts),
    merchant: merchantOf(sides),
    platform: platformOf(sides),
    store: { ...storeOf(sides), scripts },
    buyer: buyersOf(sides),
    scripts: {
      ...sides.buyer,
      inventory: { version: sides.buyer.assets.published.version, scripts },
    },
    hosted: buyersOf(sides),
    frame: { ...buyersOf(sides), providers: sides.money.parts },
    work: workOf(sides),
  }
}

const scriptsOf = ({ infrastructure: { urls }, buyer: { assets, servedFiles }, money }: Sides) => {
  const { taking, test, others } = money.parts
  const providers = new Set([taking, test, ...others])
  return listScripts({ urls, assets, servedFiles, providers })
}

const doorOf = ({ config, infrastructure, store }: Sides): Surfaces['door'] => ({
  urls: infrastructure.urls,
  events: infrastructure.events,
  callers: infrastructure.callers,
  requests: store.requests,
  proxyWatch: infrastructure.proxyWatch,
  trustProxy: config.trustProxy,
  trustForwardedHost: config.trustForwardedHost,
  hstsScope: config.hstsScope,
})

const commonOf = ({ config, infrastructure, money }: Sides) => ({
  urls: infrastructure.urls,
  events: infrastructure.events,
  callers: infrastructure.callers,
  records: infrastructure.records,
  checkout: money.checkout,
  sessionTtlSeconds: config.sessionTtlSeconds,
})

const operationsOf = (sides: Sides, scripts: ListedScript[]): Surfaces['operations'] => ({
  isListedScript: lookUp(scripts),
  ...commonOf(sides),
  isWritable: sides.infrastructure.isWritable,
  isDraining: sides.isDraining,
  isProduction: sides.config.isProduction,
  securityContact: sides.config.securityContact,
  now: sides.infrastructure.now,
  proxyWatch: sides.infrastructure.proxyWatch,
  recordClock: sides.infrastructure.recordClock,
  buyerTokens: sides.buyer.buyerTokens,
  receiptKeys: sides.merchant.receiptKeys,
})

const merchantOf = (sides: Sides): Surfaces['merchant'] => ({
  ...commonOf(sides),
  ...sides.merchant,
  rateLimit: sides.config.rateLimit,
})

const platformOf = (sides: Sides): Surfaces['platform'] => ({
  ...commonOf(sides),
  ...sides.platform,
  addressKey: sides.infrastructure.addressKey,
  provider: sides.money.parts.test,
  passwords: sides.store.passwords,
  passwordResets: sides.store.records.passwordResets,
  invitations: sides.store.records.team,
  secondFactors: sides.store.records.secondFactors,
  keyRegeneration: sides.store.keyRegeneration,
  mails: sides.store.mails,
})

const storeOf = (sides: Sides): Omit<Surfaces['store'], 'scripts'> => ({
  ...commonOf(sides),
  ...sides.store,
  addressKey: sides.infrastructure.addressKey,
  evidence: sides.merchant.evidence,
  ownersChangePlan: sides.config.ownersChangePlan,
  inBackground: sides.store.background.run,
  assets: sides.buyer.assets,
  publishedFiles: sides.buyer.publishedFiles,
  previewPage: (preview) =>
    renderPreview(
      { assets: sides.buyer.assets, payments: sides.money.payments },
      preview,
      sides.infrastructure.now(),
    ),
})

/** For all that buyers see and call. */
const buyersOf = (sides: Sides) => ({
  ...commonOf(sides),
  mailsBuyers: sides.config.smtp !== undefined,
  ...sides.buyer,
  payments: sides.money.payments,
  takesPlainCards: sides.money.takesPlainCards,
  rateLimit: sides.config.rateLimit,
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
}: Sides): Work => ({
  checkout: money.checkout,
  requests: store.requests,
  webhooks: platform.webhooks,
  buyerMails,
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
