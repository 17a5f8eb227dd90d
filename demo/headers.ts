import type { RequestHandler } from 'express'

type Origins = { checkoutUrl: string; paymentFrameOrigin: string }

/**
 * Everything that a shop must allow for the checkout in its pages: one script, its requests, and
 * the frame of the card fields.
 */
export function contentSecurityPolicy({ checkoutUrl, paymentFrameOrigin }: Origins) {
  const checkout = new URL(checkoutUrl).origin
  return [
    `default-src 'none'`,
    `script-src 'self' ${checkout}`,
    `connect-src 'self' ${checkout}`,
    `frame-src ${paymentFrameOrigin}`,
    `style-src 'self'`,
    `img-src 'self'`,
    // Chromium applies this list to the redirect after "Buy now", too.
    `form-action 'self' ${checkout}`,
    `base-uri 'none'`,
    `frame-ancestors 'none'`,
    `require-trusted-types-for 'script'`,
    `trusted-types lit-html`,
  ].join('; ')
}

export function securityHeaders(origins: Origins): RequestHandler {
  const headers = {
    'Content-Security-Policy': contentSecurityPolicy(origins),
    'Referrer-Policy': 'same-origin',
    'X-Content-Type-Options': 'nosniff',
    'Cache-Control': 'no-store',
  }
  return (_request, response, next) => {
    response.set(headers)
    next()
  }
}
