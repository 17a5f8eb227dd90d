import { type RequestHandler, Router } from 'express'
import { takeFromNetworks } from '../admission/network-limits.ts'
import { compressed } from '../web/answers/compressed.ts'
import { createNonce, setStoreAppHeaders } from '../web/answers/security-headers.ts'
import { accountPages } from './account/account.page.ts'
import { passwordResetPages } from './account/password-reset.page.ts'
import { joinPages } from './account/join.page.ts'
import { newStorePages } from './account/new-store.page.ts'
import { passkeyPages } from './account/passkeys.page.ts'
import { secondFactorPages } from './account/second-factor.page.ts'
import { signInPages, signOutPages } from './account/sign-in.page.ts'
import { setUpPages } from './account/set-up-factor.page.ts'
import { homePages } from './home/home.page.ts'
import { answerFailures, sendMessage } from './frame/message.page.ts'
import { readPicture } from './frame/read-upload.ts'
import { leadTo, memberPages, visitorPages } from './frame/visits.ts'
import { failedRefundPages } from './orders/failed-refunds.page.ts'
import { orderMailPages } from './orders/order-mails.page.ts'
import { fulfilPages } from './orders/fulfil.page.ts'
import { orderPages } from './orders/order.page.ts'
import { evidencePages } from './orders/evidence.page.ts'
import { orderEventPages, orderListPages } from './orders/orders.page.ts'
import { orderExportPages } from './orders/order-export.page.ts'
import type { OrderStreams } from './orders/order-streams.ts'
import { refundPages } from './orders/refund.page.ts'
import { paymentProblemPages } from './payment-problems/payment-problems.page.ts'
import { archivePages } from './products/archive-product.page.ts'
import { editProductPages } from './products/edit-product.page.ts'
import { newProductPages } from './products/new-product.page.ts'
import { productListPages } from './products/product-list.page.ts'
import type { ImportReader } from './products/import/import-reader.ts'
import { importRoutes } from './products/import/import.page.ts'
import { productPages } from './products/product.page.ts'
import { stockHistoryPages } from './products/stock-history.page.ts'
import { sessionPages } from './sessions/session.page.ts'
import { sessionListPages } from './sessions/sessions.page.ts'
import { teamMemberPages } from './team/team-member.page.ts'
import { teamPages } from './team/team.page.ts'
import { auditLogPages } from './audit-log/audit-log.page.ts'
import { apiKeyPages } from './settings/api-key.page.ts'
import { brandingPages } from './settings/branding.page.ts'
import { deliveryOptionPages } from './settings/delivery-option.page.ts'
import { deliveryPages } from './settings/delivery.page.ts'
import { developersPages } from './settings/developers.page.ts'
import { generalPages } from './settings/general.page.ts'
import { logoRoutes, removeLogoPages } from './settings/logo.page.ts'
import { planPages } from './settings/plan.page.ts'
import { requestLogPages } from './settings/request-log.page.ts'
import { scriptPages } from './settings/scripts.page.ts'
import { sellerPages } from './settings/seller.page.ts'
import { webhookDeliveryPages } from './webhooks/webhook-delivery.page.ts'
import { webhookEditPages } from './webhooks/webhook-edit.page.ts'
import { webhookPages } from './webhooks/webhook.page.ts'
import { webhookListPages } from './webhooks/webhooks.page.ts'
import type { StoreAppContext } from './frame/store-app-context.ts'
import { cookiesWithoutTls } from './frame/members/cookies-without-tls.ts'
import { findViewer, refuseForeignForms } from './frame/members/store-auth.ts'

const VISITOR_PAGES = {
  '/join': leadTo(''),
  '/reset-password': leadTo('/forgot-password'),
  ...signInPages,
  ...passwordResetPages,
  ...joinPages,
  ...newStorePages,
}

const OWNER_PAGES = {
  '/settings': leadTo('/settings/general'),
  '/settings/developers/keys': leadTo('/settings/developers'),
  '/settings/developers/keys/:kind': leadTo('/settings/developers'),
  '/settings/developers/webhooks/:endpoint/deliveries': leadTo('/settings/developers/webhooks'),
  '/settings/team/invitations': leadTo('/settings/team'),
  '/settings/team/invitations/:id': leadTo('/settings/team'),
  '/settings/team/members': leadTo('/settings/team'),
  ...teamPages,
  ...teamMemberPages,
  ...generalPages,
  ...sellerPages,
  ...removeLogoPages,
  ...brandingPages,
  ...deliveryPages,
  ...deliveryOptionPages,
  ...developersPages,
  ...apiKeyPages,
  ...webhookListPages,
  ...webhookPages,
  ...webhookEditPages,
  ...webhookDeliveryPages,
  ...requestLogPages,
  ...scriptPages,
  ...planPages,
  ...auditLogPages,
}

