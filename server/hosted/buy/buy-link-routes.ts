import type { Request, Response } from 'express'
import { assertOwnAddresses, buyUrlOf } from '../../checkout/buy-link.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import { productNotFound } from '../../checkout/stock.ts'
import { type Exchange, exchangeOf } from '../../web/before-express.ts'
import { qrPath } from '../../web/qr-code.ts'
import { routes } from '../../web/routes.ts'
import { answerPage, answering } from '../page-answers.ts'
import { renderLanguagesPage } from '../plain-pages.ts'
import { choicesOf, quantityRefusal } from './choices.ts'
import { addressesIn, askedIn, isQuantityWrong, withQuery } from './link-query.ts'
import { type BuyLinkContext, type Link, findOffered, onOffer, showOffer } from './offered.ts'
import { pressForPage, pressForScript } from './press.ts'

const LINK = '/buy/:storeId/:slug'

/** A link that sells a product without a server of its merchant (contract §7). */
export const buyLinkRoutes = (context: BuyLinkContext) =>
  routes({
    [`${LINK}.svg`]: { get: (request, response) => sendCode(context, request, response) },
    [LINK]: {
      get: answering((exchange, { params }) => showLink(context, exchange, params)),
      post: answering((exchange, request) => {
        const press = request.accepts(['html', 'json']) === 'json' ? pressForScript : pressForPage
        return press(context, exchange, request.params)
      }),
    },
  })

/** Opens nothing, whoever looks and however often. */
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

/** Longer ones have too many squares for a phone's camera. */
const LONGEST_CODE = 1_000

/** Any page may show the code, which runs nothing. It is the same as long as its address is. */
const CODE_HEADERS = {
  'Content-Type': 'image/svg+xml',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': 'public, max-age=86400',
  'X-Robots-Tag': 'noindex, nofollow',
}

/** The link with all that its address asks for, as a QR code to print. */
async function sendCode(context: BuyLinkContext, request: Request<Link>, response: Response) {
  const { params, query } = request
  const offer = await findOffered(context, exchangeOf(request, response), params)
  if (!offer) throw productNotFound(params.slug)
  assertOwnAddresses(offer, addressesIn(query))
  const address = withQuery(buyUrlOf(context.urls.checkoutUrl, params), query)
  if (address.length > LONGEST_CODE)
    throw new CheckoutError(
      'invalid_request',
      `address: has more than ${LONGEST_CODE} characters, too many for a QR code`,
    )
  const { size, path } = qrPath(address, 'M')
  response
    .set(CODE_HEADERS)
    .send(
      `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 8}" height="${size * 8}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`,
    )
}
