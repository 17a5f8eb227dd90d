import type { IncomingMessage } from 'node:http'
import type { RequestHandler } from 'express'
import { isNear } from '../admission/client-address.ts'
import { CheckoutError } from '../checkout/errors.ts'

const FORWARDED = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-forwarded-proto']

export type ProxyWatch = ReturnType<typeof createProxyWatch>

/**
 * Notices a proxy that the settings do not name: it sends forwarded headers from near by while
 * `trustProxy` is 0, and every limit per client counts all clients as one. What was noticed stays
 * so until the process ends: only another setting puts it right.
 *
 * @param onNotice called once, with the names of the headers that came
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
  }
}

export type HostContext = { proxyWatch: ProxyWatch; trustForwardedHost: boolean }

/**
 * The one `Host` header alone names the surface; what a proxy says of it counts only when
 * `trustForwardedHost`.
 */
export function assertOneHost({ proxyWatch }: HostContext, request: IncomingMessage) {
  proxyWatch.look(request)
  const hosts = request.rawHeaders.filter(
    (name, index) => index % 2 === 0 && name.toLowerCase() === 'host',
  )
  if (hosts.length > 1) throw new CheckoutError('invalid_request', 'Host: must be sent once')
}

/** So that Express reads the host as it counts. */
export const readHost =
  (context: HostContext): RequestHandler =>
  (request, _response, next) => {
    if (!context.trustForwardedHost) delete request.headers['x-forwarded-host']
    assertOneHost(context, request)
    next()
  }
