import type { RequestHandler } from 'express'
import { compressed } from '../../web/answers/compressed.ts'
import { loadOnce } from '../../web/load-once.ts'
import { apiRoutes } from '../../web/requests/queries.ts'
import type { Addresses } from './built-addresses.ts'
import { type BuiltDocs, openBuiltDocs } from './built-docs.ts'

const CACHE = { 'Cache-Control': 'public, max-age=300' }

type File = { type: string; body: string | Buffer; policy?: string }

const readPage = async (docs: BuiltDocs, name: string): Promise<File> => ({
  type: 'html',
  body: await docs.readText(name),
  policy: docs.pagePolicy,
})

/** The documentation, for people and programs (contract §3). */
export function docsRoutes({ urls }: { urls: Addresses }) {
  const open = loadOnce(() => openBuiltDocs(urls))

  const answer = <Parameters>(
    read: (docs: BuiltDocs, parameters: Parameters) => Promise<File>,
  ): RequestHandler<Parameters>[] => [
    compressed as RequestHandler<Parameters>,
    async ({ params }, response) => {
      const { type, body, policy } = await read(await open(), params)
      response
        .set({ ...CACHE, ...(policy !== undefined && { 'Content-Security-Policy': policy }) })
        .type(type)
        .send(body)
    },
  ]

  const text = (type: string, name: string) =>
    answer(async (docs) => ({ type, body: await docs.readText(name) }))

  return apiRoutes({
    '/openapi.json': { get: text('json', 'openapi.json') },
    '/llms.txt': { get: text('text', 'llms.txt') },
    '/docs': { get: answer((docs) => readPage(docs, 'home.html')) },
    '/docs/:page': {
      get: answer<{ page: string }>(async (docs, { page }) => {
        if (page.endsWith('.md'))
          return { type: 'text/markdown', body: await docs.readText(`pages/${page}`) }
        if (page.endsWith('.webp'))
          return { type: 'image/webp', body: await docs.readPicture(`pages/${page}`) }
        return readPage(docs, `pages/${page}.html`)
      }),
    },
    '/docs/:reader/openapi.json': {
      get: answer<{ reader: string }>(async (docs, { reader }) => ({
        type: 'json',
        body: await docs.readText(`documents/${reader}.json`),
      })),
    },
  })
}
