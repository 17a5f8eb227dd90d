import { extname } from 'node:path'
import { isPictureId } from '../pictures/pictures.ts'
import { answerNotFound } from '../web/answers/error-answers.ts'
import type { ServedFile } from '../web/answers/served-files.ts'
import { routes } from '../web/routes.ts'
import { IMMUTABLE, sendFile } from './script-routes.ts'

/** Any page may show a picture, which runs nothing. Its address changes with its content. */
const PICTURE_HEADERS = {
  'Cache-Control': IMMUTABLE,
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
          'Content-Type': 'image/webp',
          ETag: `"${id}"`,
          'Content-Disposition': `inline; filename="${id}.webp"`,
        })
        if (request.get('if-none-match') === `"${id}"`) return void response.status(304).end()
        response.send(content)
      },
    },
  })

/** Opened by itself, an SVG is a document. It has its own styles, and pictures within it. */
const NOTICE_POLICY =
  "sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:"

export type NoticeFiles = { guaranteeNotices: readonly { name: string; file: ServedFile }[] }

/** `{checkout_url}/guarantee/…`: the notices of the legal guarantee. */
export const noticeRoutes = ({ guaranteeNotices }: NoticeFiles) =>
  routes({
    '/guarantee/:name': {
      get: (request, response, next) => {
        const notice = guaranteeNotices.find(({ name }) => name === request.params.name)
        if (!notice) return void answerNotFound(request, response, next)
        response.set({ ...PICTURE_HEADERS, 'Content-Security-Policy': NOTICE_POLICY })
        // The viewers of browsers do not run under this policy.
        if (notice.name.endsWith('.pdf')) response.attachment(notice.name)
        sendFile(notice.file, { request, response: response.type(extname(notice.name)) })
      },
    },
  })
