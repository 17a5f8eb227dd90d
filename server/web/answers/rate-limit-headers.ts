import type { ServerResponse } from 'node:http'
import { CheckoutError } from '../../checkout/errors.ts'
import type { RateLimit } from '../../checkout/ports/cache.ts'

/** Adds the rate limit headers. @throws {CheckoutError} rate_limited when nothing is left */
export function assertWithinLimit(
  response: ServerResponse,
  { allowed, limit, remaining, resetSeconds, retryAfterSeconds }: RateLimit,
) {
  response.setHeader('RateLimit-Limit', limit)
  response.setHeader('RateLimit-Remaining', remaining)
  response.setHeader('RateLimit-Reset', resetSeconds)
  if (allowed) return
  throw new CheckoutError(
    'rate_limited',
    `Too many requests in a short time. Slow down and try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  )
}
