import * as z from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { answer, errors, notModified, otherAnswer } from './described-answers.ts'

const PublishedScripts = z.strictObject({
  version: z.string(),
  files: z
    .record(z.string(), z.string())
    .meta({ description: 'Of each script its integrity hash, by file name.' }),
})

/** What a merchant's page loads the element from. */
export const SCRIPT_PATHS: ZodOpenApiPathsObject = {
  '/hosted-checkout.js': {
    get: {
      tags: ['Buyer API'],
      operationId: 'getScript',
      summary: 'Load the element',
      description: 'The script that defines `<hosted-checkout session="cs_…">` for your own pages.',
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
