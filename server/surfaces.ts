import type { BuyerContext } from './api/buyer/buyer-routes.ts'
import type { EventContext } from './api/merchant/event-routes.ts'
import type { SessionContext } from './api/merchant/session-routes.ts'
import type { KeySets, Readiness } from './api/operations/operations-routes.ts'
import type { ReportContext } from './api/operations/policy-report-routes.ts'
import type { PlatformContext } from './api/platform/platform-store.ts'
import type { Addresses } from './api/reference/document.ts'
import type { CheckoutDeps } from './checkout/checkout-deps.ts'
import type { Config } from './config.ts'
import type { Events } from './events.ts'
import type { CardPageContext } from './hosted/card-purchase.ts'
import type { HostedContext } from './hosted/hosted-page-routes.ts'
import { renderPreview } from './hosted/preview-page.ts'
import type { BuyerSide } from './open/open-buyer-side.ts'
import type { Ground } from './open/open-ground.ts'
import type { MerchantSide } from './open/open-merchant-side.ts'
import type { Money } from './open/open-money.ts'
import type { PlatformSide } from './open/open-platform-side.ts'
import type { OpenProviders } from './open/open-providers.ts'
import type { StoreSide } from './open/open-store-side.ts'
import type { Work } from './rounds.ts'
import type { StoreAppContext } from './store-app/frame/store-app-context.ts'
import type { ImportReader } from './store-app/products/import-reader.ts'
import type { HotContext } from './web/before-express.ts'
import type { FrameContext } from './web/frame-page.ts'

/** All that is open, by whom it is for. */
type Sides = {
  config: Config
  isDraining: () => boolean
  ground: Ground
  store: StoreSide
  money: Money
  platform: PlatformSide
  merchant: MerchantSide
  buyer: BuyerSide
}

type Checkout = { checkout: CheckoutDeps }

/** What each surface works with, and nothing else. */
export type Surfaces = {
  /** Before all of them. */
  door: HotContext & { urls: Addresses }
  operations: Checkout & Readiness & KeySets & ReportContext & { urls: Addresses }
  merchant: Omit<SessionContext & EventContext, 'waits' | 'eventWaits'> & {
    events: Pick<Events, 'eventsReadFailed'>
  }
  platform: PlatformContext & Checkout & { provider: Pick<OpenProviders['test'], 'platformRoutes'> }
  store: Omit<StoreAppContext, 'storePath'> & {
    events: Pick<Events, 'ordersReadFailed'>
    importReader: ImportReader
  }
  buyer: BuyerContext
  hosted: HostedContext
  frame: FrameContext & CardPageContext & { providers: OpenProviders }
  /** What goes on without being asked. */
  work: Work
}

export const surfacesOf = (sides: Sides): Surfaces => ({
  door: doorOf(sides),
  operations: operationsOf(sides),
  merchant: merchantOf(sides),
  platform: platformOf(sides),
  store: storeOf(sides),
  buyer: buyerOf(sides),
  hosted: hostedOf(sides),
  frame: frameOf(sides),
  work: workOf(sides),
})

const doorOf = ({ config, ground, store }: Sides): Surfaces['door'] => ({
  urls: ground.urls,
  events: ground.events,
  requests: store.requests,
  proxyWatch: ground.proxyWatch,
  trustProxy: config.trustProxy,
  trustForwardedHost: config.trustForwardedHost,
  hstsScope: config.hstsScope,
})

const commonOf = ({ ground, money }: Sides) => ({
  urls: ground.urls,
  events: ground.events,
  callers: ground.callers,
  checkout: money.checkout,
})

const operationsOf = (sides: Sides): Surfaces['operations'] => ({
  ...commonOf(sides),
  records: sides.ground.records,
  isDraining: sides.isDraining,
  isProduction: sides.config.isProduction,
  proxyWatch: sides.ground.proxyWatch,
  buyerTokens: sides.buyer.buyerTokens,
  receipts: sides.merchant.receipts,
})

const merchantOf = (sides: Sides): Surfaces['merchant'] => ({
  ...commonOf(sides),
  records: sides.ground.records,
  sessionTtlSeconds: sides.config.sessionTtlSeconds,
  rateLimit: sides.config.rateLimit,
  ...sides.merchant,
})

const platformOf = (sides: Sides): Surfaces['platform'] => ({
  ...commonOf(sides),
  records: sides.ground.records,
  addressKey: sides.ground.addressKey,
  provider: sides.money.parts.test,
  passwords: sides.store.passwords,
  passwordResets: sides.store.records.passwordResets,
  invitations: sides.store.records.team,
  secondFactors: sides.store.records.secondFactors,
  keyRegeneration: sides.store.keyRegeneration,
  mails: sides.store.mails,
  ...sides.platform,
})

const storeOf = (sides: Sides): Surfaces['store'] => ({
  ...commonOf(sides),
  addressKey: sides.ground.addressKey,
  records: sides.store.records,
  login: sides.store.login,
  passwords: sides.store.passwords,
  keyRegeneration: sides.store.keyRegeneration,
  pictures: sides.store.pictures,
  importReader: sides.store.importReader,
  ownersChangePlan: sides.config.ownersChangePlan,
  sealedNotes: sides.store.sealedNotes,
  sealedSecrets: sides.store.sealedSecrets,
  passkeys: sides.store.passkeys,
  mails: sides.store.mails,
  inBackground: sides.store.background.run,
  assets: sides.buyer.assets,
  previewPage: (preview) =>
    renderPreview(
      { assets: sides.buyer.assets, payments: sides.money.payments },
      preview,
      sides.ground.now(),
    ),
})

const buyerOf = (sides: Sides): Surfaces['buyer'] => ({
  ...commonOf(sides),
  records: sides.ground.records,
  payments: sides.money.payments,
  sessionTtlSeconds: sides.config.sessionTtlSeconds,
  buyerTokens: sides.buyer.buyerTokens,
})

const hostedOf = (sides: Sides): Surfaces['hosted'] => ({
  ...commonOf(sides),
  payments: sides.money.payments,
  takesPlainCards: sides.money.takesPlainCards,
  sessionTtlSeconds: sides.config.sessionTtlSeconds,
  seenEnded: sides.buyer.seenEnded,
  drafts: sides.buyer.drafts,
  assets: sides.buyer.assets,
})

const frameOf = (sides: Sides): Surfaces['frame'] => ({
  ...commonOf(sides),
  records: sides.ground.records,
  providers: sides.money.parts,
  payments: sides.money.payments,
  takesPlainCards: sides.money.takesPlainCards,
  seenEnded: sides.buyer.seenEnded,
  drafts: sides.buyer.drafts,
  assets: sides.buyer.assets,
})

const workOf = ({ config, isDraining, ground, store, money, platform }: Sides): Work => ({
  checkout: money.checkout,
  requests: store.requests,
  webhooks: platform.webhooks,
  reconciliation: money.reconciliation,
  oldRecords: ground.oldRecords,
  readHistory: ground.readHistory,
  orphanRule: config.orphanRule,
  buyerDataRetentionDays: config.buyerDataRetentionDays,
  isDraining,
})
