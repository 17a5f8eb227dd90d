import type { ZodOpenApiPathsObject } from 'zod-openapi'
import {
  CheckoutView,
  PayHeaders,
  PayRequest,
  PayResponse,
  RestartResponse,
  StatusEvent,
  TokenQuery,
  TokenResponse,
} from '../../../contract/buyer.ts'
import { ReceiptKeyHeader } from '../../../contract/receipt-key.ts'
import {
  BODY_ERRORS,
  HTML,
  RATE_LIMIT,
  answer,
  body,
  buyerErrors,
  otherAnswer,
  withServers,
} from '../described-answers.ts'
import { PAGE_ERRORS, TOKEN_ERRORS, TYPED_PATHS, ofBuyer } from './buyer-typed-paths.ts'
import * as examples from '../examples.ts'
import { BUY_LINK_PATHS } from './buy-link-paths.ts'
import { WITHDRAW_PATHS } from './withdraw-paths.ts'
import { SCRIPT_PATHS } from './script-paths.ts'

const PATHS: ZodOpenApiPathsObject = {
  '/{id}/token': {
    post: {
      ...ofBuyer,
      requestParams: { ...ofBuyer.requestParams, query: TokenQuery },
      operationId: 'createBuyerToken',
      summary: 'Get a buyer token',
      description:
        'Issues a token for this session to the page that asks. It works for that page’s origin only. A body is not read: sent as text, the request needs no preflight.',
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
        'Takes the buyer’s details and pays. Amounts are never sent: they follow from the session and the delivery option. While cards are tested at the store, a 429 has `Work-Challenge: <bits> <challenge>`. Send the same request with `Work-Answer`: a number for which the SHA-256 of `<challenge>:<number>` begins with that many zero bits.',
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
              action: {
                type: 'challenge',
                url: 'https://pay.example/payment-frame/challenges/3kV9tB1xQz7LmR2yWc8HnP5dUa0JgS4f',
              },
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
  ...TYPED_PATHS,
  '/{id}/restart': {
    post: {
      ...ofBuyer,
      operationId: 'restartSession',
      summary: 'Start again',
      description:
        'Opens the session that follows this one, if the store lets buyers start again (Settings, General). It has the same item, `metadata` and addresses, and the present price. Each expired session has one successor: every call gets the same answer until that one is over, too. A body is not read: sent as text, the request needs no preflight.',
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
        'Gives up a payment that waits for the buyer at the bank or on another page, so that they can pay another way. Its units wait for their next payment as long as they would have waited for the bank. A payment that succeeded meanwhile stays. When none waits, nothing happens. A body is not read.',
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
        'Server-sent events: one at once, then one per change, for 10 minutes or until the session ends. `left` follows the payments of other buyers at once, and what the store itself does with its stock within 15 s.',
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
        'The page that a buyer pays on. It also shows complete and expired sessions, and says when an id is unknown.',
      security: [],
      responses: {
        200: otherAnswer('The page.', HTML),
        404: otherAnswer('There is no such session; also a page.', HTML),
        500: otherAnswer('A failure on our side; also a page.', HTML),
      },
    },
  },
}

/** contract §5: what the checkout element calls. */
export const buyerPaths = (checkoutUrl: string) =>
  withServers([{ url: checkoutUrl }], {
    ...PATHS,
    ...BUY_LINK_PATHS,
    ...WITHDRAW_PATHS,
    ...SCRIPT_PATHS,
  })
