import type { IncomingMessage } from 'node:http'
import Negotiator from 'negotiator'

/** Longer than any browser's; whoever sends more is heard as far as this. */
const MAX_HEADER = 500

/** What names a language for a page, and what a page in one language is kept apart from others by. */
export type Wanted = { request: Pick<IncomingMessage, 'headers'>; query: object }

/** `?lang=` before what the browser says, in the order of its liking (contract §5). */
export function wantedLanguages({ request, query }: Wanted): string[] {
  const { lang } = query as { lang?: unknown }
  const header = request.headers['accept-language']?.slice(0, MAX_HEADER)
  const negotiator = new Negotiator({ headers: { 'accept-language': header ?? '' } })
  return [...(typeof lang === 'string' ? [lang] : []), ...negotiator.languages()]
}
