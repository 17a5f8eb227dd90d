import { randomBytes } from 'node:crypto'
import type { SealedNotes } from '../auth/sealed-notes.ts'
import type { PayRequest } from '../contract/buyer.ts'

/** What a buyer without script has typed, and the key that opens the full receipt to that browser. */
export type Draft = Pick<PayRequest, 'customer' | 'fulfillment' | 'agreedToTerms'> & {
  receiptKey: string
  /** Of the card that was sent last. */
  last4?: string
  /** What was to be paid before the buyer started again. */
  before?: {
    option: string
    subtotal: number
    fee: number
    total: number
    currency: string
    currencyDigits: number
  }
}

export type Drafts = ReturnType<typeof createDrafts>

/** As long as the receipt key opens the receipt. */
const LIFETIME_SECONDS = 24 * 3600

/**
 * The plain forms of a purchase stand on two origins, and nothing is kept of them until the buyer
 * pays: each address carries what was typed before, sealed and bound to its session.
 */
export const createDrafts = (notes: SealedNotes) => ({
  seal: (sessionId: string, draft: Draft) =>
    notes.seal(JSON.stringify({ sessionId, draft }), LIFETIME_SECONDS),

  /** `query`: of the address. Undefined where there is no draft in it, or not one of this session. */
  async open(sessionId: string, query: object): Promise<Draft | undefined> {
    const sealed = 'draft' in query ? query.draft : undefined
    const text = typeof sealed === 'string' ? await notes.open(sealed) : undefined
    if (text === undefined) return undefined
    const kept = JSON.parse(text) as { sessionId: string; draft: Draft }
    return kept.sessionId === sessionId ? kept.draft : undefined
  },
})

/**
 * Of a sealed draft: the address that it is in stays below 8 KiB, more than which common proxies do
 * not take as a line. What a buyer may enter fits in any script.
 */
const MAX_SEALED_LENGTH = 7 * 1024

export const fitsAddress = (sealed: string) => sealed.length <= MAX_SEALED_LENGTH

/** The address with the draft and the language of a request, for the next page of the same purchase. */
export function withDraftOf(query: object, address: string) {
  const url = new URL(address)
  const { draft, lang } = query as { draft?: unknown; lang?: unknown }
  if (typeof draft === 'string') url.searchParams.set('draft', draft)
  if (typeof lang === 'string') url.searchParams.set('lang', lang)
  return url.href
}

/** The same, of the page that shows a buyer without script what came of paying. */
export function resultAddress(query: object, address: string) {
  const url = new URL(withDraftOf(query, address))
  url.searchParams.set('result', '')
  return url.href
}

export const newReceiptKey = () => randomBytes(24).toString('base64url')

/** For what goes along with a form that nobody has filled in. */
export const nothingTyped = (): Draft => ({
  customer: { name: '', phone: '' },
  fulfillment: { method: 'DELIVERY', option: '' },
  receiptKey: newReceiptKey(),
})
