import { type Request, Router } from 'express'
import { announceSession } from '../../checkout/announce-session.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import { toStatus } from '../../checkout/session.ts'
import { PageQuery, text } from '../../contract/fields.ts'
import { ExpireTestSessionRequest } from '../../contract/platform.ts'
import { answerMethodNotAllowed } from '../../web/error-answers.ts'
import type { HttpContext } from '../../web/http-context.ts'
import { readJsonBody } from '../../web/json-body.ts'
import { parse } from '../../web/parse.ts'
import { unknownCursor } from '../../api/merchant/product-routes.ts'

const TestPaymentsQuery = PageQuery.extend({ store: text(100).optional() })

/** What the platform may see and do of the test provider (contract §4); absent with a real one. */
export function testProviderRoutes(
  { checkout }: HttpContext,
  test: NonNullable<HttpContext['test']>,
) {
  const router = Router({ caseSensitive: true })
  router
    .route('/test-provider/payments')
    .get(async (request: Request, response) => {
      const { store, ...query } = parse(TestPaymentsQuery, request.query)
      const page = await test.records.listPayments({ ...query, storeId: store })
      if (!page) throw unknownCursor()
      response.json(page)
    })
    .all(answerMethodNotAllowed('GET'))
  router
    .route('/test-provider/expire-session')
    .post(async (request: Request, response) => {
      const { sessionId } = parse(
        ExpireTestSessionRequest,
        (await readJsonBody(request, response)).value,
      )
      await test.records.endSessionNow(sessionId)
      const session = await checkout.db.findSession(sessionId)
      if (!session)
        throw new CheckoutError('session_not_found', 'There is no checkout session with this id.')
      await announceSession(checkout, sessionId)
      response.json({ status: toStatus(session.state) })
    })
    .all(answerMethodNotAllowed('POST'))
  return router
}
