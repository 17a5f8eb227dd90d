import * as z from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { HTML, answer, errors, otherAnswer, withServers } from '../described-answers.ts'
import { READERS } from '../readers.ts'

const Readiness = z.strictObject({
  status: z.enum(['ready', 'not ready']),
  database: z.boolean().meta({ description: 'Whether PostgreSQL can be written.' }),
  cache: z.boolean().meta({
    description: 'Whether the cache answers. Without it the service is ready, but slower.',
  }),
  draining: z.boolean().meta({ description: 'Whether this process is stopping.' }),
  proxy: z.enum(['as configured', 'unexpected']).meta({
    description:
      '`unexpected`: forwarded headers came from a private network although `TRUST_PROXY` is 0, so that all clients look like one. With `NODE_ENV=production` the process is then not ready. It is also the answer to a request whose `X-Forwarded-For` has more addresses than `TRUST_PROXY` counts; the process stays ready.',
  }),
  clock: z.enum(['as the database', 'differs']).meta({
    description:
      '`differs`: the clock of this machine is 30 s or more away from that of the database. The process goes by the one of the database, and is ready all the same.',
  }),
})

const KeySet = z.strictObject({
  keys: z.array(
    z.looseObject({
      kid: z.string(),
      kty: z.literal('EC'),
      crv: z.literal('P-256'),
      x: z.string(),
      y: z.string(),
    }),
  ),
})

const ofOperations = { tags: ['Operations'], security: [] }
const JSON_OBJECT = { 'application/json': { schema: { type: 'object' } } } as const
const TEXT = { 'text/plain': { schema: { type: 'string' } } } as const

const statusOf = (status: string) => ({
  schema: z.strictObject({ status: z.literal(status) }),
  example: { status },
})

/** These paths are on every host name. */
const EVERYWHERE: ZodOpenApiPathsObject = {
  '/healthz': {
    get: {
      ...ofOperations,
      operationId: 'getHealth',
      summary: 'Is the process up',
      description: 'Answers as long as the process runs.',
      responses: {
        200: answer('It is.', statusOf('up')),
        ...errors('invalid_request'),
      },
    },
  },
  '/livez': {
    get: {
      ...ofOperations,
      operationId: 'getLiveness',
      summary: 'May a proxy send requests to this process',
      description:
        '503 as soon as this process begins to stop, which goes on to answer for 3 s behind a proxy. The database does not count: reads are answered without one that can be written, and all processes share it.',
      responses: {
        200: answer('It may.', statusOf('up')),
        503: answer('It stops.', statusOf('stopping')),
        ...errors('invalid_request'),
      },
    },
  },
  '/readyz': {
    get: {
      ...ofOperations,
      operationId: 'getReadiness',
      summary: 'Is it ready for work',
      description:
        '200 while the database can be written and no stop has begun. In production it is also 503 when there is a proxy that `TRUST_PROXY` does not count.',
      responses: {
        200: answer('It is.', {
          schema: Readiness,
          example: {
            status: 'ready',
            database: true,
            cache: true,
            draining: false,
            proxy: 'as configured',
            clock: 'as the database',
          },
        }),
        503: answer('It is not.', {
          schema: Readiness,
          example: {
            status: 'not ready',
            database: true,
            cache: true,
            draining: true,
            proxy: 'as configured',
            clock: 'as the database',
          },
        }),
        ...errors('invalid_request'),
      },
    },
  },
  '/.well-known/security.txt': {
    get: {
      ...ofOperations,
      operationId: 'getSecurityText',
      summary: 'Whom to tell of a weakness',
      description: 'As RFC 9116 says. Only where the operator has set `SECURITY_CONTACT`.',
      responses: {
        200: otherAnswer('The text.', TEXT),
        ...errors('invalid_request', 'not_found'),
      },
    },
  },
}

const AT_BASE: ZodOpenApiPathsObject = {
  '/payment-notifications': {
    post: {
      ...ofOperations,
      operationId: 'receivePaymentNotification',
      summary: 'Take a payment notification',
      description:
        'Where the payment provider posts events. The signature covers the bytes of the body. With Stripe: the endpoint of its webhook.',
      requestBody: {
        required: true,
        content: JSON_OBJECT,
      },
      responses: {
        200: answer('Taken, or about nothing of ours.', {
          schema: z.strictObject({ received: z.literal(true) }),
          example: { received: true },
        }),
        ...errors(
          'invalid_notification',
          'invalid_request',
          'payload_too_large',
          'internal_error',
          'busy',
        ),
      },
    },
  },
  '/.well-known/jwks.json': {
    get: {
      tags: ['Receipts'],
      security: [],
      operationId: 'getKeySet',
      summary: 'Get the public signing keys',
      description: 'The public keys that verify receipts and buyer tokens (ES256).',
      responses: {
        200: answer('A JSON Web Key Set.', {
          schema: KeySet,
          example: {
            keys: [
              { kid: '2026-11', kty: 'EC', crv: 'P-256', x: '…', y: '…', alg: 'ES256', use: 'sig' },
            ],
          },
        }),
        ...errors('invalid_request'),
      },
    },
  },
  '/openapi.json': {
    get: {
      ...ofOperations,
      operationId: 'getOpenApi',
      summary: 'Get this document',
      description: 'The API as an OpenAPI 3.1 document, made from the schemas that check requests.',
      responses: {
        200: otherAnswer('The document.', JSON_OBJECT),
        ...errors('invalid_request'),
      },
    },
  },
  '/docs/{reader}/openapi.json': {
    get: {
      ...ofOperations,
      operationId: 'getReaderOpenApi',
      summary: 'Get a reader’s document',
      description: 'The part of the API for this reader, as an OpenAPI 3.1 document.',
      requestParams: {
        path: z.object({
          reader: z.string().meta({
            description: `${READERS.map(({ name }) => `\`${name}\``).join(', ')}.`,
            example: 'merchant',
          }),
        }),
      },
      responses: {
        200: otherAnswer('The document.', JSON_OBJECT),
        ...errors('invalid_request', 'not_found'),
      },
    },
  },
  '/docs': {
    get: {
      ...ofOperations,
      operationId: 'getReference',
      summary: 'Read the documentation',
      description: 'The guide and the API reference, as pages for people.',
      responses: {
        200: otherAnswer('The page.', HTML),
        ...errors('invalid_request'),
      },
    },
  },
  '/docs/{page}': {
    get: {
      ...ofOperations,
      operationId: 'getDocsPage',
      summary: 'Read a page of it',
      description:
        'A page of the guide, or the reference of one reader. Pages of the guide are also Markdown, with `.md` behind their names.',
      requestParams: {
        path: z.object({
          page: z.string().meta({ description: 'The page’s name.', example: 'create.md' }),
        }),
      },
      responses: {
        200: otherAnswer('The page.', {
          'text/html': { schema: { type: 'string' } },
          'text/markdown': { schema: { type: 'string' } },
        }),
        ...errors('invalid_request', 'not_found'),
      },
    },
  },
  '/llms.txt': {
    get: {
      ...ofOperations,
      operationId: 'getDocsIndex',
      summary: 'Get the list of all pages',
      description: 'The list of all pages, for language models.',
      responses: {
        200: otherAnswer('The list.', TEXT),
        ...errors('invalid_request'),
      },
    },
  },
}

/** contract §6 */
export const operationsPaths = (origin: string): ZodOpenApiPathsObject => ({
  ...withServers([{ url: origin }], EVERYWHERE),
  ...AT_BASE,
})
