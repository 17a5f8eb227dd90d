import compression from 'compression'
import type { Request, Response } from 'express'
import { type Beginning, gzipAfter } from './gzip-parts.ts'

/**
 * For pages whose length gives nothing away: the hosted page holds no secret beside what its reader
 * sent, and the store application's form tokens are masked anew in each page (docs/decisions/0037).
 */
export const compressed = compression()

/** A page of which the beginning is compressed already; that is gzip, which every browser takes. */
export function sendCompressed(
  { request, response }: { request: Request; response: Response },
  { beginning, rest }: { beginning: Beginning; rest: string },
) {
  if (request.acceptsEncodings('gzip') === false)
    return compressed(request, response, () => response.send(beginning.text + rest))
  response.vary('Accept-Encoding').set('Content-Encoding', 'gzip')
  return response.send(gzipAfter(beginning, rest))
}
