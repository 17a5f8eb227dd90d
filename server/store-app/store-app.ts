import { type RequestHandler, Router } from 'express'
import type { HttpContext } from '../http/http-context.ts'
import { createNonce, setStoreAppHeaders } from '../http/security-headers.ts'
import { answerFailures, refuseOtherMethods, sendMessage } from './message.page.ts'
import { orderRoutes } from './order.page.ts'
import { ordersRoutes } from './orders.page.ts'
import { paymentProblemsRoutes } from './payment-problems.page.ts'
import { signInRoutes } from './sign-in.page.ts'
import { findViewer, memberPage, refuseForeignForms } from './store-auth.ts'

/** Where the merchant sees the store's orders (spec §1): pages that need no script, on the service's own host. */
export function storeApp(context: HttpContext) {
  const storePath = new URL(`${context.urls.baseUrl}/store`).pathname
  const router = Router({ caseSensitive: true })
  router.use(protect, leadToOwnHost(context), refuseForeignForms(context, storePath))
  router.route('/')
    .get(memberPage(context, storePath, async (_request, response) => { response.redirect(303, `${storePath}/orders`) }))
    .all(refuseOtherMethods(storePath, 'GET'))
  router.use(signInRoutes(context, storePath), ordersRoutes(context, storePath), orderRoutes(context, storePath),
    paymentProblemsRoutes(context, storePath))
  router.use(async (request, response) => {
    sendMessage(response, 404, { storePath, viewer: await findViewer(context, request) })
  })
  router.use(answerFailures(context, storePath))
  return router
}

/** Redirects are answers, too. */
const protect: RequestHandler = (_request, response, next) => {
  setStoreAppHeaders(response, { nonce: createNonce() })
  next()
}

/** One's own machine has many names, and the payment frame lives under another of them: the cookie belongs to the service's. */
const leadToOwnHost = ({ urls: { baseUrl } }: HttpContext): RequestHandler => ({ method, hostname }, response, next) => {
  if (hostname === new URL(baseUrl).hostname || (method !== 'GET' && method !== 'HEAD')) return next()
  return response.redirect(303, `${baseUrl}/store`)
}
