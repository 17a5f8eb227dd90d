import type { Request, Response } from 'express'
import type { Callers } from '../../admission/callers.ts'
import { createRecent } from '../../cache/memory/recent.ts'
import { assertOwnAddresses, buyUrlOf } from '../../checkout/sessions/buy-link.ts'
import { CheckoutError } from '../../checkout/errors.ts'
import { productNotFound } from '../../checkout/sessions/stock.ts'
import { exchangeOf } from '../../web/requests/before-express.ts'
import { html } from '../../web/html.ts'
import { qrPath } from '../../web/answers/qr-code.ts'
import { assertWithinLimit } from '../../web/answers/rate-limit-headers.ts'
import { addressesIn, withQuery } from './link-query.ts'
import { type BuyLinkContext, type Link, findOffered } from './offered.ts'

export type LinkCodeContext = BuyLinkContext & { callers: Pick<Callers, 'take'> }

/** Longer ones have too many squares for a phone's camera, and cost more than 5 ms. */
const LONGEST_CODE = 300

/** Codes of a merchant's shop window are asked for by all of its visitors: about 20 KB each. */
const MAX_KEPT = 200

/** How many codes that are not kept are drawn for one customer. */
const DRAWING = { purpose: 'link-codes', rate: { perSecond: 1, burst: 20 } }

/** Any page may show the code, which runs nothing. It is the same as long as its address is. */
const CODE_HEADERS = {
  'Content-Type': 'image/svg+xml',
  'Content-Security-Policy': "default-src 'none'; sandbox",
  'Cross-Origin-Resource-Policy': 'cross-origin',
  'Cache-Control': 'public, max-age=86400',
  'X-Robots-Tag': 'noindex, nofollow',
}

/** Answers with the link, and all that its address asks for, as a QR code to print. */
export function codeSender(context: LinkCodeContext) {
  const kept = createRecent<string>(MAX_KEPT)
  return async (request: Request<Link>, response: Response) => {
    const { params, query, ip } = request
    const offer = await findOffered(context, exchangeOf(request, response), params)
    if (!offer) throw productNotFound(params.slug)
    assertOwnAddresses(offer, addressesIn(query))
    const address = withQuery(buyUrlOf(context.urls.checkoutUrl, params), query)
    if (address.length > LONGEST_CODE)
      throw new CheckoutError(
        'invalid_request',
        `address: has more than ${LONGEST_CODE} characters, too many for a QR code`,
      )
    let code = kept.find(address)
    if (code === undefined) {
      const share = await context.callers.take(ip, DRAWING)
      if (share?.allowed === false) assertWithinLimit(response, share)
      code = draw(address)
    }
    kept.put(address, code)
    response.set(CODE_HEADERS).send(code)
  }
}

function draw(address: string) {
  const { size, path } = qrPath(address, 'medium')
  return html`<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" width="${size * 8}" height="${size * 8}" shape-rendering="crispEdges"><path fill="#fff" d="M0 0h${size}v${size}H0z"/><path d="${path}"/></svg>`
    .text
}
