import type { IncomingHttpHeaders } from 'node:http'
import Negotiator from 'negotiator'
import { LANGUAGES } from '../../../widget/i18n/catalogues.ts'
import { chooseLanguage } from '../../../widget/i18n/choose-language.ts'
import { type LegalNotices, findNotice } from '../../checkout/stores/guarantee-notice.ts'
import type { Exchange } from './before-express.ts'

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

/** In which there are pages for buyers. */
export const PAGE_LANGUAGES = Object.keys(LANGUAGES)

/**
 * The language of the page that asks, one of ours. The element sends an empty `lang` where the page
 * and the browser name none: it follows the store's then.
 */
export const pageLanguage = ({ request: { headers }, query }: Exchange, ofStore: string) =>
  Reflect.get(query, 'lang') === ''
    ? chooseLanguage(ofStore)
    : chooseLanguage(...wantedLanguages({ headers, query }), ofStore)

export type NoticeContext = { guaranteeNotices: LegalNotices }

/** The notice of the legal guarantee in the language that the buyer wants most. */
export const wantedNotice = (
  { guaranteeNotices }: NoticeContext,
  store: Parameters<typeof findNotice>[1],
  { request: { headers }, query }: Exchange,
) => findNotice(guaranteeNotices, store, () => wantedLanguages({ headers, query }))
