import type { IncomingHttpHeaders } from 'node:http'
import Negotiator from 'negotiator'

/** Longer than any browser's; whoever sends more is heard as far as this. */
const MAX_HEADER = 500

/** `?lang=` before what the browser says, in the order of its liking (contract §5). */
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
