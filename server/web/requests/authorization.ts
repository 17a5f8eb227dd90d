import type { IncomingMessage } from 'node:http'

/**
 * The request's `Authorization`, empty without one; undefined where there are two, of which two
 * readers could take different ones.
 */
export function readAuthorization({ headers, rawHeaders }: IncomingMessage) {
  const { authorization = '' } = headers
  const isAuthorization = (name: string, index: number) =>
    index % 2 === 0 && name.toLowerCase() === 'authorization'
  return rawHeaders.filter(isAuthorization).length > 1 ? undefined : authorization
}
