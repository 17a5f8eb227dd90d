import type { RequestHandler } from 'express'

type Origins = { checkoutUrl: string; paymentFrameOrigin: string }

/**
 * All that a shop must allow for the checkout to work in its pages: one script, its requests, the
 * card fields' frame.
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
    // Chromium holds the redirect after "Buy now" against this list too.
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
