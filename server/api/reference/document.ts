import { type ZodOpenApiOverride, createDocument } from 'zod-openapi'
import { CheckoutItem } from '../../contract/merchant.ts'
import type { Addresses } from '../docs/built-addresses.ts'
import { ERROR_EXAMPLES, HEADERS } from './described-answers.ts'
import { buyerPaths } from './paths/buyer-paths.ts'
import { merchantPaths } from './paths/merchant-paths.ts'
import { orderPaths } from './paths/order-paths.ts'
import { operationsPaths } from './paths/operations-paths.ts'
import { platformPaths } from './paths/platform-paths.ts'
import { platformWebhookPaths } from './paths/platform-webhook-paths.ts'
import { webhooks } from './webhooks.ts'
import { platformShopPaths } from './paths/platform-shop-paths.ts'
import { TAGS } from './readers.ts'
import { testProviderPaths, paymentFramePaths } from './paths/test-provider-paths.ts'

/** The addresses without any configuration (contract §2). The committed document uses them. */
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
    description:
      'A store’s secret key: `sk_live_…`, or `sk_test_…` in a test store. For servers only.',
  },
  publicKey: {
    type: 'http',
    scheme: 'bearer',
    description: 'A store’s public key: `pk_live_…`, or `pk_test_…` in a test store.',
  },
  platformToken: { type: 'http', scheme: 'bearer', description: 'The operator’s platform token.' },
  buyerToken: {
    type: 'http',
    scheme: 'bearer',
    bearerFormat: 'JWT',
    description: 'A buyer token of this session, sent from the page it was issued to.',
  },
} as const

/** A default as a sentence. Null and undefined are left out. */
const sayDefault = ({ description, default: value }: { description?: string; default?: unknown }) =>
  [description, `Default: \`${String(value)}\`.`].filter((text) => text !== undefined).join(' ')

/**
 * Drops limits that only say what a number can hold, and the pattern of a time. Lets answers gain
 * fields. Writes defaults as sentences, because generators make a field with `default` one that
 * must be sent (docs/decisions/0075).
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

type Parameter = { in: string; schema?: { example?: unknown } }

/** A parameter's example is beside its schema, where tools look for it. */
function withExamples(document: OpenApiDocument) {
  for (const item of Object.values(document.paths ?? {}))
    for (const { parameters = [] } of Object.values(
      item as Record<string, { parameters?: Parameter[] }>,
    ))
      for (const parameter of parameters) {
        const { example, ...schema } = parameter.schema ?? {}
        if (example !== undefined) Object.assign(parameter, { schema, example })
      }
  return document
}

/** The whole public API as OpenAPI 3.1, made from the schemas that check requests (contract §3). */
export function createOpenApi({
  baseUrl,
  checkoutUrl,
  paymentFrameUrl,
}: Addresses): OpenApiDocument {
  const document = createDocument(
    {
      openapi: '3.1.1',
      info: {
        title: 'Hosted Checkout API',
        version: VERSION,
        summary: INTRODUCTION,
        description: `${INTRODUCTION} The same in parts, each for its readers, is at ${baseUrl}/docs.`,
        contact: { name: 'Hosted Checkout', url: `${baseUrl}/docs` },
        license: { name: 'MIT', identifier: 'MIT' },
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
  return withExamples(document)
}
