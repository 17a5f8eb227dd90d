import { extname } from 'node:path'
import { type Request, type Response, Router } from 'express'
import { compressed } from '../web/answers/compressed.ts'
import { answerMethodNotAllowed } from '../web/answers/error-answers.ts'
import type { ListedScript } from '../contract/listed-script.ts'
import { SCRIPT_HEADERS } from '../web/answers/security-headers.ts'
import { HAS_HASH, type ServedFile, type ServedFiles } from '../web/answers/served-files.ts'

const EVERGREEN = 'public, max-age=300, stale-while-revalidate=86400'
export const IMMUTABLE = 'public, max-age=31536000, immutable'

export type ScriptContext = {
  servedFiles: ServedFiles
  /** Every script of our pages, for assessors. */
  inventory: { version: string; scripts: ListedScript[] }
  /** Files of other builds. */
  publishedFiles: { find(name: string): Promise<Uint8Array | undefined> }
}

/**
 * The files that merchants' pages load: the script at its evergreen and immutable addresses, its
 * texts, their hashes, and the icon. `guide`: the page about the element, which its errors link to.
 */
export function scriptRoutes(
  { servedFiles, publishedFiles, inventory }: ScriptContext,
  guide: string,
) {
  const router = Router()
  router
    .route(/^\/(hosted-checkout[\w.-]*\.(?:js|json)|integrity\.json|icon\.svg)$/)
    .get(async (request, response, next) => {
      const name = request.path.slice(1)
      const own = servedFiles.get(name)
      const other = own || !HAS_HASH.test(name) ? undefined : await publishedFiles.find(name)
      if (!own && !other) return next('route')
      response.set(SCRIPT_HEADERS)
      for (const header of ['X-Frame-Options', 'Referrer-Policy']) response.removeHeader(header)
      response.set('Cache-Control', HAS_HASH.test(name) ? IMMUTABLE : EVERGREEN)
      if (!name.endsWith('.js')) response.type(extname(name))
      if (own) return sendFile(own, { request, response })
      compressed(request, response, () => response.send(other))
    })
    .all(answerMethodNotAllowed('GET'))
  router
    .route('/scripts.json')
    .get((_request, response) => {
      response.set(SCRIPT_HEADERS).type('json').json(inventory)
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

type Exchange = { request: Request; response: Response }

export function sendFile({ content, tag, packed }: ServedFile, { request, response }: Exchange) {
  response.set('ETag', tag).vary('Accept-Encoding')
  if (request.get('if-none-match')?.includes(tag)) return void response.status(304).end()
  const best = packed.find(({ encoding }) => request.acceptsEncodings(encoding))
  if (best) response.set('Content-Encoding', best.encoding)
  response.send(best?.content ?? content)
}
