import { type Request, type RequestHandler, Router } from 'express'
import { parseBearer } from '../auth/bearer.ts'
import { isPlatformToken } from '../auth/platform-token.ts'
import { announceSession } from '../checkout/announce-session.ts'
import { CheckoutError } from '../checkout/errors.ts'
import { toStatus } from '../checkout/session.ts'
import { PageQuery, text } from '../contract/fields.ts'
import { ExpireTestSessionRequest } from '../contract/platform.ts'
import type { HttpContext } from './http-context.ts'
import { answerMethodNotAllowed, answerNotFound } from './errors.ts'
import { readJsonBody } from './json-body.ts'
import { parse } from './parse.ts'
import { platformProductRoutes } from './platform-product-routes.ts'
import { platformStoreRoutes } from './platform-store-routes.ts'
import { unknownCursor } from './product-routes.ts'

/** The platform API (contract §4), mounted at `/platform/v1`. */
export function platformRoutes(context: HttpContext) {
  const router = Router({ caseSensitive: true })
  router.use(requirePlatformToken(context), platformStoreRoutes(context), platformProductRoutes(context))
  if (context.test) router.use(testProviderRoutes(context, context.test))
  return router.use(answerNotFound)
}

const requirePlatformToken = ({ platformToken }: HttpContext): RequestHandler => ({ headers: { authorization = '' } }, _response, next) => {
  const token = parseBearer(authorization, { maxLength: 1024 })
  if (token === undefined || !isPlatformToken(token, platformToken)) {
    throw new CheckoutError('invalid_platform_token', 'Send the platform token in the header Authorization: Bearer <PLATFORM_TOKEN>.')
  }
  next()
}

const TestPaymentsQuery = PageQuery.extend({ store: text(100).optional() })

function testProviderRoutes({ checkout }: HttpContext, test: NonNullable<HttpContext['test']>) {
  const router = Router({ caseSensitive: true })
  router.route('/test-provider/payments')
    .get(async (request: Request, response) => {
      const { store, ...query } = parse(TestPaymentsQuery, request.query)
      const page = await test.records.listPayments({ ...query, storeId: store })
      if (!page) throw unknownCursor()
      response.json(page)
    })
    .all(answerMethodNotAllowed('GET'))
  router.route('/test-provider/expire-session')
    .post(async (request: Request, response) => {
      const { sessionId } = parse(ExpireTestSessionRequest, (await readJsonBody(request, response)).value)
      await test.records.endSessionNow(sessionId)
      const session = await checkout.db.findSession(sessionId)
      if (!session) throw new CheckoutError('session_not_found', 'There is no checkout session with this id.')
      await announceSession(checkout, sessionId)
      response.json({ status: toStatus(session.state) })
    })
    .all(answerMethodNotAllowed('POST'))
  return router
}
