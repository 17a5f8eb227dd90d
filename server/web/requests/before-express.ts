import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Request, RequestHandler, Response } from 'express'
import proxyAddress from 'proxy-addr'
import { type Answer, send } from '../answers/answer.ts'
import { type FailureContext, type ExtrasOf, toErrorAnswer } from '../answers/error-answers.ts'
import { type HostContext, assertOneHost } from './proxies.ts'
import { type LogContext, beginLog } from './request-log.ts'
import {
  API_HEADERS,
  COMMON_HEADERS,
  type HstsScope,
  setTransportHeaders,
} from '../answers/security-headers.ts'

/** A request as a handler gets it, with or without Express. */
export type Exchange = {
  request: IncomingMessage
  /** For headers that stay whatever the answer is; the handler returns the answer. */
  response: ServerResponse
  /** The client's address, as `trustProxy` says. */
  address: string | undefined
  /** The query as it came. Empty without Express, which takes all requests with a query. */
  query: object
}

/** `id`: the part of the path at its parameter; empty when the pattern has none. */
export type HotHandler = (exchange: Exchange, id: string) => Promise<Answer>

export type HotRoute = {
  method: 'GET' | 'POST'
  pattern: string
  /** Whether it serves this request and id. (Default: ids of letters and digits.) */
  takes?: (request: IncomingMessage, id: string) => boolean
  /** What its refusals have beside code and message. (Default: nothing.) */
  extrasOf?: ExtrasOf
  handle: HotHandler
}

export const exchangeOf = (request: Request, response: Response): Exchange => ({
  request,
  response,
  address: request.ip,
  query: request.query,
})

/** The handler as an Express route. */
export const inExpress =
  (handle: HotHandler): RequestHandler<Record<string, string>> =>
  async (request, response) => {
    const [id = ''] = Object.values(request.params)
    send(response, await handle(exchangeOf(request, response), id))
  }

export type HotContext = LogContext &
  FailureContext &
  HostContext & { trustProxy: number; hstsScope: HstsScope }

/** The hot routes under one address. */
type Surface = { address: string; routes: HotRoute[] }

type RouteMatch = Pick<HotRoute, 'handle' | 'extrasOf'> & {
  surface: string
  path: string
  id: string
}

const HEADERS = new Map(Object.entries({ ...COMMON_HEADERS, ...API_HEADERS }))

/**
 * Serves these routes without Express, which costs more than the routes themselves. It takes
 * requests whose host and path are spelled exactly; `others` serves the rest with the same
 * handlers.
 */
export function serveHotRoutes(
  context: HotContext,
  { surfaces, others }: { surfaces: Surface[]; others: RequestListener },
): RequestListener {
  const { trustProxy, trustForwardedHost, hstsScope } = context
  const known = surfaces.flatMap(({ address: surface, routes }) => {
    const { host, pathname } = new URL(surface)
    return routes.map((route) => {
      const path = `${pathname.replace(/\/$/, '')}${route.pattern}`
      const literal = path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
      const address = new RegExp(`^${literal.replace(':id', String.raw`(\w+)`)}$`)
      return { ...route, surface, host, path, address }
    })
  })

  function find(request: IncomingMessage): RouteMatch | undefined {
    const { method, url = '', headers } = request
    if (trustForwardedHost && headers['x-forwarded-host'] !== undefined) return undefined
    for (const route of known) {
      if (route.method !== method || route.host !== headers.host) continue
      const [path, id = ''] = route.address.exec(url) ?? []
      if (path !== undefined && (route.takes?.(request, id) ?? true)) return { ...route, id }
    }
    return undefined
  }

  async function answerTo(
    { handle, extrasOf, id }: RouteMatch,
    exchange: Pick<Exchange, 'request' | 'response'>,
  ) {
    try {
      assertOneHost(context, exchange.request)
      const address = proxyAddress(exchange.request, (_address, hop) => hop < trustProxy)
      return await handle({ ...exchange, address, query: {} }, id)
    } catch (error) {
      return toErrorAnswer(context, { error, response: exchange.response }, extrasOf)
    }
  }

  async function serve(route: RouteMatch, request: IncomingMessage, response: ServerResponse) {
    const run = beginLog(context, { request, response, routeOf: () => route.path })
    response.setHeaders(HEADERS)
    setTransportHeaders(response, { address: route.surface, scope: hstsScope })
    send(response, await run(() => answerTo(route, { request, response })))
  }

  return (request, response) => {
    const route = find(request)
    if (route) void serve(route, request, response)
    else others(request, response)
  }
}
