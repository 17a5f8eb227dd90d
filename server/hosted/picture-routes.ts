import { type Request, Router } from 'express'
import { isPictureId } from '../pictures/pictures.ts'
import { answerMethodNotAllowed, answerNotFound } from '../web/error-answers.ts'
import type { HttpContext } from '../web/http-context.ts'

/**
 * Any page may show a picture; opened by itself it is a picture and nothing else. Its address
 * changes with its content.
 */
const PICTURE_HEADERS = {
  'Content-Type': 'image/webp',
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

/** `{base_url}/pictures/{id}.webp`: what merchants have uploaded, for everybody. */
export function pictureRoutes({ store }: Pick<HttpContext, 'store'>) {
  const router = Router({ caseSensitive: true })
  router
    .route('/pictures/:id.webp')
    .get(async (request: Request<{ id: string }>, response, next) => {
      const { id } = request.params
      const content = isPictureId(id) ? await store.pictures.find(id) : undefined
      if (!content) return answerNotFound(request, response, next)
      response.set({
        ...PICTURE_HEADERS,
        ETag: `"${id}"`,
        'Content-Disposition': `inline; filename="${id}.webp"`,
      })
      return void response.send(content)
    })
    .all(answerMethodNotAllowed('GET'))
  return router
}
