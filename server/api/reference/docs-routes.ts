import { Router } from 'express'
import { compressed } from '../../web/compressed.ts'
import { answerMethodNotAllowed } from '../../web/error-answers.ts'
import type { HttpContext } from '../../web/http-context.ts'
import { type OpenApiDocument, createOpenApi } from './document.ts'
import { REFERENCE_POLICY, renderReference } from './reference-page.ts'

const CACHE = { 'Cache-Control': 'public, max-age=300' }

/**
 * The API described: for programs, and for people (contract §3). Both are made when first asked
 * for.
 */
export function docsRoutes({ urls }: Pick<HttpContext, 'urls'>) {
  let made: { document: OpenApiDocument; page: string } | undefined
  const make = () => {
    const document = createOpenApi(urls)
    return { document, page: renderReference(document) }
  }
  const router = Router()
  router
    .route('/openapi.json')
    .get(compressed, (_request, response) => {
      response.set(CACHE).json((made ??= make()).document)
    })
    .all(answerMethodNotAllowed('GET'))
  router
    .route('/docs')
    .get(compressed, (_request, response) => {
      response
        .set({ ...CACHE, 'Content-Security-Policy': REFERENCE_POLICY })
        .type('html')
        .send((made ??= make()).page)
    })
    .all(answerMethodNotAllowed('GET'))
  return router
}
