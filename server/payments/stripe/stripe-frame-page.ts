import { languageOf } from '../../../widget/i18n/catalogues.ts'
import { amountsOf } from '../../checkout/pricing.ts'
import type { Quote } from '../../checkout/session.ts'
import { htmlText } from '../../web/html-text.ts'
import type { FramePage } from '../../web/frame-page.ts'
import { toStripeAmount } from './stripe-currencies.ts'

type StripeFrame = FramePage & {
  publishableKey: string
  scriptUrl: string
  quote: Quote
}

/**
 * What each delivery option would cost in Stripe's units: Stripe.js is told the server's amounts,
 * never those of a page.
 */
const amountsBy = ({ quote }: StripeFrame) =>
  Object.fromEntries(
    quote.deliveryOptions.map((option) => [
      option.id,
      toStripeAmount(amountsOf(quote, option).total, quote.currency),
    ]),
  )

/**
 * Stripe's card fields (payments §7). Its script runs before ours, or has failed by then: deferred
 * scripts keep their order.
 */
export function renderStripeFrame(page: StripeFrame): string {
  const { language } = page
  const { messages, stripe } = languageOf(language)
  const { script, styles } = page.assets.framePage('stripe-frame')
  return `<!doctype html>
<html lang="${language}">
<meta charset="utf-8">
<title>${htmlText(messages['card.frame'])}</title>
<style nonce="${page.nonce}">${styles}</style>
<script src="${htmlText(page.scriptUrl)}" nonce="${page.nonce}" defer></script>
<body data-origins="${htmlText(page.parentOrigins.join(' '))}" data-publishable-key="${htmlText(page.publishableKey)}"
 data-check="${htmlText(stripe['card.check'])}" data-currency="${page.quote.currency.toLowerCase()}" data-amounts="${htmlText(JSON.stringify(amountsBy(page)))}">
<div id="wallets" class="none"><div id="express"></div><p>${htmlText(stripe['card.or'])}</p></div>
<div id="card"></div>
<script type="module" nonce="${page.nonce}">${script}</script>
`
}
