import express, { type Request, type Response, Router } from 'express'
import * as z from 'zod'
import { answerMethodNotAllowed } from '../../web/error-answers.ts'
import type { HttpContext } from '../../web/http-context.ts'

/** For whoever runs the service (contract §6), on every host name. */
export function operationsRoutes({ checkout, records, isDraining }: HttpContext) {
  const router = Router({ caseSensitive: true })
  router
    .route('/healthz')
    .get((_request, response) => {
      response.json({ status: 'up' })
    })
    .all(answerMethodNotAllowed('GET'))
  router
    .route('/readyz')
    .get(async (_request: Request, response: Response) => {
      const [database, cache] = await Promise.all([
        records.isReachable(),
        checkout.cache.isReachable(),
      ])
      const isReady = database && cache && !isDraining()
      response
        .status(isReady ? 200 : 503)
        .json({ status: isReady ? 'ready' : 'not ready', database, cache, draining: isDraining() })
    })
    .all(answerMethodNotAllowed('GET'))
  return router
}

const Report = z.object({
  body: z.object({ effectiveDirective: z.string().max(100), blockedURL: z.string().max(2048) }),
})

/**
 * Where browsers report what the hosted page's policy stopped. Of an address only the origin is
 * kept: paths hold session ids.
 */
export function policyReportRoutes({ events }: HttpContext) {
  const router = Router({ caseSensitive: true })
  router
    .route('/_csp')
    .post(
      express.json({ type: 'application/reports+json', limit: 16 * 1024 }),
      (request: Request, response: Response) => {
        for (const { body } of z.array(Report).max(20).catch([]).parse(request.body)) {
          events.pagePolicyViolated({
            directive: body.effectiveDirective,
            blocked: URL.parse(body.blockedURL)?.origin ?? body.blockedURL.slice(0, 20),
          })
        }
        response.status(204).end()
      },
    )
    .all(answerMethodNotAllowed('POST'))
  return router
}

/** The public halves of the keys that sign buyer tokens. */
export function keySetRoutes({ buyerTokens }: HttpContext) {
  const router = Router({ caseSensitive: true })
  router
    .route('/.well-known/jwks.json')
    .get((_request, response) => {
      response.set('Cache-Control', 'public, max-age=300').json(buyerTokens.publicKeys)
    })
    .all(answerMethodNotAllowed('GET'))
  return router
}
