import * as z from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import type { ErrorCode } from '../../checkout/errors.ts'
import {
  CheckoutView,
  PayHeaders,
  PayRequest,
  PayResponse,
  ReceiptKeyHeader,
  StatusEvent,
  TokenQuery,
  TokenResponse,
} from '../../contract/buyer.ts'
import {
  BODY_ERRORS,
  RATE_LIMIT,
  answer,
  body,
  errors,
  otherAnswer,
  sessionPath,
  notModified,
} from './described-answers.ts'
import * as examples from './examples.ts'

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

/** contract §5: what the checkout element calls, under the address of the checkout. */
export const buyerPaths = (checkoutUrl: string): ZodOpenApiPathsObject => {
  const servers = [{ url: checkoutUrl }]
  return {
    '/{id}/token': {
      servers,
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
          ...errors(...PAGE_ERRORS),
        },
      },
    },
    '/{id}/view': {
      servers,
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
          ...errors(...TOKEN_ERRORS, 'invalid_request'),
        },
      },
    },
    '/{id}/pay': {
      servers,
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
          ...errors(
            ...TOKEN_ERRORS,
            ...BODY_ERRORS,
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
    '/{id}/events': {
      servers,
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
          ...errors(...TOKEN_ERRORS),
        },
      },
    },
    '/{id}': {
      servers,
      get: {
        ...ofBuyer,
        operationId: 'showCheckout',
        summary: 'Open the hosted page',
        description:
          'The page a buyer pays on. It shows complete and expired sessions too; of an unknown id it says so.',
        security: [],
        responses: {
          200: otherAnswer('The page.', { 'text/html': { schema: { type: 'string' } } }),
          404: otherAnswer('There is no such session; also a page.', {
            'text/html': { schema: { type: 'string' } },
          }),
          500: otherAnswer('A failure on our side; also a page.', {
            'text/html': { schema: { type: 'string' } },
          }),
        },
      },
    },
    '/hosted-checkout.js': {
      servers,
      get: {
        tags: ['Buyer API'],
        operationId: 'getScript',
        summary: 'Load the element',
        description:
          'The script that defines `<hosted-checkout session="cs_…">` for your own pages.',
        security: [],
        responses: {
          200: otherAnswer('A module script.', {
            'text/javascript': { schema: { type: 'string' } },
          }),
          304: notModified,
          ...errors('not_found'),
        },
      },
    },
    '/integrity.json': {
      servers,
      get: {
        tags: ['Buyer API'],
        operationId: 'getScriptIntegrity',
        summary: 'Pin the element',
        description:
          'The script’s immutable address and integrity hash, for pages that load exactly one version.',
        security: [],
        responses: {
          200: answer('Version and hashes.', {
            schema: PublishedScripts,
            example: {
              version: '0.1.0',
              files: {
                'hosted-checkout.js': 'sha384-…',
                'hosted-checkout-0.1.0-1f2e3d4c5b.js': 'sha384-…',
              },
            },
          }),
          304: notModified,
          ...errors('not_found'),
        },
      },
    },
  }
}

const PublishedScripts = z.strictObject({
  version: z.string(),
  files: z
    .record(z.string(), z.string())
    .meta({ description: 'Of each script its integrity hash, by file name.' }),
})
