import type { IncomingMessage, ServerResponse } from 'node:http'
import type { Request, RequestHandler } from 'express'
import { beginRequestSpan } from '../../tracing/spans.ts'
import type { AnsweredRequest, AnyRequest } from '../answers/answered-request.ts'
import type { RequestRecorder } from './request-recorder.ts'

type KeyUse = Pick<AnsweredRequest, 'storeId' | 'keyDigest' | 'keyKind' | 'isSecretInBrowser'>

export type LogContext = {
  events: {
    requestAnswered(fields: AnyRequest): void
  }
  requests: Pick<RequestRecorder, 'record'>
}

/** Load balancers ask every few seconds, and nobody reads the answers. */
export const isProbe = (path: string) => ['/healthz', '/livez', '/readyz'].includes(path)

type Run = <Result>(work: () => Result) => Result

const keyUses = new WeakMap<ServerResponse, KeyUse | undefined>()

/** Noted when the key's holder is known: any answer belongs in that store's log. */
export const noteKeyUse = (response: ServerResponse, use: KeyUse | undefined) => {
  keyUses.set(response, use)
}

export const requestIdOf = (response: ServerResponse) => String(response.getHeader('Request-Id'))

/**
 * Gives a request its id, and logs one line with the answer. The line has the route's pattern,
 * since a path may hold a session id. A request with a key also goes into its store's log. Returns
 * the function that does the request's work in its trace.
 */
export function beginLog(
  { events, requests }: LogContext,
  {
    request,
    response,
    routeOf,
  }: { request: IncomingMessage; response: ServerResponse; routeOf: () => string },
) {
  const requestId = createRequestId()
  response.setHeader('Request-Id', requestId)
  const startedAt = performance.now()
  const { method = '', url = '', headers } = request
  const span = isProbe(url) ? undefined : beginRequestSpan(method, headers)
  const run: Run = span?.run ?? ((work) => work())
  response.on('finish', () => {
    const answered = {
      requestId,
      method,
      status: response.statusCode,
      route: routeOf(),
      durationMs: Math.round((performance.now() - startedAt) * 10) / 10,
    }
    run(() => events.requestAnswered(answered))
    const use = keyUses.get(response)
    if (use) requests.record({ ...answered, ...use, at: new Date() })
  })
  response.on('close', () =>
    span?.end({ requestId, route: routeOf(), status: response.statusCode }),
  )
  return run
}

/** A UUID of version 7, which begins with the time: new ones stand together in an index. */
export function createRequestId(nowMs = Date.now()) {
  const time = nowMs.toString(16).padStart(12, '0')
  return `${time.slice(0, 8)}-${time.slice(8)}-7${crypto.randomUUID().slice(15)}`
}

export const logRequests =
  (context: LogContext): RequestHandler =>
  (request, response, next) => {
    beginLog(context, { request, response, routeOf: noteRoute(request) })(next)
  }

/** Notes the pattern at the match: after an error Express forgets where the router was mounted. */
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
