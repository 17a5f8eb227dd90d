import { type LegalNotices, findNotice } from '../../checkout/stores/guarantee-notice.ts'
import type { Exchange } from './before-express.ts'
import { wantedLanguages } from './wanted-languages.ts'

export type NoticeContext = { guaranteeNotices: LegalNotices }

/** The notice of the legal guarantee in the language that the buyer wants most. */
export const wantedNotice = (
  { guaranteeNotices }: NoticeContext,
  store: Parameters<typeof findNotice>[1],
  { request: { headers }, query }: Exchange,
) => findNotice(guaranteeNotices, store, () => wantedLanguages({ headers, query }))
