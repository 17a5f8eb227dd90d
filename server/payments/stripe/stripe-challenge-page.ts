import { stripeEn } from '../../../widget/i18n/stripe-en.ts'
import { htmlText } from '../../web/html-text.ts'
import type { WidgetAssets } from '../../web/widget-assets.ts'

type StripeChallenge = {
  assets: WidgetAssets
  nonce: string
  publishableKey: string
  scriptUrl: string
}

/**
 * Where Stripe puts the bank's question (payments §7). The payment's secret comes in the fragment,
 * which no server sees.
 */
export function renderStripeChallenge({
  assets,
  nonce,
  publishableKey,
  scriptUrl,
}: StripeChallenge): string {
  const { script, styles } = assets.framePage('stripe-challenge')
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>${stripeEn['bank.title']}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style nonce="${nonce}">${styles}</style>
<script src="${htmlText(scriptUrl)}" nonce="${nonce}" defer></script>
</head>
<body data-publishable-key="${htmlText(publishableKey)}">
<div class="page">
<h1>${stripeEn['bank.title']}</h1>
<p role="status">${stripeEn['bank.asking']}</p>
<button type="button" hidden>${stripeEn['bank.again']}</button>
</div>
<script type="module" nonce="${nonce}">${script}</script>
</body>
</html>
`
}
