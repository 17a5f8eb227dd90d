import type { ZodOpenApiPathsObject } from 'zod-openapi'
import type { ErrorCode } from '../../checkout/errors.ts'
import {
  CheckoutView,
  PayHeaders,
  PayRequest,
  PayResponse,
  ReceiptKeyHeader,
  RestartResponse,
  StatusEvent,
  TokenQuery,
  TokenResponse,
} from '../../contract/buyer.ts'
import {
  BODY_ERRORS,
  HTML,
  RATE_LIMIT,
  answer,
  body,
  buyerErrors,
  otherAnswer,
  sessionPath,
  withServers,
} from './described-answers.ts'
import * as examples from './examples.ts'
import { SCRIPT_PATHS } from './script-paths.ts'

const PAGE_ERRORS = [
  'session_not_found',
  'origin_not_allowed',
  'rate_limited',
  'internal_error',
  'busy',
] as const satisfies ErrorCode[]
const TOKEN_ERRORS = ['invalid_token', ...PAGE_ERRORS] as const satisfies ErrorCode[]

const ofBuyer = {
  tags: ['Buyer API'],
  security: [{ buyerToken: [] }],
  requestParams: { path: sessionPath },
}

const PATHS: ZodOpenApiPathsObject = {
  '/{id}/token': {
    post: {
      ...ofBuyer,
      requestParams: { ...ofBuyer.requestParams, query: TokenQuery },
      operationId: 'createBuyerToken',
      summary: 'Get a buyer token',
      description:
        'Issues a token for this session to the page that asks. It works for that page’s origin only. Its body, if any, is not read: sent as text, the request needs no preflight.',
      security: [],
      responses: {
        200: answer(
          'The token.',
          {
            schema: TokenResponse,
            example: { token: '$BUYER_TOKEN', expiresAt: '2026-11-21T09:46:40.000Z' },
          },
          RATE_LIMIT,
        ),
        ...buyerErrors(...PAGE_ERRORS),
      },
    },
  },
  '/{id}/view': {
    get: {
      ...ofBuyer,
      requestParams: { ...ofBuyer.requestParams, header: ReceiptKeyHeader },
      operationId: 'getCheckoutView',
      summary: 'Get the view',
      description:
        'Everything the checkout shows: item, amounts, delivery options, and the order once it is paid.',
      responses: {
        200: answer(
          'The checkout as it is now.',
          { schema: CheckoutView, example: examples.view },
          RATE_LIMIT,
        ),
        ...buyerErrors(...TOKEN_ERRORS, 'invalid_request'),
      },
    },
  },
  '/{id}/pay': {
    post: {
      ...ofBuyer,
      operationId: 'paySession',
      summary: 'Pay',
      description:
        'Takes the buyer’s details and pays. Amounts are never sent: session and delivery option decide. While cards are being tried out at the store, a 429 comes with `Work-Challenge: <bits> <challenge>`; the same request passes with `Work-Answer`: a number for which the SHA-256 of `<challenge>:<number>` begins with so many zero bits.',
      requestParams: { ...ofBuyer.requestParams, header: PayHeaders },
      requestBody: body(PayRequest, {
        customer: examples.order.customer,
        fulfillment: {
          method: 'DELIVERY',
          option: 'standard',
          details: 'Calle Mayor 1, 28013 Madrid',
        },
        paymentMethod: 'pm_test_succeeds',
      }),
      responses: {
        200: answer(
          'Paid.',
          { schema: PayResponse, example: { status: 'complete', order: examples.order } },
          RATE_LIMIT,
        ),
        202: answer(
          'Under way: show the bank’s page when there is an `action`, and follow the status events.',
          {
            schema: PayResponse,
            example: {
              status: 'processing',
              action: { type: 'challenge', url: examples.challengeUrl },
            },
          },
          RATE_LIMIT,
        ),
        ...buyerErrors(
          ...TOKEN_ERRORS,
          ...BODY_ERRORS,
          'agreement_required',
          'payment_declined',
          'payment_in_progress',
          'session_expired',
          'session_complete',
          'sold_out',
          'insufficient_stock',
          'payments_unavailable',
        ),
      },
    },
  },
  '/{id}/restart': {
    post: {
      ...ofBuyer,
      operationId: 'restartSession',
      summary: 'Start again',
      description:
        'The session to go on with after this one, where the store lets buyers start again (Settings, General): a new one with the same item, `metadata` and addresses at the price of now, once for each session that has expired. However often and from wherever it is asked for, the answer is the same until that one is over, too. Its body, if any, is not read: sent as text, the request needs no preflight.',
      security: [],
      responses: {
        200: answer(
          'The session to go on with.',
          {
            schema: RestartResponse,
            example: {
              session: 'cs_Vbgs1FU00t7WqLm2XcRz9HkPa4JpG1sT',
              url: 'https://pay.example/checkout/cs_Vbgs1FU00t7WqLm2XcRz9HkPa4JpG1sT',
            },
          },
          RATE_LIMIT,
        ),
        ...buyerErrors(
          ...PAGE_ERRORS,
          'not_restartable',
          'product_not_found',
          'variant_not_found',
          'sold_out',
          'insufficient_stock',
        ),
      },
    },
  },
  '/{id}/cancel': {
    post: {
      ...ofBuyer,
      operationId: 'cancelPayment',
      summary: 'Pay otherwise',
      description:
        'Gives up the payment that waits for its buyer at their bank or on another page, so that they can pay otherwise. Where it was paid meanwhile that stands; where none waits nothing happens. Its body, if any, is not read.',
      responses: {
        200: answer(
          'How the session stands then.',
          { schema: StatusEvent, example: { status: 'open', attempt: null } },
          RATE_LIMIT,
        ),
        ...buyerErrors(...TOKEN_ERRORS),
      },
    },
  },
  '/{id}/events': {
    get: {
      ...ofBuyer,
      operationId: 'streamStatus',
      summary: 'Follow the status',
      description:
        'Server-sent events: one at once, then one per change, until the session ends or 10 minutes are over.',
      responses: {
        200: otherAnswer('Events named `status`; the data of each is this JSON.', {
          'text/event-stream': {
            schema: StatusEvent,
            example: examples.statusEvent,
          },
        }),
        ...buyerErrors(...TOKEN_ERRORS),
      },
    },
  },
  '/{id}': {
    get: {
      ...ofBuyer,
      operationId: 'showCheckout',
      summary: 'Open the hosted page',
      description:
        'The page a buyer pays on. It shows complete and expired sessions too; of an unknown id it says so.',
      security: [],
      responses: {
        200: otherAnswer('The page.', HTML),
        404: otherAnswer('There is no such session; also a page.', HTML),
        500: otherAnswer('A failure on our side; also a page.', HTML),
      },
    },
  },
}

/** contract §5: what the checkout element calls, under the address of the checkout. */
export const buyerPaths = (checkoutUrl: string) =>
  withServers([{ url: checkoutUrl }], { ...PATHS, ...SCRIPT_PATHS })
