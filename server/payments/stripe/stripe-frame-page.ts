import { amountsOf } from '../../checkout/pricing.ts'
import type { Quote } from '../../checkout/session.ts'
import { htmlText } from '../../web/html-text.ts'
import type { HttpContext } from '../../web/http-context.ts'
import type { FramePage } from '../../hosted/payment-frame-page.ts'

type StripeFrame = FramePage & {
  stripe: NonNullable<HttpContext['stripe']>
  scriptUrl: string
  quote: Quote
}

/**
 * What each delivery option would cost in Stripe's units: Stripe.js is told the server's amounts,
 * never those of a page.
 */
const amountsBy = ({ quote, stripe }: StripeFrame) =>
  Object.fromEntries(
    quote.deliveryOptions.map((option) => [
      option.id,
      stripe.toAmount(amountsOf(quote, option).total, quote.currency),
    ]),
  )

/**
 * Stripe's card fields (payments §7). Its script runs before ours, or has failed by then: deferred
 * scripts keep their order.
 */
export const renderStripeFrame = (page: StripeFrame): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Card details</title>
<style nonce="${page.nonce}">${page.assets.stripe.frameStyles}</style>
<script src="${htmlText(page.scriptUrl)}" nonce="${page.nonce}" defer></script>
<body data-origins="${htmlText(page.parentOrigins.join(' '))}" data-publishable-key="${htmlText(page.stripe.publishableKey)}"
 data-currency="${page.quote.currency.toLowerCase()}" data-amounts="${htmlText(JSON.stringify(amountsBy(page)))}">
<div id="card"></div>
<script type="module" nonce="${page.nonce}">${page.assets.stripe.frameScript}</script>
`
