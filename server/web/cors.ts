import type { Request, Response } from 'express'

const EXPOSED =
  'Location, Request-Id, RateLimit-Limit, RateLimit-Remaining, RateLimit-Reset, Retry-After, Work-Challenge'

/**
 * The page's origin as its browser states it; undefined for none and for opaque origins (`null`),
 * which nobody can allow.
 */
export function browserOrigin({ headers: { origin } }: Request) {
  const url = origin === undefined ? null : URL.parse(origin)
  return url?.origin === origin && url?.origin !== 'null' ? origin : undefined
}

/** An empty list allows every origin (contract §3). */
export const isAllowedOrigin = (allowedOrigins: string[], origin: string) =>
  allowedOrigins.length === 0 || allowedOrigins.includes(origin)

export function allowOrigin(response: Response, origin: string) {
  response.vary('Origin')
  response.set({ 'Access-Control-Allow-Origin': origin, 'Access-Control-Expose-Headers': EXPOSED })
}

/**
 * Answers a browser's question before its request. It names no key: whether the origin is allowed
 * shows in the real answer.
 */
export function answerPreflight(request: Request, response: Response) {
  const origin = browserOrigin(request)
  if (origin !== undefined) {
    allowOrigin(response, origin)
    response.set({
      'Access-Control-Allow-Methods': 'POST, GET',
      'Access-Control-Allow-Headers': 'Authorization, Content-Type, Idempotency-Key',
      'Access-Control-Max-Age': '600',
    })
  }
  response.status(204).end()
}
