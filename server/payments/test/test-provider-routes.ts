import type { RequestHandler } from 'express'
import type * as z from 'zod'
import { announceSession } from '../../checkout/announce-session.ts'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import type { TestRecords } from '../../checkout/ports/platform-records.ts'
import { receiveNotification } from '../../checkout/receive-notification.ts'
import { toStatus } from '../../checkout/session.ts'
import { PageQuery, text } from '../../contract/fields.ts'
import {
  DisputeTestPaymentRequest,
  ExpireTestSessionRequest,
  FailTestRefundRequest,
  RefundTestPaymentRequest,
} from '../../contract/test-provider.ts'
import { readJsonBody } from '../../web/json-body.ts'
import { parse } from '../../web/parse.ts'
import { unknownCursor } from '../../web/refusals.ts'
import { apiRoutes, withQuery } from '../../web/queries.ts'
import type { LedgerPayment } from './test-ledger.ts'
import type { TestBankActions } from './test-provider.ts'

const TestPaymentsQuery = PageQuery.extend({ store: text(100).optional() })

/** What the platform may see and do of the test provider (contract §4); absent with a real one. */
export const testProviderRoutes = (
  checkout: CheckoutDeps,
  { records, bank }: { records: TestRecords; bank: TestBankActions },
) =>
  apiRoutes({
    '/test-provider/payments': {
      get: withQuery(TestPaymentsQuery, async (_request, response, { store, ...query }) => {
        const page = await records.listPayments({ ...query, storeId: store })
        if (!page) throw unknownCursor()
        response.json(page)
      }),
    },
    '/test-provider/expire-session': {
      post: async (request, response) => {
        const body = (await readJsonBody(request, response)).value
        const { sessionId } = parse(ExpireTestSessionRequest, body)
        const isOurs = await records.endSessionNow(sessionId)
        const session = isOurs ? await checkout.db.findSession(sessionId) : undefined
        if (!session)
          throw new CheckoutError('session_not_found', 'There is no checkout session with this id.')
        await announceSession(checkout, sessionId)
        response.json({ status: toStatus(session.state) })
      },
    },
    '/test-provider/refund': {
      post: chargeAction(checkout, bank, {
        schema: RefundTestPaymentRequest,
        act: ({ attemptId, amount: total, refunded }, { amount = total - refunded }) =>
          bank.refundByBank({ attemptId, amount }),
      }),
    },
    '/test-provider/fail-refund': {
      post: chargeAction(checkout, bank, {
        schema: FailTestRefundRequest,
        act: ({ attemptId }, { code }) => bank.failRefund({ attemptId, code }),
      }),
    },
    '/test-provider/dispute': {
      post: chargeAction(checkout, bank, {
        schema: DisputeTestPaymentRequest,
        act: async ({ attemptId, amount: total }, { amount = total, reason, state }) => {
          await bank.dispute({ attemptId, amount, reason, state })
          return true
        },
      }),
    },
  })

type Asked = { sessionId: string; notify: boolean }

/**
 * The bank does something to a payment that was captured, and says so, unless its notification is
 * to be lost.
 */
const chargeAction =
  <Request extends Asked>(
    checkout: CheckoutDeps,
    bank: TestBankActions,
    {
      schema,
      act,
    }: {
      schema: z.ZodType<Request>
      act: (payment: LedgerPayment, asked: Request) => Promise<boolean>
    },
  ): RequestHandler =>
  async (request, response) => {
    const asked = parse(schema, (await readJsonBody(request, response)).value)
    const payment = await bank.findPaid(asked.sessionId)
    if (!payment)
      throw new CheckoutError('session_not_found', 'No payment of this session was captured.')
    if (!(await act(payment, asked)))
      throw new CheckoutError('invalid_request', 'The payment has no such money or refund.')
    const { body, headers } = bank.notificationOf(payment)
    if (asked.notify) await receiveNotification(checkout, body, headers)
    response.json({ attempt: payment.attemptId })
  }
