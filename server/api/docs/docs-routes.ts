import type { RequestHandler } from 'express'
import { compressed } from '../../web/answers/compressed.ts'
import { loadOnce } from '../../web/load-once.ts'
import { isOpenedAsPage } from '../../web/answers/error-answers.ts'
import { parse } from '../../web/requests/parse.ts'
import { NoQuery } from '../../web/requests/queries.ts'
import { routes } from '../../web/routes.ts'
import type { Addresses } from './built-addresses.ts'
import { type BuiltDocs, openBuiltDocs } from './built-docs.ts'

const CACHE = { 'Cache-Control': 'public, max-age=300' }

type File = { type: string; body: string | Buffer; policy?: string }

const readPage = async (docs: BuiltDocs, name: string): Promise<File> => ({
  type: 'html',
  body: await docs.readText(name),
  policy: docs.pagePolicy,
})

/**
 * The documentation, for people and programs (contract §3). A browser is led to the address without
 * what came behind it; a program is refused, as everywhere.
 */
export function docsRoutes({ urls }: { urls: Addresses }) {
  const open = loadOnce(() => openBuiltDocs(urls))

  const answer = <Parameters>(
    read: (docs: BuiltDocs, parameters: Parameters) => Promise<File>,
  ): RequestHandler<Parameters>[] => [
    compressed as RequestHandler<Parameters>,
    async (request, response) => {
      if (!isOpenedAsPage(request)) parse(NoQuery, request.query)
      const { type, body, policy } = await read(await open(), request.params)
      if (request.originalUrl.includes('?'))
        return response.redirect(request.originalUrl.replace(/\?.*/s, ''))
      response
        .set({ ...CACHE, ...(policy !== undefined && { 'Content-Security-Policy': policy }) })
        .type(type)
        .send(body)
    },
  ]

  const text = (type: string, name: string) =>
    answer(async (docs) => ({ type, body: await docs.readText(name) }))

  return routes({
    '/openapi.json': { get: text('json', 'openapi.json') },
    '/llms.txt': { get: text('text', 'llms.txt') },
    '/docs': { get: answer((docs) => readPage(docs, 'home.html')) },
    '/docs/search.json': { get: text('json', 'search.json') },
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
