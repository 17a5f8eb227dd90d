import { randomBytes } from 'node:crypto'
import type { SealedNotes } from '../auth/sealed-notes.ts'
import type { PayRequest } from '../contract/buyer.ts'
import { ReceiptKey } from '../contract/receipt-key.ts'

/** What a buyer without script typed. The receipt key opens the full receipt there. */
export type Draft = Pick<PayRequest, 'customer' | 'fulfillment' | 'agreedToTerms'> & {
  receiptKey: string
  /** Of the card that the buyer sent last. */
  last4?: string
  /** The total before the buyer started again. */
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

/** As long as the receipt key opens the full receipt. */
const LIFETIME_SECONDS = 24 * 3600

/**
 * Buyers without script fill in forms on two origins. Nothing is stored until they pay: each
 * address carries what was typed so far, sealed for its session.
 */
export const createDrafts = (notes: SealedNotes) => ({
  seal: (sessionId: string, draft: Draft) =>
    notes.seal(JSON.stringify({ sessionId, draft }), LIFETIME_SECONDS),

  /** `query`: of the page's address. Undefined without a draft of this session. */
  async open(sessionId: string, query: object): Promise<Draft | undefined> {
    const sealed = 'draft' in query ? query.draft : undefined
    const text = typeof sealed === 'string' ? await notes.open(sealed) : undefined
    if (text === undefined) return undefined
    const kept = JSON.parse(text) as { sessionId: string; draft: Draft }
    return kept.sessionId === sessionId ? kept.draft : undefined
  },
})

/**
 * Keeps the address below 8 KiB, because common proxies refuse longer lines. All that a buyer may
 * enter fits in any script.
 */
const MAX_SEALED_LENGTH = 7 * 1024

export const fitsAddress = (sealed: string) => sealed.length <= MAX_SEALED_LENGTH

/** Takes these parameters of a request over to another address. */
function keeping(query: object, names: string[], address: string) {
  const url = new URL(address)
  const given = new Map<string, unknown>(Object.entries(query))
  for (const name of names) {
    const value = given.get(name)
    if (typeof value === 'string') url.searchParams.set(name, value)
  }
  return url.href
}

/** Adds the draft and the language of a request to the address of the purchase's next page. */
export const withDraftOf = (query: object, address: string) =>
  keeping(query, ['draft', 'lang'], address)

/** The address of the page that shows a buyer without script how the payment went. */
export function resultAddress(query: object, address: string) {
  const url = new URL(withDraftOf(query, address))
  url.searchParams.set('result', '')
  return url.href
}

/**
 * The address of the receipt for a buyer who paid without script. The key alone opens it: nothing
 * that was typed travels on.
 */
export const receiptAddress = (query: object, address: string, { receiptKey }: Draft) =>
  receiptPage({ ...query, receipt: receiptKey }, address)

/** The same for a buyer who has the key in the address already. */
export const receiptPage = (query: object, address: string) =>
  keeping(query, ['receipt', 'lang', 'result'], address)

/** The key in the address of a receipt. */
export function receiptKeyIn(query: object) {
  const { data } = ReceiptKey.safeParse('receipt' in query ? query.receipt : undefined)
  return data
}

export const newReceiptKey = () => randomBytes(24).toString('base64url')

/** The draft of an empty form. */
export const nothingTyped = (): Draft => ({
  customer: { name: '', phone: '' },
  fulfillment: { method: 'DELIVERY', option: '' },
  receiptKey: newReceiptKey(),
})
