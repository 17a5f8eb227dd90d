import type { Request, RequestHandler, Response } from 'express'
import type { AnsweredRequest } from './answered-request.ts'
import type { RequestRecorder } from './request-recorder.ts'

/** With whose key a request came. */
type KeyUse = Pick<AnsweredRequest, 'storeId' | 'keyDigest' | 'keyKind' | 'isSecretInBrowser'>

export type LogContext = {
  events: {
    requestAnswered(fields: {
      requestId: string
      method: string
      route: string
      status: number
      durationMs: number
    }): void
  }
  requests: Pick<RequestRecorder, 'record'>
}

const keyUses = new WeakMap<Response, KeyUse | undefined>()

/**
 * Said as soon as the key's holder is known, whatever the answer will be: the request belongs into
 * that store's log.
 */
export const noteKeyUse = (response: Response, use: KeyUse | undefined) => {
  keyUses.set(response, use)
}

export const requestIdOf = (response: Response) => String(response.getHeader('Request-Id'))

/**
 * Gives every request an id and one log line when it is answered: the route's pattern, never the
 * address, which may hold a session id. One with a store's key goes into the store's own log, too.
 */
export const logRequests =
  ({ events, requests }: LogContext): RequestHandler =>
  (request, response, next) => {
    const requestId = crypto.randomUUID()
    response.set('Request-Id', requestId)
    const startedAt = performance.now()
    const patternOf = noteRoute(request)
    response.on('finish', () => {
      const answered = {
        requestId,
        method: request.method,
        status: response.statusCode,
        route: patternOf(),
        durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
      }
      events.requestAnswered(answered)
      const use = keyUses.get(response)
      if (use) requests.record({ ...answered, ...use, at: new Date() })
    })
    next()
  }

/**
 * The pattern is noted at the match: when an error leaves a router, Express forgets under which
 * address that was mounted.
 */
function noteRoute(request: Request) {
  let pattern = 'none'
  let route: { path: unknown } | undefined
  Object.defineProperty(request, 'route', {
    get: () => route,
    set: (matched: typeof route) => {
      route = matched
      if (typeof matched?.path === 'string') pattern = `${request.baseUrl}${matched.path}`
    },
  })
  return () => pattern
}
