import type { IncomingHttpHeaders } from 'node:http'
import Negotiator from 'negotiator'

/** Longer than any browser's header; the rest is ignored. */
const MAX_HEADER = 500

/** The wanted languages, best first: `?lang=`, then `Accept-Language` (contract §5). */
export function wantedLanguages({
  headers,
  query,
}: {
  headers: IncomingHttpHeaders
  query: object
}): string[] {
  const { lang } = query as { lang?: unknown }
  const header = headers['accept-language']?.slice(0, MAX_HEADER)
  const negotiator = new Negotiator({ headers: { 'accept-language': header ?? '' } })
  return [...(typeof lang === 'string' ? [lang] : []), ...negotiator.languages()]
}
