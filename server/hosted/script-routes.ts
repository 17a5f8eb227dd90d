import { extname } from 'node:path'
import { fileURLToPath } from 'node:url'
import { type Response, Router } from 'express'
import sirv from 'sirv'
import { answerMethodNotAllowed } from '../web/error-answers.ts'
import { SCRIPT_HEADERS } from '../web/security-headers.ts'

const EVERGREEN = 'public, max-age=300, stale-while-revalidate=86400'
const IMMUTABLE = 'public, max-age=31536000, immutable'

/**
 * What merchants' pages load, compressed when it was built: the script at its evergreen and its
 * immutable address, its texts, and their hashes; and the icon of our own pages. `guide`: where the
 * element is explained, to which its errors point.
 */
export function scriptRoutes(directory: URL, guide: string) {
  const serve = sirv(fileURLToPath(directory), {
    etag: true,
    brotli: true,
    gzip: true,
    setHeaders: (response, path) => {
      response.setHeader('Cache-Control', /-[0-9a-f]{10}\.\w+$/.test(path) ? IMMUTABLE : EVERGREEN)
    },
  })
  const router = Router()
  router
    .route(/^\/(hosted-checkout[\w.-]*\.(js|json)|integrity\.json|icon\.svg)$/)
    .get((request, response: Response, next) => {
      // Half a script is of no use, and what is compressed has no ranges.
      delete request.headers.range
      response.set(SCRIPT_HEADERS)
      for (const name of ['X-Frame-Options', 'Cache-Control', 'Referrer-Policy'])
        response.removeHeader(name)
      if (!request.path.endsWith('.js')) response.type(extname(request.path))
      serve(request, response, () => {
        response.set('Cache-Control', 'no-store').type('json')
        next('route')
      })
    })
    .all(answerMethodNotAllowed('GET'))
  router
    .route('/docs')
    .get((_request, response) => {
      response.redirect(guide)
    })
    .all(answerMethodNotAllowed('GET'))
  return router
}
