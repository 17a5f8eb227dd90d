import * as z from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import {
  CreateWebhookEndpointRequest,
  CreateWebhookEndpointResponse,
  RecoverWebhooksRequest,
  RecoverWebhooksResponse,
  RollWebhookSecretRequest,
  RollWebhookSecretResponse,
  TestWebhookResponse,
  UpdateWebhookEndpointRequest,
  WebhookDeliveryList,
  WebhookDeliveryQuery,
  WebhookEndpoint,
  WebhookEndpointList,
} from '../../../contract/platform/platform-webhooks.ts'
import {
  BODY_ERRORS,
  STORE_ERRORS,
  answer,
  body,
  emptyAnswer,
  errors,
  ofPlatform,
  storePath,
} from '../described-answers.ts'
import * as examples from '../examples.ts'
import { webhookDelivery, webhookEndpoint } from '../webhook-examples.ts'

const endpointPath = storePath.extend({
  endpointId: z.string().meta({
    description: 'The endpoint’s id; it starts with `we_`.',
    example: webhookEndpoint.id,
  }),
})
const deliveryPath = storePath.extend({
  deliveryId: z.string().meta({
    description: 'The delivery’s id; it starts with `whd_`.',
    example: webhookDelivery.id,
  }),
})

const ENDPOINT_ERRORS = [...STORE_ERRORS, 'webhook_endpoint_not_found'] as const
const ENDPOINTS = '/platform/v1/stores/{storeId}/webhook-endpoints'
const DELIVERIES = '/platform/v1/stores/{storeId}/webhook-deliveries'

/** contract §4: a store's webhook endpoints and their deliveries. */
export const platformWebhookPaths: ZodOpenApiPathsObject = {
  [ENDPOINTS]: {
    get: ofPlatform({
      operationId: 'listWebhookEndpoints',
      summary: 'List webhook endpoints',
      description: 'All endpoints of the store, oldest first, without their secrets.',
      requestParams: { path: storePath },
      responses: {
        200: answer('The endpoints.', {
          schema: WebhookEndpointList,
          example: { data: [webhookEndpoint] },
        }),
        ...errors(...STORE_ERRORS),
      },
    }),
    post: ofPlatform({
      operationId: 'createWebhookEndpoint',
      summary: 'Create a webhook endpoint',
      description:
        'From now on the store’s events are sent to this address, signed with the secret of the answer.',
      requestParams: { path: storePath },
      requestBody: body(CreateWebhookEndpointRequest, { url: webhookEndpoint.url }),
      responses: {
        201: answer('The endpoint. This is the only answer that holds its secret.', {
          schema: CreateWebhookEndpointResponse,
          example: { ...webhookEndpoint, secret: 'whsec_…' },
        }),
        ...errors(...STORE_ERRORS, ...BODY_ERRORS, 'too_many_webhook_endpoints'),
      },
    }),
  },
  [`${ENDPOINTS}/{endpointId}`]: {
    get: ofPlatform({
      operationId: 'getWebhookEndpoint',
      summary: 'Get a webhook endpoint',
      description: 'One endpoint, without its secret.',
      requestParams: { path: endpointPath },
      responses: {
        200: answer('The endpoint.', { schema: WebhookEndpoint, example: webhookEndpoint }),
        ...errors(...ENDPOINT_ERRORS),
      },
    }),
    patch: ofPlatform({
      operationId: 'updateWebhookEndpoint',
      summary: 'Update a webhook endpoint',
      description:
        'Changes what is sent and keeps the rest. Deliveries that the endpoint no longer wants are not tried again.',
      requestParams: { path: endpointPath },
      requestBody: body(UpdateWebhookEndpointRequest, { enabled: false }),
      responses: {
        200: answer('The endpoint as it is now.', {
          schema: WebhookEndpoint,
          example: { ...webhookEndpoint, enabled: false },
        }),
        ...errors(...ENDPOINT_ERRORS, ...BODY_ERRORS),
      },
    }),
    delete: ofPlatform({
      operationId: 'deleteWebhookEndpoint',
      summary: 'Delete a webhook endpoint',
      description: 'Nothing more is sent to it. Its deliveries can still be read.',
      requestParams: { path: endpointPath },
      responses: { 204: emptyAnswer('It is gone.'), ...errors(...ENDPOINT_ERRORS) },
    }),
  },
  [`${ENDPOINTS}/{endpointId}/roll-secret`]: {
    post: ofPlatform({
      operationId: 'rollWebhookSecret',
      summary: 'Roll a webhook secret',
      description:
        'Gives the endpoint a new secret. For `overlapSeconds` requests carry two signatures, one for each secret.',
      requestParams: { path: endpointPath },
      requestBody: body(RollWebhookSecretRequest, { overlapSeconds: 86_400 }),
      responses: {
        200: answer('The new secret, shown this once.', {
          schema: RollWebhookSecretResponse,
          example: { secret: 'whsec_…' },
        }),
        ...errors(...ENDPOINT_ERRORS, ...BODY_ERRORS),
      },
    }),
  },
  [`${ENDPOINTS}/{endpointId}/test`]: {
    post: ofPlatform({
      operationId: 'testWebhookEndpoint',
      summary: 'Send a test event',
      description:
        'Sends an event of type `endpoint.test`, even to a disabled endpoint. The list of deliveries shows its result.',
      requestParams: { path: endpointPath },
      responses: {
        202: answer('The event is on its way.', {
          schema: TestWebhookResponse,
          example: { deliveryId: webhookDelivery.id },
        }),
        ...errors(...ENDPOINT_ERRORS, 'invalid_request'),
      },
    }),
  },
  [`${ENDPOINTS}/{endpointId}/recover`]: {
    post: ofPlatform({
      operationId: 'recoverWebhooks',
      summary: 'Send again what failed',
      description: 'Sends every delivery again that has failed since then, with a new schedule.',
      requestParams: { path: endpointPath },
      requestBody: body(RecoverWebhooksRequest, { since: '2026-11-21T09:00:00.000Z' }),
      responses: {
        202: answer('So many are on their way again.', {
          schema: RecoverWebhooksResponse,
          example: { count: 12 },
        }),
        ...errors(...ENDPOINT_ERRORS, ...BODY_ERRORS, 'webhook_endpoint_disabled'),
      },
    }),
  },
  [DELIVERIES]: {
    get: ofPlatform({
      operationId: 'listWebhookDeliveries',
      summary: 'List webhook deliveries',
      description:
        'All deliveries, newest first: sent, under way and failed. They are kept for 40 days.',
      requestParams: { path: storePath, query: WebhookDeliveryQuery },
      responses: {
        200: answer('One page.', {
          schema: WebhookDeliveryList,
          example: { data: [webhookDelivery], nextCursor: examples.CURSOR },
        }),
        ...errors(...STORE_ERRORS, 'invalid_request'),
      },
    }),
  },
  [`${DELIVERIES}/{deliveryId}/resend`]: {
    post: ofPlatform({
      operationId: 'resendWebhook',
      summary: 'Send a delivery again',
      description:
        'Sends the delivery again with a new schedule, the same event and the same `webhook-id`.',
      requestParams: { path: deliveryPath },
      responses: {
        202: emptyAnswer('It is on its way again.'),
        ...errors(...STORE_ERRORS, 'webhook_delivery_not_found', 'webhook_endpoint_disabled'),
      },
    }),
  },
}
