import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { PageQuery } from '../../../contract/fields.ts'
import { ProductMatchHeaders } from '../../../contract/merchant.ts'
import {
  ChangeStockRequest,
  PlatformProduct,
  PlatformVariant,
  PutProductRequest,
} from '../../../contract/platform/platform.ts'
import { StoreOrderList } from '../../../contract/platform/platform-orders.ts'
import {
  EraseBuyerRequest,
  EraseBuyerResponse,
  ExportBuyerRequest,
  ExportBuyerResponse,
} from '../../../contract/platform/platform-buyers.ts'
import {
  BODY_ERRORS,
  answer,
  body,
  errors,
  slug,
  storePath,
  STORE_ERRORS,
  ofPlatform,
} from '../described-answers.ts'
import * as examples from '../examples.ts'

/** What a platform reads of an order beside the specification's. */
const storeOrder = {
  ...examples.order,
  sessionId: examples.merchantOrder.sessionId,
  product: examples.merchantOrder.product,
  size: examples.merchantOrder.size,
  color: examples.merchantOrder.color,
  currency: examples.merchantOrder.currency,
  tracking: null,
  deliveredAt: null,
  metadata: examples.merchantOrder.metadata,
}

/** contract §4: products, orders and buyers of one store. */
export const platformShopPaths: ZodOpenApiPathsObject = {
  '/platform/v1/stores/{storeId}/buyers/export': {
    post: ofPlatform({
      operationId: 'exportBuyer',
      summary: 'Export a buyer’s data',
      description:
        'Everything the store keeps of one buyer: the sessions that they tried to pay or that were prefilled for them, with attempts ' +
        'and orders.',
      requestParams: { path: storePath },
      requestBody: body(ExportBuyerRequest, { email: 'ana@mail.example' }),
      responses: {
        200: answer('What is kept.', {
          schema: ExportBuyerResponse,
          example: { sessions: [examples.buyerSession], nextCursor: null },
        }),
        ...errors(...STORE_ERRORS, ...BODY_ERRORS),
      },
    }),
  },
  '/platform/v1/stores/{storeId}/buyers/erase': {
    post: ofPlatform({
      operationId: 'eraseBuyer',
      summary: 'Erase a buyer’s data',
      description:
        'Takes a buyer out of everything the store keeps. Orders stay, without name, phone number, email address, address and note. ' +
        'While a payment of the buyer is under way, or a dispute of one is open, nothing is erased.',
      requestParams: { path: storePath },
      requestBody: body(EraseBuyerRequest, { phone: '+34 600 123 456' }),
      responses: {
        200: answer('From how many records the buyer was erased.', {
          schema: EraseBuyerResponse,
          example: { orders: 1, sessions: 2 },
        }),
        ...errors(...STORE_ERRORS, ...BODY_ERRORS, 'payment_in_progress', 'payment_disputed'),
      },
    }),
  },
  '/platform/v1/stores/{storeId}/products/{slug}': {
    get: ofPlatform({
      operationId: 'getStoreProduct',
      summary: 'Get a product of a store',
      description: 'One product, also when it is archived.',
      requestParams: { path: storePath.extend({ slug }) },
      responses: {
        200: answer(
          'The product.',
          { schema: PlatformProduct, example: examples.platformProduct },
          ['ETag'],
        ),
        ...errors(...STORE_ERRORS, 'product_not_found'),
      },
    }),
    put: ofPlatform({
      operationId: 'putProduct',
      summary: 'Create or replace a product',
      description:
        'Sets the whole product. `stock` is the count on hand with the units that payments hold, so that you can write back what you have ' +
        'read. Send `If-Match` with the `ETag` of that read: then a product that was changed or sold since is not overwritten.',
      requestParams: { path: storePath.extend({ slug }), header: ProductMatchHeaders },
      requestBody: body(PutProductRequest, examples.putProduct),
      responses: {
        200: answer(
          'The product as it is now.',
          { schema: PlatformProduct, example: examples.platformProduct },
          ['ETag'],
        ),
        ...errors(...STORE_ERRORS, ...BODY_ERRORS, 'product_changed'),
      },
    }),
  },
  '/platform/v1/stores/{storeId}/products/{slug}/stock': {
    post: ofPlatform({
      operationId: 'changeStock',
      summary: 'Change stock',
      description:
        'Adds to a variant’s count on hand or takes from it, also while it sells. It takes no more than there are.',
      requestParams: { path: storePath.extend({ slug }) },
      requestBody: body(ChangeStockRequest, { size: 'M', colorName: 'Sand', delta: 20 }),
      responses: {
        200: answer('The variant as it is now.', {
          schema: PlatformVariant,
          example: { size: 'M', colorName: 'Sand', stock: 32, available: 30 },
        }),
        ...errors(...STORE_ERRORS, ...BODY_ERRORS, 'product_not_found', 'variant_not_found'),
      },
    }),
  },
  '/platform/v1/stores/{storeId}/orders': {
    get: ofPlatform({
      operationId: 'listOrders',
      summary: 'List orders',
      description: 'The store’s orders, newest first.',
      requestParams: { path: storePath, query: PageQuery },
      responses: {
        200: answer('One page of orders.', {
          schema: StoreOrderList,
          example: { data: [storeOrder], nextCursor: examples.CURSOR },
        }),
        ...errors(...STORE_ERRORS),
      },
    }),
  },
}
