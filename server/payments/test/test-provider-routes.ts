import type { RequestHandler } from 'express'
import type * as z from 'zod'
import { announceSession } from '../../checkout/sessions/announce-session.ts'
import type { CheckoutDeps } from '../../checkout/checkout-deps.ts'
import { whyDisputed } from '../../checkout/refunds/dispute.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import type { TestRecords } from '../../checkout/ports/platform-records.ts'
import { receiveNotification } from '../../checkout/payments/receive-notification.ts'
import { toStatus } from '../../checkout/sessions/session.ts'
import { PageQuery, text } from '../../contract/fields.ts'
import {
  DisputeTestPaymentRequest,
  ExpireTestSessionRequest,
  FailTestRefundRequest,
  RefundTestPaymentRequest,
} from '../../contract/test-provider.ts'
import { readBody } from '../../web/requests/json-body.ts'
import { knownPage } from '../../web/answers/refusals.ts'
import { apiRoutes, withQuery } from '../../web/requests/queries.ts'
import type { LedgerPayment } from './test-ledger.ts'
import type { TestBankActions } from './test-provider.ts'

const TestPaymentsQuery = PageQuery.extend({ store: text(100).optional() })

/** What the platform may see and do at the test provider (contract §4); absent with a real one. */
export const testProviderRoutes = (
  checkout: CheckoutDeps,
  { records, bank }: { records: TestRecords; bank: TestBankActions },
) =>
  apiRoutes({
    '/test-provider/payments': {
      get: withQuery(TestPaymentsQuery, async (_request, response, { store, ...query }) => {
        response.json(knownPage(await records.listPayments({ ...query, storeId: store })))
      }),
    },
    '/test-provider/expire-session': {
      post: async (request, response) => {
        const { sessionId } = await readBody(ExpireTestSessionRequest, request, response)
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
        act: async ({ attemptId, amount: total, refunded }, { amount = total - refunded }) => {
          const [dispute] = await bank.listDisputes(attemptId)
          if (dispute && dispute.state !== 'won')
            throw new CheckoutError('payment_disputed', whyDisputed(dispute))
          return bank.refundByBank({ attemptId, amount })
        },
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
        act: ({ attemptId, amount: total }, { amount = total, reason, state }) =>
          bank.dispute({ attemptId, amount, reason, state }),
      }),
    },
  })

type ChargeRequest = { sessionId: string; notify: boolean }

/** The bank changes a captured payment and notifies us, unless the notification should be lost. */
const chargeAction =
  <Request extends ChargeRequest>(
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
    const asked = await readBody(schema, request, response)
    const payment = await bank.findPaid(asked.sessionId)
    if (!payment)
      throw new CheckoutError('session_not_found', 'No payment of this session was captured.')
    if (!(await act(payment, asked)))
      throw new CheckoutError('invalid_request', 'The payment has no such money or refund.')
    const { body, headers } = bank.notificationOf(payment)
    if (asked.notify) await receiveNotification(checkout, body, headers)
    response.json({ attempt: payment.attemptId })
  }
