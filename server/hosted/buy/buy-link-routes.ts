import { buyUrlOf } from '../../checkout/sessions/buy-link.ts'
import { offerIn } from '../../checkout/sessions/words-in.ts'
import type { Exchange } from '../../web/requests/before-express.ts'
import { routes } from '../../web/routes.ts'
import { answerPage, answering } from '../page-answers.ts'
import { renderLanguagesPage } from '../plain-pages.ts'
import { choicesOf, quantityRefusal } from './choices.ts'
import { type LinkCodeContext, codeSender } from './link-code.ts'
import { askedIn, isQuantityWrong } from './link-query.ts'
import { type BuyLinkContext, type Link, onOffer, showOffer } from './offered.ts'
import { pressForPage, pressForScript } from './press.ts'
import { renderPrintPage } from './print-page.ts'

const LINK = '/buy/:storeId/:slug'

/** A link that sells a product without a server of its merchant (contract §7). */
export const buyLinkRoutes = (context: LinkCodeContext) =>
  routes({
    [`${LINK}.svg`]: { get: codeSender(context) },
    [`${LINK}/print`]: {
      get: answering((exchange, { params }) => showSign(context, exchange, params)),
    },
    [LINK]: {
      get: answering((exchange, { params }) => showLink(context, exchange, params)),
      post: answering((exchange, request) => {
        const press = request.accepts(['html', 'json']) === 'json' ? pressForScript : pressForPage
        return press(context, exchange, request.params)
      }),
    },
  })

/** In the language of the store, since its buyers read the sign and its member prints it. */
const showSign = (context: BuyLinkContext, exchange: Exchange, link: Link) =>
  answerPage(context, exchange, (settingOf) =>
    onOffer(context, { exchange, link, settingOf }, (offer) => {
      const address = buyUrlOf(context.urls.checkoutUrl, link)
      const setting = settingOf(offer, offer.store.language)
      const page = renderPrintPage(setting, offerIn(offer, setting.language), address)
      return { status: 200, page }
    }),
  )

/** Opens nothing, however many people look, and however often. */
const showLink = (context: BuyLinkContext, exchange: Exchange, link: Link) =>
  answerPage(context, exchange, (settingOf) =>
    onOffer(context, { exchange, link, settingOf }, (offer) => {
      const { query } = exchange
      const { lang, was } = query as { lang?: unknown; was?: unknown }
      if (lang === '' && typeof was === 'string')
        return { status: 200, page: renderLanguagesPage(settingOf(offer, was), offer) }
      const asked = askedIn(query)
      const choices = choicesOf(offer.product, asked)
      const isWrong = isQuantityWrong(query)
      const refused = quantityRefusal(choices, { quantity: asked.quantity, isWrong })
      return showOffer(context, exchange, { status: 200, offer, link, choices, settingOf, refused })
    }),
  )
