import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { isNear } from '../../admission/client-address.ts'
import { CheckoutError } from '../../checkout/errors.ts'

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

export type ProxyWatch = ReturnType<typeof createProxyWatch>

/**
 * Notices a proxy that `trustProxy` does not name: forwarded headers come from a private address
 * while it is 0, so that limits take all clients for one. It stays noticed until the process ends,
 * because only another setting helps.
 * @param onNotice called once, with the names of the headers
 */
export function createProxyWatch({
  trustProxy,
  onNotice,
}: {
  trustProxy: number
  onNotice: (fields: { headers: string[] }) => void
}) {
  let isNoticed = false
  return {
    look({ headers, socket }: IncomingMessage) {
      if (trustProxy > 0 || isNoticed) return
      const sent = FORWARDED.filter((name) => headers[name] !== undefined)
      if (sent.length === 0 || !isNear(socket.remoteAddress)) return
      isNoticed = true
      onNotice({ headers: sent })
    },
    isUnexpected: () => isNoticed,
    /**
     * Whether this request came past more proxies than `trustProxy` counts, each of which adds an
     * address. Its sender can add some too, so this is of use only to one that did not, such as the
     * doctor.
     */
    hasMore: ({ headers }: IncomingMessage) =>
      (headers['x-forwarded-for']?.toString().split(',').length ?? 0) > trustProxy,
  }
}

export type HostContext = { proxyWatch: ProxyWatch; trustForwardedHost: boolean }

/**
 * One `Host` decides the surface; HTTP/1.0 may have none. A forwarded host counts only with
 * `trustForwardedHost`.
 */
export function assertOneHost({ proxyWatch }: HostContext, request: IncomingMessage) {
  proxyWatch.look(request)
  const hosts = request.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
  )
  const isMissing = hosts.length === 0 && request.httpVersion === '1.1'
  if (isMissing || hosts.length > 1)
    throw new CheckoutError('invalid_request', 'Host: must be sent once')
}

/** Makes Express ignore a forwarded host that does not count. */
export const readHost =
  (context: HostContext): RequestHandler =>
  (request, _response, next) => {
    if (!context.trustForwardedHost) delete request.headers['x-forwarded-host']
    assertOneHost(context, request)
    next()
  }
