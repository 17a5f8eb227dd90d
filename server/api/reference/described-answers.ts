import { STATUS_CODES } from '../../web/requests/node-http.ts'
import * as z from 'zod'
import type {
  ZodOpenApiOperationObject,
  ZodOpenApiPathsObject,
  ZodOpenApiResponseObject,
} from 'zod-openapi'
import { ERROR_CATALOGUE, type ErrorCode } from '../../checkout/errors.ts'
import { BuyerErrorEnvelope, ErrorEnvelope } from '../../contract/errors.ts'
import { errorMessages } from './error-messages.ts'
import { SESSION_ID, STORE_ID } from './examples.ts'

/** Headers by name; `document.ts` publishes them as components. */
export const HEADERS = {
  'Request-Id': {
    description: 'Names this request; quote it when asking for help.',
    schema: { type: 'string', format: 'uuid' },
  },
  'RateLimit-Limit': {
    description: 'How many requests the limit takes at once.',
    schema: { type: 'integer' },
  },
  'RateLimit-Remaining': {
    description: 'How many of them are left now.',
    schema: { type: 'integer' },
  },
  'RateLimit-Reset': {
    description: 'Seconds until all of them are back.',
    schema: { type: 'integer' },
  },
  'Retry-After': {
    description: 'Seconds to wait before trying again.',
    schema: { type: 'integer' },
  },
  ETag: {
    description:
      'The product’s version, which changes with every change and every sale. Send it as `If-Match`.',
    schema: { type: 'string' },
  },
  'Checkout-Receipt': {
    description:
      'For a `complete` session: a compact JWS that proves it to others. `typ` is `checkout-receipt+jwt`, and the key is in `/.well-known/jwks.json`. The claims are `iss`, `sub` (the session’s id), `iat` (the second of the payment), `order_id` (the order’s number), `amount`, `currency` and `paid_at`; in a test store also `test`, which is true. It says nothing about later refunds.',
    schema: { type: 'string' },
  },
  Location: {
    description: 'The address of the new session.',
    schema: { type: 'string', format: 'uri-reference' },
  },
} as const

type HeaderName = keyof typeof HEADERS

const headers = (names: HeaderName[]) =>
  Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))

export const RATE_LIMIT: HeaderName[] = [
  'RateLimit-Limit',
  'RateLimit-Remaining',
  'RateLimit-Reset',
]

type Example<Schema extends z.ZodType> = { schema: Schema; example: z.input<Schema> }

/** An example that does not fit its own schema throws. */
const json = <Schema extends z.ZodType>({ schema, example }: Example<Schema>) => {
  schema.parse(example)
  return { 'application/json': { schema, example } }
}

export const body = <Schema extends z.ZodType>(schema: Schema, example: z.input<Schema>) => ({
  required: true,
  content: json({ schema, example }),
})

export const answer = <Schema extends z.ZodType>(
  description: string,
  content: Example<Schema>,
  names: HeaderName[] = [],
): ZodOpenApiResponseObject => ({
  description,
  headers: headers(['Request-Id', ...names]),
  content: json(content),
})

type Content = NonNullable<ZodOpenApiResponseObject['content']>

export const otherAnswer = (description: string, content: Content): ZodOpenApiResponseObject => ({
  description,
  headers: headers(['Request-Id']),
  content,
})

export const HTML = { 'text/html': { schema: { type: 'string' } } } as const

export const emptyAnswer = (description: string): ZodOpenApiResponseObject => ({
  description,
  headers: headers(['Request-Id']),
})

/** The answer to `If-None-Match` when the `ETag` is still the same. */
export const notModified = emptyAnswer('It is what `If-None-Match` names.')

/** One example per code; `document.ts` publishes them as components. */
export const ERROR_EXAMPLES = Object.fromEntries(
  Object.entries(ERROR_CATALOGUE).map(([code, { when }]) => [
    code,
    {
      summary: when,
      value: { error: { code, message: errorMessages[code as ErrorCode] } } satisfies ErrorEnvelope,
    },
  ]),
)

const TOO_FEW: BuyerErrorEnvelope['error'] = {
  code: 'insufficient_stock',
  message: errorMessages.insufficient_stock,
  left: 1,
}

/** `examples` replace the shared ones. */
type Envelope = {
  prefix: string
  schema: z.ZodType
  examples: Partial<Record<ErrorCode, { summary: string; value: BuyerErrorEnvelope }>>
}

