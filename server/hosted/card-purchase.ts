import type { Callers } from '../admission/callers.ts'
import { type Payments, viewCheckout } from '../checkout/sessions/view-checkout.ts'
import { afterView, amountsWith } from '../../widget/session/checkout-state.ts'
import type { Exchange } from '../web/requests/before-express.ts'
import { type Drafts, resultAddress, withDraftOf } from '../web/drafts.ts'
import type { PageAnswerContext, SettingOf } from './page-answers.ts'
import { type ShownContext, findShown } from './shown-session.ts'
import { mayBeOrdered, withDetails } from './typed-details.ts'

export type CardPageContext = PageAnswerContext &
  ShownContext & {
    payments: Payments
    /** Whether buyers of such a store pay by a plain card form. */
    takesPlainCards(store: { isTest: boolean }): boolean
    drafts: Drafts
    callers: Pick<Callers, 'networksOf'>
  }

/** The purchase of a buyer who has typed everything but the card; undefined for others. */
export async function findPurchase(
  context: CardPageContext,
  exchange: Exchange,
  { id, settingOf }: { id: string; settingOf: SettingOf },
) {
  const draft = await context.drafts.open(id, exchange.query)
  if (!draft || !mayBeOrdered(draft)) return undefined
  const found = await findShown(context, { id, exchange, needsReceipt: false })
  if (!found || !context.takesPlainCards(found.session.store)) return undefined
  const setting = settingOf(found.session)
  const view = viewCheckout(found.session, {
    language: setting.language,
    now: found.now,
    payments: context.payments,
    checkoutUrl: context.urls.checkoutUrl,
  })
  const { option } = draft.fulfillment
  const shown = {
    ...view,
    amounts: amountsWith(view, option),
    deliveryOptions: view.deliveryOptions.filter(({ id }) => id === option),
  }
  const { session, now } = found
  return { draft, session, now, setting, view: withDetails(shown, draft) }
}

/** The same, only when a card can be sent now. */
export async function findPayable(...asked: Parameters<typeof findPurchase>) {
  const purchase = await findPurchase(...asked)
  const state = purchase && afterView({ type: 'loading' }, purchase.view)
  return state?.type === 'ready' ? purchase : undefined
}

/** Where the buyer can go from here; each address keeps what was typed. */
export function addressesOf({ urls }: CardPageContext, { query }: Exchange, id: string) {
  const page = `${urls.checkoutUrl}/${id}`
  return { details: withDraftOf(query, page), result: resultAddress(query, page) }
}
