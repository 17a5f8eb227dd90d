import * as z from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { SignedEvidence } from '../../../contract/evidence.ts'
import { IdempotencyHeaders } from '../../../contract/merchant.ts'
import {
  CreateRefundRequest,
  DeliverOrderRequest,
  ListOrdersQuery,
  MerchantOrder,
  MerchantOrderList,
  Refund,
} from '../../../contract/merchant-orders.ts'
import { FulfillOrderRequest } from '../../../contract/tracking.ts'
import {
  BODY_ERRORS,
  KEY_ERRORS,
  RATE_LIMIT,
  SECRET_KEY,
  answer,
  body,
  errors,
} from '../described-answers.ts'
import * as examples from '../examples.ts'

const orderPath = z.object({
  orderNumber: z
    .string()
    .meta({ description: 'The order’s number.', example: examples.order.orderNumber }),
})

const TRACKING = {
  carrier: 'DHL',
  trackingNumber: '00340434161094042557',
  trackingUrl: 'https://www.dhl.com/track?id=00340434161094042557',
}

const ofOrders = { tags: ['Orders'], security: SECRET_KEY }

/** contract §3: orders, for the merchant's own systems. */
export const orderPaths: ZodOpenApiPathsObject = {
  '/v1/orders': {
    get: {
      ...ofOrders,
      operationId: 'listPaidOrders',
      summary: 'List orders',
      description: 'The store’s orders, newest first.',
      requestParams: { query: ListOrdersQuery },
      responses: {
        200: answer(
          'One page of orders.',
          {
            schema: MerchantOrderList,
            example: { data: [examples.merchantOrder], nextCursor: examples.CURSOR },
          },
          RATE_LIMIT,
        ),
        ...errors(...KEY_ERRORS),
      },
    },
  },
  '/v1/orders/{orderNumber}': {
    get: {
      ...ofOrders,
      operationId: 'getOrder',
      summary: 'Get an order',
      description: 'One order, with its buyer and its refunds.',
      requestParams: { path: orderPath },
      responses: {
        200: answer(
          'The order.',
          { schema: MerchantOrder, example: examples.merchantOrder },
          RATE_LIMIT,
        ),
        ...errors(...KEY_ERRORS, 'order_not_found'),
      },
    },
  },
  '/v1/orders/{orderNumber}/evidence': {
    get: {
      ...ofOrders,
      operationId: 'getOrderEvidence',
      summary: 'Get evidence for a dispute',
      description:
        'All that the record has of an order, for the bank: what the buyer was shown and agreed to, the steps of the payment, the receipt, mails, fulfilment, refunds and disputes, with the signature of the service. What was erased of the buyer is not in it.',
      requestParams: { path: orderPath },
      responses: {
        200: answer(
          'The document and its signature.',
          { schema: SignedEvidence, example: examples.evidence },
          RATE_LIMIT,
        ),
        ...errors(...KEY_ERRORS, 'order_not_found'),
      },
    },
  },
  '/v1/orders/{orderNumber}/refunds': {
    post: {
      ...ofOrders,
      operationId: 'createRefund',
      summary: 'Refund an order',
      description:
        'Gives money of the order back through the payment provider that took it. All refunds together never exceed what was paid. ' +
        'The service finishes a refund that is `pending`: get the order to see its result. Units stay out of stock. ' +
        'Send an `Idempotency-Key`: without one, a request that is sent again is another refund.',
      requestParams: { path: orderPath, header: IdempotencyHeaders },
      requestBody: { ...body(CreateRefundRequest, { amount: 1990 }), required: false },
      responses: {
        201: answer(
          'The refund as it is now.',
          { schema: Refund, example: examples.refund },
          RATE_LIMIT,
        ),
        ...errors(
          ...KEY_ERRORS,
          ...BODY_ERRORS,
          'order_not_found',
          'refund_too_large',
          'payment_disputed',
          'payments_unavailable',
        ),
      },
    },
  },
  '/v1/orders/{orderNumber}/fulfill': {
    post: {
      ...ofOrders,
      operationId: 'fulfillOrder',
      summary: 'Fulfil an order',
      description:
        'Marks the order as fulfilled, and says how the buyer follows the parcel. A second call changes nothing, other tracking replaces the first.',
      requestParams: { path: orderPath, header: IdempotencyHeaders },
      requestBody: { ...body(FulfillOrderRequest, TRACKING), required: false },
      responses: {
        200: answer(
          'The order.',
          {
            schema: MerchantOrder,
            example: {
              ...examples.merchantOrder,
              fulfilledAt: '2026-11-22T08:00:00.000Z',
              tracking: TRACKING,
            },
          },
          RATE_LIMIT,
        ),
        ...errors(...KEY_ERRORS, ...BODY_ERRORS, 'order_not_found'),
      },
    },
  },
  '/v1/orders/{orderNumber}/deliver': {
    post: {
      ...ofOrders,
      operationId: 'deliverOrder',
      summary: 'Say that the buyer has an order',
      description:
        'Marks the order as delivered, and as fulfilled if it was not. The buyer’s days to withdraw begin then. A second call without a time changes nothing, another time replaces the first.',
      requestParams: { path: orderPath, header: IdempotencyHeaders },
      requestBody: { ...body(DeliverOrderRequest, {}), required: false },
      responses: {
        200: answer(
          'The order.',
          {
            schema: MerchantOrder,
            example: {
              ...examples.merchantOrder,
              fulfilledAt: '2026-11-22T08:00:00.000Z',
              deliveredAt: '2026-11-24T10:15:00.000Z',
            },
          },
          RATE_LIMIT,
        ),
        ...errors(...KEY_ERRORS, ...BODY_ERRORS, 'order_not_found'),
      },
    },
  },
}
