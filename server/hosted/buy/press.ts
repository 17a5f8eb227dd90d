import type { Request, Response } from 'express'
import { type Offer, assertOwnAddresses, buyByLink } from '../../checkout/buy-link.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import { productNotFound } from '../../checkout/stock.ts'
import { CheckoutItem } from '../../contract/merchant.ts'
import type { Answer } from '../../web/answer.ts'
import { exchangeOf } from '../../web/before-express.ts'
import { allowOrigin, isAllowedOrigin } from '../../web/cors.ts'
import { assertWithinShare } from '../../web/network-share.ts'
import { pageOrigin } from '../../web/page-admission.ts'
import { parse } from '../../web/parse.ts'
import { assertWithinLimit } from '../../web/rate-limit-headers.ts'
import { answerPage } from '../page-answers.ts'
import { renderNotFoundPage } from '../plain-pages.ts'
import type { Refused } from './buy-page.ts'
import { type Asked, type Choices, choicesOf } from './choices.ts'
import { addressesIn, askedIn, inItsLanguage } from './link-query.ts'
import { type BuyLinkContext, type Link, findOffered, onOffer, showOffer } from './offered.ts'

type Press = { form: () => Promise<Record<string, unknown>>; response: Response }

/** Everybody can press, so the store's presses and those of a network have limits, as keys have. */
async function open(
  context: BuyLinkContext,
  { offer, chosen, request, response }: { offer: Offer; chosen: Asked } & Asking,
) {
  const { checkout, callers, sessionTtlSeconds: ttlSeconds, urls } = context
  const { storeId } = offer.creator
  const purpose = `buys:${storeId}`
  await assertWithinShare(context, { purpose, address: request.ip, response })
  assertWithinLimit(response, await checkout.cache.limiter.take(`store-${purpose}`))
  const item = parse(CheckoutItem, { product: offer.product.slug, ...chosen })
  const session = await buyByLink(checkout, offer, {
    item,
    ...addressesIn(request.query),
    ttlSeconds,
  })
  callers.remember({ kind: 'session', name: session.id })
  // Not awaited: without the copy the page reads the record.
  void checkout.cache.sessions.put(session)
  return inItsLanguage(`${urls.checkoutUrl}/${session.id}`, request.query)
}

type Asking = { request: Request<Link>; response: Response }

/** What the form says, else the address, else what there is alone. */
function chosenIn(form: object, query: object, { fixed }: Choices): Asked {
  const typed = askedIn(form)
  const asked = askedIn(query)
  return {
    size: typed.size ?? asked.size ?? fixed.size,
    color: typed.color ?? asked.color ?? fixed.color,
    quantity: typed.quantity ?? asked.quantity ?? fixed.quantity,
  }
}

/** The form of our own page alone: another page's shows ours, whose button can be pressed. */
export const pressForPage = (
  context: BuyLinkContext,
  request: Request<Link>,
  { form, response }: Press,
): Promise<Answer> => {
  const exchange = exchangeOf(request, response)
  const link = request.params
  return answerPage(context, exchange, (settingOf) =>
    onOffer(context, { exchange, link, settingOf }, async (offer) => {
      const choices = choicesOf(offer.product, askedIn(request.query))
      const show = (status: number, refused?: Refused, typed?: Asked) =>
        showOffer(context, exchange, { status, offer, link, choices, settingOf, refused, typed })
      if (pageOrigin(request, context.urls.checkoutOrigin) !== 'hosted') return show(403)
      const chosen = chosenIn(await form(), request.query, choices)
      const missing = choices.open.map(({ name }) => name).filter((name) => !chosen[name])
      if (choices.left > 0 && missing.length > 0)
        return show(422, { type: 'missing', missing }, chosen)
      try {
        return { see: await open(context, { offer, chosen, request, response }) }
      } catch (error) {
        if (!(error instanceof CheckoutError)) throw error
        switch (error.code) {
          case 'sold_out':
          case 'variant_not_found':
            return show(409, { type: 'sold_out' }, chosen)
          case 'insufficient_stock':
            return show(409, { type: 'too_few', left: error.left ?? 0 }, chosen)
          case 'rate_limited':
            response.setHeader('Retry-After', error.retryAfterSeconds ?? 2)
            return show(429, { type: 'limited' }, chosen)
          case 'product_not_found':
            return { status: 404, page: renderNotFoundPage(settingOf()) }
          default:
            throw error
        }
      }
    }),
  )
}

/**
 * For the button in a merchant's page (decision 112): the address of the session, for the pages that
 * may use the store's public key. @throws {CheckoutError} product_not_found, origin_not_allowed, and
 * why nothing was opened
 */
export async function pressForScript(
  context: BuyLinkContext,
  request: Request<Link>,
  { form, response }: Press,
): Promise<Answer> {
  const { params, query } = request
  const origin = pageOrigin(request, context.urls.checkoutOrigin)
  const offer = await findOffered(context, exchangeOf(request, response), params)
  if (!offer) throw productNotFound(params.slug)
  if (origin !== 'hosted') {
    if (origin === undefined || !isAllowedOrigin(offer.creator.allowedOrigins, origin))
      throw new CheckoutError(
        'origin_not_allowed',
        'This page’s origin is not among the store’s allowed origins.',
      )
    allowOrigin(response, origin)
  }
  assertOwnAddresses(offer, addressesIn(query))
  const chosen = chosenIn(await form(), query, choicesOf(offer.product, askedIn(query)))
  const url = await open(context, { offer, chosen, request, response })
  return { status: 201, json: JSON.stringify({ url }) }
}
