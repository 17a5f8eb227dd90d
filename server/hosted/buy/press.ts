import {
  type Offer,
  assertOwnAddresses,
  buyByLink,
  buyUrlOf,
} from '../../checkout/sessions/buy-link.ts'
import { CheckoutError, ERROR_CATALOGUE, type ErrorCode } from '../../checkout/errors.ts'
import { productNotFound } from '../../checkout/sessions/stock.ts'
import { CheckoutItem } from '../../contract/merchant.ts'
import type { Answer } from '../../web/answers/answer.ts'
import type { Exchange } from '../../web/requests/before-express.ts'
import { allowOrigin, isAllowedOrigin } from '../../web/answers/cors.ts'
import { assertWithinShare } from '../../web/requests/network-share.ts'
import { pageOrigin } from '../../web/requests/page-admission.ts'
import { parse } from '../../web/requests/parse.ts'
import { assertWithinLimit } from '../../web/answers/rate-limit-headers.ts'
import { answerPage, readForm } from '../page-answers.ts'
import type { BuyRefusal } from './buy-page.ts'
import { type VariantRequest, type Choices, choicesOf, quantityRefusal } from './choices.ts'
import { addressesIn, askedIn, isQuantityWrong, withQuery } from './link-query.ts'
import { type BuyLinkContext, type Link, findOffered, onOffer, showOffer } from './offered.ts'

type BuyPress = { offer: Offer; chosen: VariantRequest; changeUrl?: string }

/** Everybody can press, so the store's presses and those of a network have limits, as keys have. */
async function open(
  context: BuyLinkContext,
  { query, address, response }: Exchange,
  { offer, chosen, changeUrl }: BuyPress,
) {
  const { checkout, callers, sessionTtlSeconds: ttlSeconds, urls } = context
  const { storeId } = offer.creator
  const purpose = `buys:${storeId}`
  await assertWithinShare(context, { purpose, address, response })
  assertWithinLimit(response, await checkout.cache.limiter.take(`store-${purpose}`))
  const item = parse(CheckoutItem, { product: offer.product.slug, ...chosen })
  const session = await buyByLink(checkout, offer, {
    item,
    ...addressesIn(query),
    changeUrl,
    ttlSeconds,
  })
  callers.remember({ kind: 'session', name: session.id })
  // Not awaited: without the copy the page reads the record.
  void checkout.cache.sessions.put(session)
  return withQuery(`${urls.checkoutUrl}/${session.id}`, { lang: Reflect.get(query, 'lang') })
}

/** What the form says, else the address, else what there is alone. */
function chosenIn(form: object, query: object, { fixed }: Choices): VariantRequest {
  const typed = askedIn(form)
  const asked = askedIn(query)
  return {
    size: typed.size ?? asked.size ?? fixed.size,
    color: typed.color ?? asked.color ?? fixed.color,
    quantity: typed.quantity ?? asked.quantity ?? fixed.quantity,
  }
}

/** The page again with what was chosen, from which the buyer may choose anew. */
const changeUrlOf = (address: string, query: object, { quantity, ...chosen }: VariantRequest) =>
  withQuery(address, { ...query, ...chosen, quantity: String(quantity ?? 1), change: '1' })

/** The form's quantity comes before the address's, also when it is wrong. */
const isPressWrong = (form: object, query: object) =>
  isQuantityWrong('quantity' in form ? form : query)

/** Refusals that the page shows above its button, so that the buyer chooses anew or waits. */
const SHOWN: ErrorCode[] = ['sold_out', 'variant_not_found', 'insufficient_stock', 'rate_limited']

/** The form of our own page alone: another page's shows ours, whose button can be pressed. */
export const pressForPage = (
  context: BuyLinkContext,
  exchange: Exchange,
  link: Link,
): Promise<Answer> =>
  answerPage(context, exchange, (settingOf) =>
    onOffer(context, { exchange, link, settingOf }, async (offer) => {
      const { request, response, query } = exchange
      const choices = choicesOf(offer.product, askedIn(query))
      const show = (status: number, refused?: BuyRefusal, typed?: VariantRequest) =>
        showOffer(context, exchange, { status, offer, link, choices, settingOf, refused, typed })
      if (pageOrigin(request, context.urls.checkoutOrigin) !== 'hosted') return show(403)
      const form = await readForm(exchange)
      const chosen = chosenIn(form, query, choices)
      const missing = choices.open.map(({ name }) => name).filter((name) => !chosen[name])
      if (choices.left > 0 && missing.length > 0) return show(422, { missing }, chosen)
      if (isPressWrong(form, query) || (chosen.quantity ?? 1) > choices.most) {
        const refused = quantityRefusal(choices, { quantity: undefined, isWrong: true })
        return show(422, refused ?? { code: 'sold_out' }, chosen)
      }
      try {
        const changeUrl = changeUrlOf(buyUrlOf(context.urls.checkoutUrl, link), query, chosen)
        return { see: await open(context, exchange, { offer, chosen, changeUrl }) }
      } catch (error) {
        if (!(error instanceof CheckoutError)) throw error
        if (!SHOWN.includes(error.code)) throw error
        if (error.code === 'rate_limited')
          response.setHeader('Retry-After', error.retryAfterSeconds ?? 2)
        return show(ERROR_CATALOGUE[error.code].status, error, chosen)
      }
    }),
  )

/**
 * For the button in a merchant's page (decision 112): the address of the session, for the pages that
 * may use the store's public key. @throws {CheckoutError} product_not_found, origin_not_allowed, and
 * why nothing was opened
 */
export async function pressForScript(
  context: BuyLinkContext,
  exchange: Exchange,
  link: Link,
): Promise<Answer> {
  const { request, response, query } = exchange
  const origin = pageOrigin(request, context.urls.checkoutOrigin)
  const offer = await findOffered(context, exchange, link)
  if (!offer) throw productNotFound(link.slug)
  if (origin !== 'hosted') {
    if (origin === undefined || !isAllowedOrigin(offer.creator.allowedOrigins, origin))
      throw new CheckoutError(
        'origin_not_allowed',
        'This page’s origin is not among the store’s allowed origins.',
      )
    allowOrigin(response, origin)
  }
  assertOwnAddresses(offer, addressesIn(query))
  const choices = choicesOf(offer.product, askedIn(query))
  const form = await readForm(exchange)
  if (isPressWrong(form, query))
    throw new CheckoutError('invalid_request', 'quantity: must be a whole number from 1 to 100')
  const chosen = chosenIn(form, query, choices)
  const url = await open(context, exchange, { offer, chosen })
  return { status: 201, json: JSON.stringify({ url }) }
}
