import type { IncomingMessage } from 'node:http'
import compression from 'compression'

/**
 * For pages whose length reveals nothing: the hosted page holds no secret beside what its reader
 * sent, and the store application masks its form tokens anew in each page (docs/decisions/0037).
 */
export const compressed = compression()

const NAMES_GZIP = /(?:^|,)\s*gzip\s*(?:;\s*q=(?<weight>[\d.]+)\s*)?(?:,|$)/i

/** A weight of 0 refuses gzip. */
export function takesGzip({ headers }: IncomingMessage) {
  const named = NAMES_GZIP.exec(String(headers['accept-encoding'] ?? ''))
  return named !== null && Number(named.groups?.['weight'] ?? 1) > 0
}
