import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { CheckoutError } from '../../checkout/errors.ts'

/** The hosts that targets have named; empty for a target that cannot be read. */
const hosts = new WeakMap<IncomingMessage, string>()

/**
 * Leaves the path of a target in absolute form. Express would read the whole of it with `url.parse`,
 * of which Node warns.
 */
export function takeTarget(request: IncomingMessage) {
  const { url = '' } = request
  if (url.startsWith('/')) return
  if (url !== '*') hosts.set(request, URL.parse(url)?.hostname ?? '')
  request.url = url.replace(/^\w[\w+.-]*:\/\/[^/?#]*/, '').replace(/^(?!\/)/, '/')
}

/** The named host counts before the header (RFC 9112, 3.2.2): no other host may be named. */
export const requireOneHost =
  (isSameHost: (one: string, other: string) => boolean): RequestHandler =>
  (request, _response, next) => {
    const named = hosts.get(request)
    if (named === undefined || isSameHost(request.hostname, named)) return next()
    throw new CheckoutError(
      'misdirected_request',
      'The request names another host than its header.',
    )
  }
