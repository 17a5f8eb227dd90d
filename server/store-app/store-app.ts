import { type RequestHandler, Router } from 'express'
import { takeFromNetworks } from '../admission/network-limits.ts'
import { compressed } from '../web/compressed.ts'
import { createNonce, setStoreAppHeaders } from '../web/security-headers.ts'
import { accountPages } from './account/account.page.ts'
import { forgotPasswordPages } from './account/forgot-password.page.ts'
import { joinPages } from './account/join.page.ts'
import { passkeyPages } from './account/passkeys.page.ts'
import { resetPasswordPages } from './account/reset-password.page.ts'
import { secondFactorPages } from './account/second-factor.page.ts'
import { secondStepPages } from './account/second-step.page.ts'
import { setUpPages } from './account/set-up-factor.page.ts'
import { signInPages, signOutPages } from './account/sign-in.page.ts'
import { assetRoutes } from './frame/asset-routes.ts'
import { homePages } from './home/home.page.ts'
import { answerFailures, sendMessage } from './frame/message.page.ts'
import { memberPages, visitorPages } from './frame/visits.ts'
import { failedRefundPages } from './orders/failed-refunds.page.ts'
import { orderActionPages } from './orders/order-actions.ts'
import { orderEventPages } from './orders/order-events.page.ts'
import { orderExportPages } from './orders/order-export.page.ts'
import type { OrderStreams } from './orders/order-streams.ts'
import { orderPages } from './orders/order.page.ts'
import { orderListPages } from './orders/orders.page.ts'
import { refundPages } from './orders/refund.page.ts'
import { paymentProblemPages } from './payment-problems/payment-problems.page.ts'
import { archivePages } from './products/archive-product.page.ts'
import { editProductPages } from './products/edit-product.page.ts'
import { exportPages } from './products/export-products.ts'
import { importPreviewPages } from './products/import-preview.page.ts'
import type { ImportReader } from './products/import-reader.ts'
import { importRoutes } from './products/import-upload.page.ts'
import { newProductPages } from './products/new-product.page.ts'
import { pictureRoutes, removePicturePages } from './products/picture.page.ts'
import { productListPages } from './products/product-list.page.ts'
import { productPages } from './products/product.page.ts'
import { stockHistoryPages } from './products/stock-history.page.ts'
import { expireSessionPages } from './sessions/expire-session.page.ts'
import { sessionPages } from './sessions/session.page.ts'
import { sessionListPages } from './sessions/sessions.page.ts'
import { teamMemberPages } from './team/team-member.page.ts'
import { teamPages } from './team/team.page.ts'
import { parentRoutes } from './parent-routes.ts'
import { settingsRoutes } from './settings/settings-routes.ts'
import type { StoreAppContext } from './frame/store-app-context.ts'
import { findViewer, refuseForeignForms } from './frame/store-auth.ts'

const VISITOR_PAGES = {
  ...signInPages,
  ...secondStepPages,
  ...forgotPasswordPages,
  ...resetPasswordPages,
  ...joinPages,
}

/** What has a name of its own stands before what is named by a number or a slug. */
const MEMBER_PAGES = {
  ...homePages,
  ...signOutPages,
  ...accountPages,
  ...setUpPages,
  ...secondFactorPages,
  ...passkeyPages,
  ...orderListPages,
  ...orderExportPages,
  ...orderPages,
  ...orderActionPages,
  ...refundPages,
  ...failedRefundPages,
  ...productListPages,
  ...newProductPages,
  ...exportPages,
  ...importPreviewPages,
  ...productPages,
  ...editProductPages,
  ...archivePages,
  ...stockHistoryPages,
  ...removePicturePages,
  ...sessionListPages,
  ...sessionPages,
  ...expireSessionPages,
  ...paymentProblemPages,
}

/** Where the merchant works (spec §1): pages that need no script, on the service's own host. */
export function storeApp(
  context: Omit<StoreAppContext, 'storePath'>,
  { orderStreams, importReader }: { orderStreams: OrderStreams; importReader: ImportReader },
) {
  const app: StoreAppContext = {
    ...context,
    storePath: new URL(`${context.urls.baseUrl}/store`).pathname,
  }
  const router = Router({ caseSensitive: true })
  router.use(
    assetRoutes(app),
    protect,
    limitRequests(app),
    compressed,
    leadToOwnHost(app),
    refuseForeignForms(app),
  )
  router.use(
    parentRoutes(app),
    visitorPages(app, VISITOR_PAGES),
    importRoutes(app, importReader),
    pictureRoutes(app),
    memberPages(app, { ...orderEventPages(orderStreams), ...MEMBER_PAGES }),
    settingsRoutes(app),
    memberPages(app, { ...teamPages, ...teamMemberPages }, { isForOwners: true }),
  )
  router.use(async (request, response) => {
    sendMessage(app, response, { status: 404, viewer: await findViewer(app, request, response) })
  })
  router.use(answerFailures(app))
  return router
}

/** Redirects are answers, too. */
const protect: RequestHandler = (_request, response, next) => {
  setStoreAppHeaders(response, { nonce: createNonce(), imageUrls: [] })
  next()
}

/**
 * One's own machine has many names, and the payment frame lives under another of them: the cookie
 * belongs to the service's.
 */
const leadToOwnHost =
  ({ urls: { baseUrl } }: StoreAppContext): RequestHandler =>
  ({ method, hostname }, response, next) => {
    if (hostname === new URL(baseUrl).hostname || (method !== 'GET' && method !== 'HEAD'))
      return next()
    return response.redirect(303, `${baseUrl}/store`)
  }

/** How often a network may ask, for any page. */
const LIMIT = { purpose: 'store-app', rate: { perSecond: 10, burst: 100 } }

/** The database is every store's: a member who floods these pages keeps it from nobody. */
const limitRequests =
  (app: StoreAppContext): RequestHandler =>
  async ({ ip }, response, next) => {
    const { callers, checkout } = app
    const limit = await takeFromNetworks(checkout.cache.limiter, callers.networksOf(ip), LIMIT)
    if (limit?.allowed !== false) return next()
    response.set('Retry-After', String(limit.retryAfterSeconds))
    return sendMessage(app, response, { status: 429 })
  }
