import type { CheckoutSession } from '../checkout/sessions/session.ts'
import { viewCountries } from '../checkout/sessions/view-checkout.ts'
import type { CheckoutView } from '../contract/buyer.ts'
import { type Draft, type Drafts, fitsAddress, newReceiptKey } from '../web/drafts.ts'
import { readDetails } from './typed-details.ts'

type Late = {
  form: Record<string, unknown>
  session: CheckoutSession
  view: CheckoutView
  draft: Draft | undefined
}

/**
 * Adds to the query what was typed into a form that came too late: the session is over or being
 * paid in another tab. The query stays as it is when no form follows, or no address can hold the
 * text.
 */
export async function withTyped(
  drafts: Drafts,
  query: object,
  { form, session, view, draft }: Late,
): Promise<object> {
  const comesBack = view.status === 'open' || view.canRestart
  if (!comesBack || 'again' in form) return query
  // The view of a session that is over has no countries, but the form had their fields.
  const details = readDetails(form, { ...view, ...viewCountries(session) })
  const receiptKey = draft?.receiptKey ?? newReceiptKey()
  const sealed = await drafts.seal(session.id, { ...details, receiptKey })
  return fitsAddress(sealed) ? { ...query, draft: sealed } : query
}
