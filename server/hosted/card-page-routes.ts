import type { Exchange } from '../web/requests/before-express.ts'
import { routes } from '../web/routes.ts'
import { renderCardPage } from './card-page.ts'
import { type TakeCard, payByCard } from './card-payment.ts'
import { type CardPageContext, addressesOf, findPurchase } from './card-purchase.ts'
import { stateOnReturn } from './hosted-page.ts'
import { answerPage, answering } from './page-answers.ts'
import { isDeliveredTo } from './typed-details.ts'

/** The card form for buyers without script, on the payment frame's origin (contract §5). */
export const cardPageRoutes = (context: CardPageContext, takeCard: TakeCard) =>
  routes({
    '/:id/card': {
      get: answering((exchange, { params }) => showCard(context, exchange, params.id)),
      post: answering((exchange, { params }) =>
        payByCard(context, exchange, { id: params.id, takeCard }),
      ),
    },
  })

const showCard = (context: CardPageContext, exchange: Exchange, id: string) =>
  answerPage(context, exchange, async (settingOf) => {
    const { details } = addressesOf(context, exchange, id)
    const purchase = await findPurchase(context, exchange, { id, settingOf })
    if (!purchase || !isDeliveredTo(purchase.draft, purchase.view)) return { see: details }
    const { session, setting, view } = purchase
    const state = stateOnReturn(view, purchase.draft.last4)
    if (state.type !== 'ready') return { see: details }
    const { branding } = session.store
    const page = renderCardPage({ ...setting, state, detailsUrl: details, branding })
    return { status: 200, page }
  })
