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

export type HotRoute = { method: 'GET' | 'POST'; pattern: string; handle: HotHandler }

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

type HotContext = LogContext &
  FailureContext &
  HostContext & { trustProxy: number; hstsScope: HstsScope; urls: { baseUrl: string } }

type Found = { path: string; handle: HotHandler; id: string }

const HEADERS = new Map(Object.entries({ ...COMMON_HEADERS, ...API_HEADERS }))

/**
 * Serves requests of these routes without Express, which takes longer than they do: those that name
 * an address and its host exactly as it is spelled. All others are `others`' to serve, by the same
 * handlers.
 */
export function serveHotRoutes(
  context: HotContext,
  { routes, others }: { routes: HotRoute[]; others: RequestListener },
): RequestListener {
  const { urls, trustProxy, trustForwardedHost, hstsScope } = context
  const base = new URL(urls.baseUrl)
  const prefix = base.pathname.replace(/\/$/, '')
  const known = routes.map(({ method, pattern, handle }) => {
    const path = `${prefix}${pattern}`
    const literal = path.replaceAll(/[.*+?^${}()|[\]\\]/g, String.raw`\$&`)
    const address = new RegExp(`^${literal.replace(':id', String.raw`(\w+)`)}$`)
    return { method, path, address, handle }
  })

  function find({ method, url = '', headers }: IncomingMessage): Found | undefined {
    if (headers.host !== base.host) return undefined
    if (trustForwardedHost && headers['x-forwarded-host'] !== undefined) return undefined
    for (const route of known) {
      const match = route.method === method ? route.address.exec(url) : null
      if (match) return { ...route, id: match[1] ?? '' }
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
    setTransportHeaders(response, { address: urls.baseUrl, scope: hstsScope })
    send(response, await answerTo(route, { request, response }))
  }

  return (request, response) => {
    const route = find(request)
    if (route) void serve(route, request, response)
    else others(request, response)
  }
}
