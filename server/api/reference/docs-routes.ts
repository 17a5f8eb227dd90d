import { compressed } from '../../web/compressed.ts'
import { apiRoutes } from '../../web/queries.ts'
import type { Addresses } from './document.ts'

const CACHE = { 'Cache-Control': 'public, max-age=300' }

/**
 * The API described: for programs, and for people (contract §3). Both are loaded and made when first
 * asked for: a service that nobody asks has no use for them.
 */
export function docsRoutes({ urls }: { urls: Addresses }) {
  let made: ReturnType<typeof makeReference> | undefined
  return apiRoutes({
    '/openapi.json': {
      get: [
        compressed,
        async (_request, response) => {
          made ??= makeReference(urls)
          response.set(CACHE).json((await made).document)
        },
      ],
    },
    '/docs': {
      get: [
        compressed,
        async (_request, response) => {
          made ??= makeReference(urls)
          const { page, policy } = await made
          response
            .set({ ...CACHE, 'Content-Security-Policy': policy })
            .type('html')
            .send(page)
        },
      ],
    },
  })
}

async function makeReference(urls: Addresses) {
  const { createOpenApi } = await import('./document.ts')
  const { REFERENCE_POLICY, renderReference } = await import('./reference-page.ts')
  const document = createOpenApi(urls)
  return { document, page: renderReference(document), policy: REFERENCE_POLICY }
}