const MERCHANTS: Envelope = { prefix: '', schema: ErrorEnvelope, examples: {} }
const BUYERS: Envelope = {
  prefix: 'buyer_',
  schema: BuyerErrorEnvelope,
  examples: {
    insufficient_stock: {
      summary: ERROR_CATALOGUE.insufficient_stock.when,
      value: { error: TOO_FEW },
    },
  },
}

const RETRIED = new Set([429, 500, 503])

const describeRefusal = (status: number, codes: ErrorCode[], { schema, examples }: Envelope) => ({
  description: `${STATUS_CODES[status]}: ${codes.map((code) => `\`${code}\``).join(', ')}`,
  headers: headers(RETRIED.has(status) ? ['Request-Id', 'Retry-After'] : ['Request-Id']),
  content: {
    'application/json': {
      schema,
      examples: Object.fromEntries(
        codes.map((code) => [code, examples[code] ?? { $ref: `#/components/examples/${code}` }]),
      ),
    },
  },
})

/** By name: an answer becomes one component only if all operations share the same object. */
const refusals = new Map<string, ZodOpenApiResponseObject>()

function refusal(status: number, codes: ErrorCode[], refused: Envelope) {
  const name = refused.prefix + codes.join('_or_')
  const answer = refusals.get(name) ?? { id: name, ...describeRefusal(status, codes, refused) }
  refusals.set(name, answer)
  return answer
}

type Refusals = Record<`4${string}` | `5${string}`, ZodOpenApiResponseObject>

const errorsFor =
  (refused: Envelope) =>
  (...codes: ErrorCode[]): Refusals => {
    const byStatus = Map.groupBy(new Set(codes), (code) => ERROR_CATALOGUE[code].status)
    return Object.fromEntries(
      [...byStatus].map(([status, group]) => [status, refusal(status, group, refused)]),
    )
  }

/** The refusals of an operation: one answer per status, one example per code. */
export const errors = errorsFor(MERCHANTS)

/** The refusals of an operation of the buyer API. */
export const buyerErrors = errorsFor(BUYERS)

/** An operation of the buyer API without a token. */
export const OF_ANYBODY = { tags: ['Buyer API'], security: [] }

export const SECRET_KEY = [{ secretKey: [] }]

/** What every operation of the merchant API may answer. Each refuses unknown query fields. */
export const KEY_ERRORS = [
  'missing_api_key',
  'invalid_api_key',
  'origin_not_allowed',
  'plan_required',
  'rate_limited',
  'invalid_request',
  'internal_error',
  'busy',
] as const satisfies ErrorCode[]

/** What every operation with a body may answer. */
export const BODY_ERRORS = [
  'invalid_request',
  'payload_too_large',
  'unsupported_media_type',
] as const satisfies ErrorCode[]

export const sessionPath = z.object({
  id: z
    .string()
    .meta({ description: 'The session’s id; it starts with `cs_`.', example: SESSION_ID }),
})
export const storePath = z.object({
  storeId: z
    .string()
    .meta({ description: 'The store’s id; it starts with `st_`.', example: STORE_ID }),
})
export const slug = z.string().meta({ description: 'The product’s slug.', example: 'linen-shirt' })

/** For paths that have another address than the document. */
export const withServers = (
  servers: { url: string }[],
  paths: ZodOpenApiPathsObject,
): ZodOpenApiPathsObject =>
  Object.fromEntries(Object.entries(paths).map(([path, item]) => [path, { servers, ...item }]))

export type Operation = ZodOpenApiOperationObject

type OperationPart = Pick<
  Operation,
  'operationId' | 'summary' | 'description' | 'requestParams' | 'requestBody' | 'responses'
>

/** An operation of the platform API; `tag` is its heading. */
export const withPlatformToken =
  (tag: string) =>
  (described: OperationPart): Operation => ({
    tags: [tag],
    security: [{ platformToken: [] }],
    ...described,
  })

export const TOKEN_ERRORS = [
  'invalid_platform_token',
  'invalid_request',
  'internal_error',
  'busy',
] as const satisfies ErrorCode[]

export const STORE_ERRORS = [...TOKEN_ERRORS, 'store_not_found'] as const satisfies ErrorCode[]

export const ofPlatform = withPlatformToken('Platform API')
