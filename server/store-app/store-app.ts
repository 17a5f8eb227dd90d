import { type RequestHandler, Router } from 'express'
import { takeFromNetworks } from '../admission/network-limits.ts'
import { compressed } from '../web/compressed.ts'
import { createNonce, setStoreAppHeaders } from '../web/security-headers.ts'
import { accountPages } from './account/account.page.ts'
import { passwordResetPages } from './account/password-reset.page.ts'
import { joinPages } from './account/join.page.ts'
import { passkeyPages } from './account/passkeys.page.ts'
import { secondFactorPages } from './account/second-factor.page.ts'
import { signInPages, signOutPages } from './account/sign-in.page.ts'
import { setUpPages } from './account/set-up-factor.page.ts'
import { homePages } from './home/home.page.ts'
import { answerFailures, sendMessage } from './frame/message.page.ts'
import { memberPages, visitorPages } from './frame/visits.ts'
import { failedRefundPages } from './orders/failed-refunds.page.ts'
import { orderPages } from './orders/order.page.ts'
import { orderEventPages, orderListPages } from './orders/orders.page.ts'
import { orderExportPages } from './orders/order-export.page.ts'
import type { OrderStreams } from './orders/order-streams.ts'
import { refundPages } from './orders/refund.page.ts'
import { paymentProblemPages } from './payment-problems/payment-problems.page.ts'
import { archivePages } from './products/archive-product.page.ts'
import { productFormPages } from './products/product-forms.page.ts'
import { productListPages } from './products/product-list.page.ts'
import { importPreviewPages } from './products/import-preview.page.ts'
import type { ImportReader } from './products/import-reader.ts'
import { importRoutes } from './products/import-upload.page.ts'
import { pictureRoutes, removePicturePages } from './products/picture.page.ts'
import { productPages } from './products/product.page.ts'
import { stockHistoryPages } from './products/stock-history.page.ts'
import { sessionPages } from './sessions/session.page.ts'
import { sessionListPages } from './sessions/sessions.page.ts'
import { teamMemberPages } from './team/team-member.page.ts'
import { teamPages } from './team/team.page.ts'
import { settingsRoutes } from './settings/settings-routes.ts'
import type { StoreAppContext, Visit } from './frame/store-app-context.ts'
import { findViewer, refuseForeignForms } from './frame/store-auth.ts'

/**
 * For an address that is no page and has pages below it. It leads to the first of these, or, where
 * what is below is named by an id or a token, to the page that lists it or asks for it.
 */
const leadTo = (path: string) => ({
  get: ({ app, response }: Visit) => response.redirect(303, `${app.storePath}${path}`),
})

const VISITOR_PAGES = {
  '/join': leadTo(''),
  '/reset-password': leadTo('/forgot-password'),
  ...signInPages,
  ...passwordResetPages,
  ...joinPages,
}

const OWNER_PAGES = {
  '/settings': leadTo('/settings/general'),
  '/settings/developers/keys': leadTo('/settings/developers'),
  '/settings/developers/keys/:kind': leadTo('/settings/developers'),
  '/settings/team/members': leadTo('/settings/team'),
  ...teamPages,
  ...teamMemberPages,
}

/** What has a name of its own stands before what is named by a number or a slug. */
const MEMBER_PAGES = {
  '/account/second-factor/passkeys': leadTo('/account/second-factor'),
  '/products/-': leadTo('/products'),
  ...homePages,
  ...signOutPages,
  ...accountPages,
  ...setUpPages,
  ...secondFactorPages,
  ...passkeyPages,
  ...orderListPages,
  ...orderExportPages,
  ...orderPages,
  ...refundPages,
  ...failedRefundPages,
  ...productListPages,
  ...productFormPages,
  ...importPreviewPages,
  ...productPages,
  ...archivePages,
  ...stockHistoryPages,
  ...removePicturePages,
  ...sessionListPages,
  ...sessionPages,
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
    visitorPages(app, VISITOR_PAGES),
    importRoutes(app, importReader),
    pictureRoutes(app),
    memberPages(app, { ...orderEventPages(orderStreams), ...MEMBER_PAGES }),
    settingsRoutes(app),
    memberPages(app, OWNER_PAGES, { isForOwners: true }),
  )
  router.use(async (request, response) => {
    const viewer = await findViewer({ app, request, response })
    sendMessage(app, response, { status: 404, viewer })
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

/**
 * What the pages load: the script that makes them quicker to use, whose address changes with its
 * content, and their icon.
 */
function assetRoutes({ assets: { storeApp, icon } }: StoreAppContext) {
  const router = Router({ caseSensitive: true })
  router.get(`/${storeApp.fileName}`, compressed, (_request, response) => {
    response
      .set({
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
      .send(storeApp.script)
  })
  router.get('/icon.svg', (_request, response) => {
    response
      .set({ 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' })
      .send(icon)
  })
  return router
}
