import { isSessionId } from '../checkout/session.ts'
import type { Records } from '../checkout/ports/platform-records.ts'
import { sessionNotFound } from './refusals.ts'
import { isAllowedOrigin } from './cors.ts'

export type FramingContext = {
  urls: { checkoutOrigin: string }
  records: Pick<Records, 'findEmbedding'>
}

/**
 * The checkout may frame these pages, and so may the page that embeds it if its store allows that.
 */
export async function framingOrigins(
  { urls, records }: FramingContext,
  { sessionId, embedder }: { sessionId: string; embedder: unknown },
) {
  const embedding = isSessionId(sessionId) ? await records.findEmbedding(sessionId) : undefined
  if (!embedding) throw sessionNotFound()
  const { checkoutOrigin } = urls
  const origin = typeof embedder === 'string' ? URL.parse(embedder)?.origin : undefined
  const isEmbedded =
    origin !== undefined &&
    origin !== checkoutOrigin &&
    origin === embedder &&
    isSafeAncestor(origin) &&
    isAllowedOrigin(embedding.allowedOrigins, origin)
  return isEmbedded ? [checkoutOrigin, origin] : [checkoutOrigin]
}

/**
 * A store without a list may be embedded by pages that came over https, or from this machine
 * (security: payment frame).
 */
const isSafeAncestor = (origin: string) =>
  /^https:\/\/[^;,\s*]+$/.test(origin) ||
  /^http:\/\/(localhost|127\.0\.0\.1|\[::1\]|[a-z0-9-]+\.localhost)(:\d+)?$/.test(origin)
