import { isPictureId } from '../pictures/pictures.ts'
import { answerNotFound } from '../web/answers/error-answers.ts'
import { routes } from '../web/routes.ts'

/** Any page may show a picture, which runs nothing. Its address changes with its content. */
const PICTURE_HEADERS = {
  'Content-Type': 'image/webp',
  'Cache-Control': 'public, max-age=31536000, immutable',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
}

type Pictures = { find(id: string): Promise<Uint8Array | undefined> }

/** `{base_url}/pictures/{id}.webp`: pictures that merchants uploaded. */
export const pictureRoutes = ({ pictures }: { pictures: Pictures }) =>
  routes({
    '/pictures/:id.webp': {
      get: async (request, response, next) => {
        const { id } = request.params
        const content = isPictureId(id) ? await pictures.find(id) : undefined
        if (!content) return void answerNotFound(request, response, next)
        response.set({
          ...PICTURE_HEADERS,
          ETag: `"${id}"`,
          'Content-Disposition': `inline; filename="${id}.webp"`,
        })
        if (request.get('if-none-match') === `"${id}"`) return void response.status(304).end()
        response.send(content)
      },
    },
  })
