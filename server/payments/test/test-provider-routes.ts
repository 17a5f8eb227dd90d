import { announceSession } from '../../checkout/announce-session.ts'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import type { TestRecords } from '../../checkout/ports/platform-records.ts'
import { toStatus } from '../../checkout/session.ts'
import { PageQuery, text } from '../../contract/fields.ts'
import { ExpireTestSessionRequest } from '../../contract/platform.ts'
import { readJsonBody } from '../../web/json-body.ts'
import { parse } from '../../web/parse.ts'
import { unknownCursor } from '../../web/refusals.ts'
import { routes } from '../../web/routes.ts'

const TestPaymentsQuery = PageQuery.extend({ store: text(100).optional() })

/** What the platform may see and do of the test provider (contract §4); absent with a real one. */
export const testProviderRoutes = (checkout: CheckoutDeps, records: TestRecords) =>
  routes({
    '/test-provider/payments': {
      get: async (request, response) => {
        const { store, ...query } = parse(TestPaymentsQuery, request.query)
        const page = await records.listPayments({ ...query, storeId: store })
        if (!page) throw unknownCursor()
        response.json(page)
      },
    },
    '/test-provider/expire-session': {
      post: async (request, response) => {
        const body = (await readJsonBody(request, response)).value
        const { sessionId } = parse(ExpireTestSessionRequest, body)
        await records.endSessionNow(sessionId)
        const session = await checkout.db.findSession(sessionId)
        if (!session)
          throw new CheckoutError('session_not_found', 'There is no checkout session with this id.')
        await announceSession(checkout, sessionId)
        response.json({ status: toStatus(session.state) })
      },
    },
  })