/** Fixed names come before numbers and slugs. */
const MEMBER_PAGES = {
  '/account/second-factor/passkeys': leadTo('/account/second-factor'),
  '/products/-': leadTo('/products'),
  ...homePages,
  ...signOutPages,
  ...accountPages,
  ...setUpPages,
  ...secondFactorPages,
  ...passkeyPages,
  '/account/second-factor/passkeys/:id': leadTo('/account/second-factor'),
  ...orderListPages,
  ...orderExportPages,
  ...orderPages,
  ...fulfilPages,
  ...orderMailPages,
  ...evidencePages,
  ...refundPages,
  ...failedRefundPages,
  ...productListPages,
  ...productPages,
  ...archivePages,
  ...stockHistoryPages,
  ...sessionListPages,
  ...sessionPages,
  ...paymentProblemPages,
}

/** Where the merchant works (spec §1): pages that need no script. */
export function storeApp(
  context: Omit<StoreAppContext, 'storePath'>,
  { orderStreams, importReader }: { orderStreams: OrderStreams; importReader: ImportReader },
) {
  const app: StoreAppContext = {
    ...context,
    storePath: new URL(`${context.urls.baseUrl}/store`).pathname,
  }
  const router = Router({ caseSensitive: true })
  if (app.urls.baseUrl.startsWith('http:')) router.use(cookiesWithoutTls)
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
    memberPages(app, { ...newProductPages, ...editProductPages }, { read: readPicture(app) }),
    memberPages(app, { ...orderEventPages(orderStreams), ...MEMBER_PAGES }),
    logoRoutes(app),
    memberPages(app, OWNER_PAGES, { isForOwners: true }),
  )
  router.use(async (request, response) => {
    const visit = { app, request, response }
    sendMessage({ ...visit, viewer: await findViewer(visit) }, 404)
  })
  router.use(answerFailures(app))
  return router
}

/** Redirects get the headers, too. */
const protect: RequestHandler = (_request, response, next) => {
  setStoreAppHeaders(response, { nonce: createNonce(), imageUrls: [] })
  next()
}

/** A local machine has many names. The cookie belongs to the service's own. */
const leadToOwnHost =
  ({ urls: { baseUrl } }: StoreAppContext): RequestHandler =>
  ({ method, hostname }, response, next) => {
    if (hostname === new URL(baseUrl).hostname || (method !== 'GET' && method !== 'HEAD'))
      return next()
    return response.redirect(303, `${baseUrl}/store`)
  }

const LIMIT = { purpose: 'store-app', rate: { perSecond: 10, burst: 100 } }

/** All stores share the database, so one member must not flood it. */
const limitRequests =
  (app: StoreAppContext): RequestHandler =>
  async ({ ip }, response, next) => {
    const { callers, checkout } = app
    const limit = await takeFromNetworks(checkout.cache.limiter, callers.networksOf(ip), LIMIT)
    if (limit?.allowed !== false) return next()
    response.set('Retry-After', String(limit.retryAfterSeconds))
    return sendMessage({ app, response }, 429)
  }

/** The icon, and the script, whose address changes with its content. */
function assetRoutes({ assets: { storeApp, icon }, publishedFiles }: StoreAppContext) {
  const router = Router({ caseSensitive: true })
  router.get('/store-app-:hash.js', compressed, async ({ path }, response, next) => {
    const name = path.slice(1)
    const script = name === storeApp.fileName ? storeApp.script : await publishedFiles.find(name)
    if (script === undefined) return next()
    response
      .set({
        'Content-Type': 'text/javascript; charset=utf-8',
        'Cache-Control': 'public, max-age=31536000, immutable',
      })
      .send(script)
  })
  router.get('/icon.svg', (_request, response) => {
    response
      .set({ 'Content-Type': 'image/svg+xml', 'Cache-Control': 'public, max-age=86400' })
      .send(icon)
  })
  return router
}
