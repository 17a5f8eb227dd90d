import { compressed } from '../../web/compressed.ts'
import { routes } from '../../web/routes.ts'
import { type Addresses, type OpenApiDocument, createOpenApi } from './document.ts'
import { REFERENCE_POLICY, renderReference } from './reference-page.ts'

const CACHE = { 'Cache-Control': 'public, max-age=300' }

/**
 * The API described: for programs, and for people (contract §3). Both are made when first asked
 * for.
 */
export function docsRoutes({ urls }: { urls: Addresses }) {
  let made: { document: OpenApiDocument; page: string } | undefined
  const make = () => {
    const document = createOpenApi(urls)
    return { document, page: renderReference(document) }
  }
  return routes({
    '/openapi.json': {
      get: [
        compressed,
        (_request, response) => {
          response.set(CACHE).json((made ??= make()).document)
        },
      ],
    },
    '/docs': {
      get: [
        compressed,
        (_request, response) => {
          response
            .set({ ...CACHE, 'Content-Security-Policy': REFERENCE_POLICY })
            .type('html')
            .send((made ??= make()).page)
        },
      ],
    },
  })
}
