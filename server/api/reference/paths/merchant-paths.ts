import * as z from 'zod'
import type { ZodOpenApiOperationObject, ZodOpenApiPathsObject } from 'zod-openapi'
import { EventList, ListEventsQuery } from '../../../contract/events.ts'
import { PageQuery } from '../../../contract/fields.ts'
import {
  IdempotencyHeaders,
  CreateSessionRequest,
  CreateSessionResponse,
  GetSessionQuery,
  GetSessionResponse,
  Product,
  ProductList,
  ProductMatchHeaders,
  UpdateProductRequest,
} from '../../../contract/merchant.ts'
import { ListSessionsQuery, SessionList } from '../../../contract/merchant-orders.ts'
import {
  BODY_ERRORS,
  KEY_ERRORS,
  RATE_LIMIT,
  SECRET_KEY,
  answer,
  body,
  errors,
  sessionPath,
  slug,
} from '../described-answers.ts'
import * as examples from '../examples.ts'

const EITHER_KEY = [{ secretKey: [] }, { publicKey: [] }]

const listSessions: ZodOpenApiOperationObject = {
  operationId: 'listSessions',
  tags: ['Checkout sessions'],
  summary: 'List sessions',
  description:
    'The store’s sessions, newest first. A page may hold fewer than `limit` although the list goes on.',
  security: SECRET_KEY,
  requestParams: { query: ListSessionsQuery },
  responses: {
    200: answer(
      'One page of sessions.',
      {
        schema: SessionList,
        example: { data: [examples.listedSession], nextCursor: examples.CURSOR },
      },
      RATE_LIMIT,
    ),
    ...errors(...KEY_ERRORS),
  },
}

const createSession = (checkoutUrl: string): ZodOpenApiOperationObject => ({
  operationId: 'createSession',
  tags: ['Checkout sessions'],
  summary: 'Create a session',
  description:
    'Starts a checkout for one product and returns its page. The price holds for 30 minutes.',
  security: EITHER_KEY,
  requestParams: { header: IdempotencyHeaders },
  requestBody: body(CreateSessionRequest, examples.createSession),
  responses: {
    201: answer(
      'The session is open.',
      {
        schema: CreateSessionResponse,
        example: { url: `${checkoutUrl}/${examples.SESSION_ID}` },
      },
      ['Location', ...RATE_LIMIT],
    ),
    ...errors(
      'store_closed',
      'seller_required',
      ...KEY_ERRORS,
      ...BODY_ERRORS,
      'variant_not_found',
      'product_not_found',
      'sold_out',
      'insufficient_stock',
    ),
  },
})

const PATHS: ZodOpenApiPathsObject = {
  '/v1/checkout/sessions/{id}': {
    get: {
      operationId: 'getSession',
      tags: ['Checkout sessions'],
      summary: 'Get a session',
      description:
        'Tells whether the session was paid. Only `complete`, read here, proves it; a visit to `successUrl` does not. With `wait` the answer comes as soon as the payment is made. At most 100 requests of one key may wait at once.',
      security: SECRET_KEY,
      requestParams: { path: sessionPath, query: GetSessionQuery },
      responses: {
        200: answer(
          'The session as it is now.',
          {
            schema: GetSessionResponse,
            example: { status: 'complete', order: examples.order, metadata: { cart: 'c-1042' } },
          },
          ['Checkout-Receipt', ...RATE_LIMIT],
        ),
        ...errors(...KEY_ERRORS, 'session_not_found'),
      },
    },
  },
  '/v1/checkout/sessions/{id}/expire': {
    post: {
      operationId: 'expireSession',
      tags: ['Checkout sessions'],
      summary: 'Expire a session',
      description:
        'Ends an open session before its time: nobody can pay it any more. A payment that has begun is not cut off.',
      security: SECRET_KEY,
      requestParams: { path: sessionPath, header: IdempotencyHeaders },
      responses: {
        200: answer(
          'The session has expired.',
          {
            schema: GetSessionResponse,
            example: { status: 'expired', order: null, metadata: { cart: 'c-1042' } },
          },
          RATE_LIMIT,
        ),
        ...errors(...KEY_ERRORS, 'session_not_found', 'session_not_open'),
      },
    },
  },
  '/v1/events': {
    get: {
      operationId: 'listEvents',
      tags: ['Events'],
      summary: 'List events',
      description:
        'What has happened in the store, in the order of commits, kept for 30 days at least. Ask again with `nextCursor`. With `wait` the answer comes as soon as there is an event. At most 100 requests of one key may wait at once. An event proves nothing: read the session. After a restore of the service’s database an event may come again, with the same `id`.',
      security: SECRET_KEY,
      requestParams: { query: ListEventsQuery },
      responses: {
        200: answer(
          'What has happened since.',
          {
            schema: EventList,
            example: { data: [examples.event], nextCursor: examples.EVENT_CURSOR },
          },
          RATE_LIMIT,
        ),
        ...errors(...KEY_ERRORS, 'invalid_request'),
      },
    },
  },
  '/v1/products': {
    get: {
      operationId: 'listProducts',
      tags: ['Products'],
      summary: 'List products',
      description:
        'The products that are for sale, with the `slug`, `size` and `colorName` that a session is created with.',
      security: EITHER_KEY,
      requestParams: { query: PageQuery },
      responses: {
        200: answer(
          'One page of products.',
          {
            schema: ProductList,
            example: { data: [examples.product], nextCursor: null },
          },
          RATE_LIMIT,
        ),
        ...errors(...KEY_ERRORS),
      },
    },
  },
  '/v1/products/{slug}': {
    get: {
      operationId: 'getProduct',
      tags: ['Products'],
      summary: 'Get a product',
      description: 'One product that is for sale.',
      security: EITHER_KEY,
      requestParams: { path: z.object({ slug }) },
      responses: {
        200: answer('The product.', { schema: Product, example: examples.product }, [
          ...RATE_LIMIT,
          'ETag',
        ]),
        ...errors(...KEY_ERRORS, 'product_not_found'),
      },
    },
    patch: {
      operationId: 'updateProduct',
      tags: ['Products'],
      summary: 'Change a product',
      description:
        'Changes what is sent, of an archived product too: all of it, or nothing when one part is wrong. ' +
        '`stock` sets what can be bought, and `delta` moves it, also while buyers pay. Send `If-Match` with the `ETag` of your last read with `stock`: ' +
        'then a product that was changed or sold since is left as it is. Send an `Idempotency-Key` with `delta`, so that a request that is sent again counts once.',
      security: SECRET_KEY,
      requestParams: {
        path: z.object({ slug }),
        header: IdempotencyHeaders.extend(ProductMatchHeaders.shape),
      },
      requestBody: body(UpdateProductRequest, {
        price: 4500,
        variants: [{ size: 'M', colorName: 'Sand', stock: 12 }],
      }),
      responses: {
        200: answer(
          'The product as it is now.',
          { schema: Product, example: { ...examples.product, price: 4500 } },
          [...RATE_LIMIT, 'ETag'],
        ),
        ...errors(
          ...KEY_ERRORS,
          ...BODY_ERRORS,
          'product_not_found',
          'variant_not_found',
          'product_changed',
        ),
      },
    },
  },
}

/** spec §4 */
export const merchantPaths = (checkoutUrl: string): ZodOpenApiPathsObject => ({
  '/v1/checkout/sessions': { get: listSessions, post: createSession(checkoutUrl) },
  ...PATHS,
})
