import type { Response } from 'express'
import { CheckoutError } from '../checkout/errors.ts'
import type { RateLimit } from '../checkout/ports/cache.ts'

/**
 * Tells the caller where its limit stands. @throws {CheckoutError} rate_limited when it is used up
 */
export function assertWithinLimit(
  response: Response,
  { allowed, limit, remaining, resetSeconds, retryAfterSeconds }: RateLimit,
) {
  response.set({
    'RateLimit-Limit': String(limit),
    'RateLimit-Remaining': String(remaining),
    'RateLimit-Reset': String(resetSeconds),
  })
  if (allowed) return
  throw new CheckoutError(
    'rate_limited',
    `Too many requests in a short time. Slow down and try again in ${retryAfterSeconds} s.`,
    { retryAfterSeconds },
  )
}
