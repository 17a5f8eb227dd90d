import type { GuaranteeNotice } from '../../contract/shown-store.ts'
import { takesWithdrawals } from '../orders/withdrawal.ts'
import type { StoreFields } from './store-fields.ts'

/** The official languages of the Union (Regulation 1/1958, article 1). */
export const UNION_LANGUAGES =
  'bg cs da de el en es et fi fr ga hr hu it lt lv mt nl pl pt ro sk sl sv'.split(' ')

/** What a notice says of itself where nobody has installed its words. */
export const NOTICE_NAME = 'Legal guarantee of conformity'

export type LegalNotices = readonly { language: string; shown: GuaranteeNotice }[]

type Store = Pick<StoreFields, 'language' | 'withdrawals' | 'deliveryCountries'>

/**
 * The notice for buyers of a store that sells to the Union (Directive 2011/83/EU, article 22a): in
 * the first wanted language that has one, else in the store's, else in English.
 */
export function findNotice(notices: LegalNotices, store: Store, wanted: () => string[]) {
  if (notices.length === 0 || !takesWithdrawals(store)) return undefined
  for (const tag of [...wanted(), store.language, 'en']) {
    const found = notices.find(({ language }) => language === tag.split('-', 1)[0]?.toLowerCase())
    if (found) return found.shown
  }
  return undefined
}
