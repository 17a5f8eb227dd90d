import { type RequestHandler, Router } from 'express'
import { takeFromNetworks } from '../admission/network-limits.ts'
import { compressed } from '../web/compressed.ts'
import { createNonce, setStoreAppHeaders } from '../web/security-headers.ts'
import { accountRoutes } from './account/account-routes.ts'
import { assetRoutes } from './frame/asset-routes.ts'
import { homeRoutes } from './home/home-routes.ts'
import { answerFailures, sendMessage } from './frame/message.page.ts'
import type { OrderStreams } from './orders/order-streams.ts'
import type { ImportReader } from './products/import-reader.ts'
import { ordersRoutes } from './orders/orders-routes.ts'
import { parentRoutes } from './parent-routes.ts'
import { paymentProblemsRoutes } from './payment-problems/payment-problems.page.ts'
import { productsRoutes } from './products/products-routes.ts'
import { sessionsRoutes } from './sessions/sessions-routes.ts'
import { teamRoutes } from './team/team.page.ts'
import { settingsRoutes } from './settings/settings-routes.ts'
import type { StoreAppContext } from './frame/store-app-context.ts'
import { findViewer, refuseForeignForms } from './frame/store-auth.ts'

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
    homeRoutes(app),
    parentRoutes(app),
    accountRoutes(app),
    ordersRoutes(app, orderStreams),
    productsRoutes(app, importReader),
    sessionsRoutes(app),
    paymentProblemsRoutes(app),
    settingsRoutes(app),
    teamRoutes(app),
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
