import { languageOf } from '../../../widget/i18n/catalogues.ts'
import { directionOf } from '../../../widget/i18n/translate.ts'
import { htmlText, jsonText } from '../../web/html-text.ts'
import type { WidgetAssets } from '../../web/widget-assets.ts'

type StripeChallenge = {
  assets: WidgetAssets
  nonce: string
  publishableKey: string
  scriptUrl: string
  language: string
}

/**
 * The page on which Stripe asks the bank's question (payments §7). The payment's secret comes in
 * the fragment of the address, which no server sees.
 */
export function renderStripeChallenge({
  assets,
  nonce,
  publishableKey,
  scriptUrl,
  language,
}: StripeChallenge): string {
  const { stripe } = languageOf(language)
  const { script, styles } = assets.framePage('stripe-challenge')
  return `<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<title>${htmlText(stripe['bank.title'])}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style nonce="${nonce}">${styles}</style>
<script src="${htmlText(scriptUrl)}" nonce="${nonce}" defer></script>
</head>
<body data-publishable-key="${htmlText(publishableKey)}">
<div class="page">
<h1>${htmlText(stripe['bank.title'])}</h1>
<p role="status">${htmlText(stripe['bank.asking'])}</p>
<button type="button" hidden>${htmlText(stripe['bank.again'])}</button>
</div>
<script type="application/json" id="texts">${jsonText(stripe)}</script>
<script type="module" nonce="${nonce}">${script}</script>
</body>
</html>
`
}
