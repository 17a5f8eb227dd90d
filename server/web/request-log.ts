import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Request, RequestHandler } from 'express'
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

const keyUses = new WeakMap<ServerResponse, KeyUse | undefined>()

/**
 * Said as soon as the key's holder is known, whatever the answer will be: the request belongs into
 * that store's log.
 */
export const noteKeyUse = (response: ServerResponse, use: KeyUse | undefined) => {
  keyUses.set(response, use)
}

export const requestIdOf = (response: ServerResponse) => String(response.getHeader('Request-Id'))

/**
 * Gives a request an id and one log line when it is answered: the route's pattern, never the
 * address, which may hold a session id. One with a store's key goes into the store's own log, too.
 */
export function beginLog(
  { events, requests }: LogContext,
  {
    request,
    response,
    routeOf,
  }: { request: IncomingMessage; response: ServerResponse; routeOf: () => string },
) {
  const requestId = createRequestId(Date.now())
  response.setHeader('Request-Id', requestId)
  const startedAt = performance.now()
  const { method = '' } = request
  response.on('finish', () => {
    const answered = {
      requestId,
      method,
      status: response.statusCode,
      route: routeOf(),
      durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
    }
    events.requestAnswered(answered)
    const use = keyUses.get(response)
    if (use) requests.record({ ...answered, ...use, at: new Date() })
  })
}

/** A UUID of version 7, so that the newest of an index of them stand together. */
function createRequestId(nowMs: number) {
  const time = nowMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`
}

/** Every request that Express serves. */
export const logRequests =
  (context: LogContext): RequestHandler =>
  (request, response, next) => {
    beginLog(context, { request, response, routeOf: noteRoute(request) })
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
