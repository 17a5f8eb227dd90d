import { type ZodOpenApiOverride, createDocument } from 'zod-openapi'
import { CheckoutItem } from '../../contract/merchant.ts'
import { ERROR_EXAMPLES, HEADERS } from './described-answers.ts'
import { buyerPaths } from './buyer-paths.ts'
import { merchantPaths } from './merchant-paths.ts'
import { orderPaths } from './order-paths.ts'
import { operationsPaths } from './operations-paths.ts'
import { platformPaths } from './platform-paths.ts'
import { platformWebhookPaths } from './platform-webhook-paths.ts'
import { webhooks } from './webhooks.ts'
import { platformShopPaths } from './platform-shop-paths.ts'
import { TAGS } from './readers.ts'
import { testProviderPaths, paymentFramePaths } from './test-provider-paths.ts'

export type Addresses = { baseUrl: string; checkoutUrl: string; paymentFrameUrl: string }

/**
 * Where the service is when nothing is configured (contract §2): the committed document speaks of
 * it.
 */
export const DEFAULT_ADDRESSES: Addresses = {
  baseUrl: 'http://localhost:4242',
  checkoutUrl: 'http://localhost:4242/checkout',
  paymentFrameUrl: 'http://127.0.0.1:4242/payment-frame',
}

export type OpenApiDocument = ReturnType<typeof createDocument>

const VERSION = '1'

const INTRODUCTION =
  'Sell one product with a link: create a session, send the buyer to its page, read the session to confirm the payment.'

const SECURITY_SCHEMES = {
  secretKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A store’s secret key, `sk_live_…`, of a test store `sk_test_…`. On servers only.',
  },
  publicKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A store’s public key, `pk_live_…`, of a test store `pk_test_…`.',
  },
  platformToken: { type: 'http', scheme: 'bearer', description: 'The operator’s platform token.' },
  buyerToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A buyer token of this session, sent from the page it was issued to.',
  },
} as const

/** A default as it stands in a description; what is left out and null says nothing. */
const sayDefault = ({ description, default: value }: { description?: string; default?: unknown }) =>
  [description, `Default: \`${String(value)}\`.`].filter((text) => text !== undefined).join(' ')

/**
 * Says what matters about a field: not what a number can hold exactly, nor how a time is spelled.
 * Answers may gain fields. A default is said in words, since generators make of `default` a field
 * that must be sent (docs/decisions/0075).
 */
const tidy: ZodOpenApiOverride = ({ jsonSchema, io }) => {
  if (jsonSchema.maximum === Number.MAX_SAFE_INTEGER) delete jsonSchema.maximum
  if (jsonSchema.minimum === Number.MIN_SAFE_INTEGER) delete jsonSchema.minimum
  if (jsonSchema.format === 'date-time') delete jsonSchema.pattern
  if (io === 'output' && jsonSchema.additionalProperties === false)
    delete jsonSchema.additionalProperties
  if (jsonSchema.default === undefined) return
  if (['number', 'string', 'boolean'].includes(typeof jsonSchema.default))
    jsonSchema.description = sayDefault(jsonSchema)
  delete jsonSchema.default
}

/** The whole public API as OpenAPI 3.1, from the schemas that check requests (contract §3). */
export function createOpenApi({
  baseUrl,
  checkoutUrl,
  paymentFrameUrl,
}: Addresses): OpenApiDocument {
  return createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Hosted Checkout API',
        version: VERSION,
        summary: INTRODUCTION,
        description: `${INTRODUCTION} The same in parts, each for its readers, is at ${baseUrl}/docs.`,
        contact: { name: 'Hosted Checkout', url: `${baseUrl}/docs` },
        license: { name: 'Proprietary', identifier: 'LicenseRef-Proprietary' },
      },
      servers: [{ url: baseUrl }],
      tags: TAGS,
      paths: {
        ...merchantPaths(checkoutUrl),
        ...orderPaths,
        ...buyerPaths(checkoutUrl),
        ...platformPaths,
        ...platformShopPaths,
        ...platformWebhookPaths,
        ...testProviderPaths,
        ...paymentFramePaths(paymentFrameUrl),
        ...operationsPaths(new URL(baseUrl).origin),
      },
      webhooks,
      components: {
        securitySchemes: SECURITY_SCHEMES,
        headers: HEADERS,
        examples: ERROR_EXAMPLES,
        schemas: { CheckoutItem },
      },
    },
    { override: tidy, allowEmptySchema: { custom: true } },
  )
}
