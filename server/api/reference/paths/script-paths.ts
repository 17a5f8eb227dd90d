import * as z from 'zod'
import type { ZodOpenApiPathsObject } from 'zod-openapi'
import { ListedScript } from '../../../contract/listed-script.ts'
import { OF_ANYBODY, answer, errors, notModified, otherAnswer } from '../described-answers.ts'

const PublishedScripts = z.strictObject({
  version: z.string(),
  files: z
    .record(z.string(), z.string())
    .meta({ description: 'Of each script its integrity hash, by file name.' }),
})

const ScriptInventory = z.strictObject({ version: z.string(), scripts: z.array(ListedScript) })

const ofScript = {
  ...OF_ANYBODY,
  responses: {
    200: otherAnswer('A module script.', { 'text/javascript': { schema: { type: 'string' } } }),
    304: notModified,
    ...errors('not_found'),
  },
}

/** The scripts that a merchant's page loads its elements from. */
export const SCRIPT_PATHS: ZodOpenApiPathsObject = {
  '/hosted-checkout.js': {
    get: {
      ...ofScript,
      operationId: 'getScript',
      summary: 'Load the element',
      description: 'The script that defines `<hosted-checkout session="cs_…">` for your own pages.',
    },
  },
  '/hosted-checkout-button.js': {
    get: {
      ...ofScript,
      operationId: 'getButtonScript',
      summary: 'Load the button',
      description:
        'The script that defines `<hosted-checkout-button store="st_…" product="linen-shirt">`, a buy link in your own pages.',
    },
  },
  '/integrity.json': {
    get: {
      ...OF_ANYBODY,
      operationId: 'getScriptIntegrity',
      summary: 'Pin the element',
      description:
        'The script’s immutable address and integrity hash, for pages that load exactly one version.',
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
  '/scripts.json': {
    get: {
      ...OF_ANYBODY,
      operationId: 'getScriptInventory',
      summary: 'Get the inventory of scripts',
      description:
        'Every script of the pages on which buyers pay, with its hash and its reason: for assessments by PCI DSS 4.0.1, 6.4.3.',
      responses: {
        200: answer('All scripts.', {
          schema: ScriptInventory,
          example: {
            version: '0.1.0',
            scripts: [
              {
                name: 'Test card fields',
                page: 'Payment frame',
                address: null,
                integrity: 'sha384-…',
                authorizedBy: 'The nonce in the page’s policy',
                reason:
                  'Checks a test card and hands over what stands for it. It takes no real card.',
              },
            ],
          },
        }),
      },
    },
  },
}
