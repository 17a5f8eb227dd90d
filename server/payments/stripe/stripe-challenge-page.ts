import { languageOf } from '../../../widget/i18n/catalogues.ts'
import { directionOf } from '../../../widget/i18n/translate.ts'
import { html, scriptJson, styleSheet, unsafeHtml } from '../../web/html.ts'
import type { WidgetAssets } from '../../web/answers/widget-assets.ts'

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
  return html`<!doctype html>
<html lang="${language}" dir="${directionOf(language)}">
<head>
<meta charset="utf-8">
<title>${stripe['bank.title']}</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style nonce="${nonce}">${styleSheet(styles)}</style>
<script src="${scriptUrl}" nonce="${nonce}" defer></script>
</head>
<body data-publishable-key="${publishableKey}">
<div class="page">
<h1>${stripe['bank.title']}</h1>
<p role="status">${stripe['bank.asking']}</p>
<button type="button" hidden>${stripe['bank.again']}</button>
</div>
<script type="application/json" id="texts">${scriptJson(stripe)}</script>
<script type="module" nonce="${nonce}">${unsafeHtml(script)}</script>
</body>
</html>
`.text
}
