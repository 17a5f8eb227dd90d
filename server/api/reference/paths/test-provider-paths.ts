import * as z from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { PageQuery } from '../../../contract/fields.ts'
import { SessionStatus } from '../../../contract/order.ts'
import {
  DisputeTestPaymentRequest,
  ExpireTestSessionRequest,
  FailTestRefundRequest,
  RefundTestPaymentRequest,
  TestChargeResponse,
  TestPaymentList,
  TestPaymentMethodRequest,
  TestPaymentMethodResponse,
} from '../../../contract/test-provider.ts'
import {
  BODY_ERRORS,
  TOKEN_ERRORS,
  answer,
  body,
  errors,
  withPlatformToken,
} from '../described-answers.ts'
import * as examples from '../examples.ts'

const ofTestProvider = withPlatformToken('Test provider')

const CHARGE_ANSWERS = {
  200: answer('Done at the bank.', {
    schema: TestChargeResponse,
    example: { attempt: examples.testPayment.attempt },
  }),
  ...errors(...TOKEN_ERRORS, ...BODY_ERRORS, 'session_not_found'),
}

/** contract §4: operations of the test provider only. */
export const testProviderPaths: ZodOpenApiPathsObject = {
  '/platform/v1/test-provider/payments': {
    get: ofTestProvider({
      operationId: 'listTestPayments',
      summary: 'List test payments',
      description: 'The test provider’s own books, independent of the service’s record.',
      requestParams: {
        query: PageQuery.extend({
          store: z.string().optional().meta({ description: 'Only of the store with this id.' }),
        }),
      },
      responses: {
        200: answer('One page of the ledger.', {
          schema: TestPaymentList,
          example: { data: [examples.testPayment], nextCursor: null },
        }),
        ...errors(...TOKEN_ERRORS),
      },
    }),
  },
  '/platform/v1/test-provider/expire-session': {
    post: ofTestProvider({
      operationId: 'expireTestSession',
      summary: 'End a payment window',
      description:
        'Moves a session’s deadline to now, so that you can see how your shop copes with an expired one.',
      requestBody: body(ExpireTestSessionRequest, { sessionId: examples.SESSION_ID }),
      responses: {
        200: answer('What the session is now.', {
          schema: z.strictObject({ status: SessionStatus }),
          example: { status: 'expired' },
        }),
        ...errors(...TOKEN_ERRORS, ...BODY_ERRORS, 'session_not_found'),
      },
    }),
  },
  '/platform/v1/test-provider/refund': {
    post: ofTestProvider({
      operationId: 'refundTestPayment',
      summary: 'Refund at the bank',
      description:
        'The bank gives money of a captured payment back on its own, like a refund in the provider’s dashboard.',
      requestBody: body(RefundTestPaymentRequest, { sessionId: examples.SESSION_ID, amount: 500 }),
      responses: { ...CHARGE_ANSWERS, ...errors('payment_disputed') },
    }),
  },
  '/platform/v1/test-provider/fail-refund': {
    post: ofTestProvider({
      operationId: 'failTestRefund',
      summary: 'Fail a refund late',
      description:
        'The newest successful refund of a payment fails later, like one that the card’s bank returns.',
      requestBody: body(FailTestRefundRequest, { sessionId: examples.SESSION_ID }),
      responses: CHARGE_ANSWERS,
    }),
  },
  '/platform/v1/test-provider/dispute': {
    post: ofTestProvider({
      operationId: 'disputeTestPayment',
      summary: 'Dispute a payment',
      description:
        'Opens a dispute of a captured payment. With another `state` it changes the one that is there.',
      requestBody: body(DisputeTestPaymentRequest, {
        sessionId: examples.SESSION_ID,
        reason: 'product_not_received',
      }),
      responses: CHARGE_ANSWERS,
    }),
  },
}

/** What the card fields of the test provider call, at the payment frame's origin. */
export const paymentFramePaths = (paymentFrameUrl: string): ZodOpenApiPathsObject => ({
  '/test-payment-methods': {
    servers: [{ url: paymentFrameUrl }],
    post: {
      tags: ['Test provider'],
      operationId: 'createTestPaymentMethod',
      summary: 'Register a test card',
      description: 'Takes the listed test cards and refuses every other number.',
      security: [],
      requestBody: body(TestPaymentMethodRequest, {
        number: '4242424242424242',
        expMonth: 12,
        expYear: 2031,
        cvc: '123',
      }),
      responses: {
        200: answer('What to pay with.', {
          schema: TestPaymentMethodResponse,
          example: { paymentMethod: 'pm_test_succeeds' },
        }),
        ...errors(...BODY_ERRORS, 'internal_error', 'busy'),
      },
    },
  },
})
