import { testCardFields } from '../../widget/views/test-card-fields.ts'
import { htmlText } from './html-text.ts'
import type { WidgetAssets } from './widget-assets.ts'

type PaymentFrame = {
  assets: WidgetAssets
  nonce: string
  sessionId: string
  provider: 'test' | 'stripe'
  /** Who may frame this document: the frame's script answers nobody else. */
  parentOrigins: string[]
}

/** The card fields on their own origin (contract §5); relative to this document's own address. */
export function renderPaymentFrame({ assets, nonce, sessionId, provider, parentOrigins }: PaymentFrame): string {
  if (provider !== 'test') throw new Error(`There are no card fields for the payment provider "${provider}".`)
  return `<!doctype html>
<html lang="en" dir="ltr">
<head>
<meta charset="utf-8">
<title>Card details</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<style nonce="${nonce}">${assets.frameStyles}</style>
</head>
<body data-session="${htmlText(sessionId)}" data-tokenize="test-payment-methods"
 data-origins="${htmlText(JSON.stringify(parentOrigins))}">
${testCardFields()}
<script type="module" nonce="${nonce}">${assets.frameScript}</script>
</body>
</html>
`
}
