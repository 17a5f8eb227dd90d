import type { RequestHandler } from 'express'
import { compressed } from '../../web/answers/compressed.ts'
import { loadOnce } from '../../web/load-once.ts'
import { apiRoutes } from '../../web/requests/queries.ts'
import type { Docs } from './docs.ts'
import type { Addresses } from './document.ts'

const CACHE = { 'Cache-Control': 'public, max-age=300' }

type Text = { type: string; body: string | object; policy?: string }

const toPage = ({ policy }: Docs, body: string): Text => ({ type: 'html', body, policy })

/** The documentation, for people and programs (contract §3). */
export function docsRoutes({ urls }: { urls: Addresses }) {
  const open = loadOnce(async () => {
    const { openDocs } = await import('./docs.ts')
    return openDocs(urls)
  })

  const answer = <Parameters>(
    find: (docs: Docs, parameters: Parameters) => Text,
  ): RequestHandler<Parameters>[] => [
    compressed as RequestHandler<Parameters>,
    async ({ params }, response) => {
      const { type, body, policy } = find(await open(), params)
      response
        .set({ ...CACHE, ...(policy !== undefined && { 'Content-Security-Policy': policy }) })
        .type(type)
        .send(body)
    },
  ]

  return apiRoutes({
    '/openapi.json': { get: answer(({ whole }) => ({ type: 'json', body: whole })) },
    '/llms.txt': { get: answer(({ index }) => ({ type: 'text', body: index })) },
    '/docs': { get: answer((docs) => toPage(docs, docs.home())) },
    '/docs/:page': {
      get: answer<{ page: string }>((docs, { page }) => {
        if (page.endsWith('.md'))
          return { type: 'text/markdown', body: docs.markdown(page.slice(0, -'.md'.length)) }
        if (page.endsWith('.webp')) return { type: 'image/webp', body: docs.picture(page) }
        return toPage(docs, docs.page(page))
      }),
    },
    '/docs/:reader/openapi.json': {
      get: answer<{ reader: string }>((docs, { reader }) => ({
        type: 'json',
        body: docs.document(reader),
      })),
    },
  })
}
