import type { IncomingMessage, ServerResponse } from 'node:http'

const EXPOSED =
  'Location, Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Work-Challenge'

/** The origin of the page that asks; undefined for none and for `null`. */
export function browserOrigin({ headers: { origin } }: IncomingMessage) {
  const url = origin === undefined ? null : URL.parse(origin)
  return url?.origin === origin && url?.origin !== 'null' ? origin : undefined
}

/** An empty list allows every origin (contract §3). */
export const isAllowedOrigin = (allowedOrigins: string[], origin: string) =>
  allowedOrigins.length === 0 || allowedOrigins.includes(origin)

export function allowOrigin(response: ServerResponse, origin: string) {
  response.appendHeader('Vary', 'Origin')
  response.setHeader('Access-Control-Allow-Origin', origin)
  response.setHeader('Access-Control-Expose-Headers', EXPOSED)
}

/** Answers a preflight. It has no key, so only the real answer can refuse the origin. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse) {
  const origin = browserOrigin(request)
  if (origin !== undefined) {
    allowOrigin(response, origin)
    response.setHeader('Access-Control-Allow-Methods', 'POST, GET')
    response.setHeader(
      'Access-Control-Allow-Headers',
      'Authorization, Content-Type, Idempotency-Key',
    )
    response.setHeader('Access-Control-Max-Age', '600')
  }
  response.writeHead(204).end()
}
