import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Request, RequestHandler, Response } from 'express'
import proxyAddress from 'proxy-addr'
import { type Answer, send } from './answer.ts'
import { type FailureContext, toErrorAnswer } from './error-answers.ts'
import { type HostContext, assertOneHost } from './proxies.ts'
import { type LogContext, beginLog } from './request-log.ts'
import {
  API_HEADERS,
  COMMON_HEADERS,
  type HstsScope,
  setTransportHeaders,
} from './security-headers.ts'

/** What a route is asked, whoever serves it. */
export type Exchange = {
  request: IncomingMessage
  /** Takes headers that stay, whatever becomes of the request; the answer is returned. */
  response: ServerResponse
  /** The client's, behind all proxies that the settings name. */
  address: string | undefined
  /** As it came; empty before Express, where no address has one. */
  query: object
}

/** `id`: what stands for `:id` in the route's pattern; empty without one. */
export type HotHandler = (exchange: Exchange, id: string) => Promise<Answer>

export type HotRoute = {
  method: 'GET' | 'POST'
  pattern: string
  /** Whether it serves this request and id. (Default: all that are made of letters and digits.) */
  takes?: (request: IncomingMessage, id: string) => boolean
  handle: HotHandler
}

export const exchangeOf = (request: Request, response: Response): Exchange => ({
  request,
  response,
  address: request.ip,
  query: request.query,
})

/** The route as Express serves it. */
export const inExpress =
  (handle: HotHandler): RequestHandler<{ id?: string }> =>
  async (request, response) =>
    send(response, await handle(exchangeOf(request as Request, response), request.params.id ?? ''))

/** What every request passes, whoever serves it. */
export type HotContext = LogContext &
  FailureContext &
  HostContext & { trustProxy: number; hstsScope: HstsScope }

/** The hot routes under one of our addresses. */
type Surface = { address: string; routes: HotRoute[] }

type Found = Pick<HotRoute, 'handle'> & { surface: string; path: string; id: string }

const HEADERS = new Map(Object.entries({ ...COMMON_HEADERS, ...API_HEADERS }))

/**
 * Serves requests of these routes without Express, which takes longer than they do: those that name
 * an address and its host exactly as it is spelled. All others are `others`' to serve, by the same
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

  function find(request: IncomingMessage): Found | undefined {
    const { method, url = '', headers } = request
    if (trustForwardedHost && headers['x-forwarded-host'] !== undefined) return undefined
    for (const route of known) {
      if (route.method !== method || route.host !== headers.host) continue
      const [path, id = ''] = route.address.exec(url) ?? []
      if (path !== undefined && (route.takes?.(request, id) ?? true)) return { ...route, id }
    }
    return undefined
  }

  async function answerTo({ handle, id }: Found, exchange: Pick<Exchange, 'request' | 'response'>) {
    try {
      assertOneHost(context, exchange.request)
      const address = proxyAddress(exchange.request, (_address, hop) => hop < trustProxy)
      return await handle({ ...exchange, address, query: {} }, id)
    } catch (error) {
      return toErrorAnswer(context, { error, response: exchange.response })
    }
  }

  async function serve(route: Found, request: IncomingMessage, response: ServerResponse) {
    beginLog(context, { request, response, routeOf: () => route.path })
    response.setHeaders(HEADERS)
    setTransportHeaders(response, { address: route.surface, scope: hstsScope })
    send(response, await answerTo(route, { request, response }))
  }

  return (request, response) => {
    const route = find(request)
    if (route) void serve(route, request, response)
    else others(request, response)
  }
}
