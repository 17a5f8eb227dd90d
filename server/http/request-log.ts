import type { RequestHandler, Response } from 'express'
import type { HttpContext } from './http-context.ts'

export const requestIdOf = (response: Response) => String(response.getHeader('Request-Id'))

/** Gives every request an id and one log line when it is answered: the route's pattern, never the address, which may hold a session id. */
export const logRequests = ({ events }: Pick<HttpContext, 'events'>): RequestHandler => (request, response, next) => {
  const requestId = crypto.randomUUID()
  response.set('Request-Id', requestId)
  const startedAt = performance.now()
  response.on('finish', () => {
    const route: unknown = request.route?.path
    events.requestAnswered({
      requestId, method: request.method, status: response.statusCode,
      route: typeof route === 'string' ? `${request.baseUrl}${route}` : 'none',
      durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
    })
  })
  next()
}
