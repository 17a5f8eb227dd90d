import type { Request, RequestHandler, Response } from 'express'
import type { HttpContext } from './http-context.ts'

export const requestIdOf = (response: Response) => String(response.getHeader('Request-Id'))

/** Gives every request an id and one log line when it is answered: the route's pattern, never the address, which may hold a session id. */
export const logRequests = ({ events }: Pick<HttpContext, 'events'>): RequestHandler => (request, response, next) => {
  const requestId = crypto.randomUUID()
  response.set('Request-Id', requestId)
  const startedAt = performance.now()
  const patternOf = noteRoute(request)
  response.on('finish', () => {
    events.requestAnswered({
      requestId, method: request.method, status: response.statusCode, route: patternOf(),
      durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
    })
  })
  next()
}

/** The pattern is noted at the match: when an error leaves a router, Express forgets under which address that was mounted. */
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
