import { testCardFields } from '../../widget/views/test-card-fields.ts'
import { htmlText } from './html-text.ts'
import type { WidgetAssets } from './widget-assets.ts'

type PaymentFrame = {
  assets: WidgetAssets
  nonce: string
  provider: 'test' | 'stripe'
  /** Who may frame this document: the frame's script answers nobody else. */
  parentOrigins: string[]
}

/** The card fields on their own origin (contract §5); relative to this document's own address. */
export function renderPaymentFrame({ assets, nonce, provider, parentOrigins }: PaymentFrame): string {
  if (provider !== 'test') throw new Error(`There are no card fields for the payment provider "${provider}".`)
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Card details</title>
<style nonce="${nonce}">${assets.frameStyles}</style>
<body data-origins="${htmlText(parentOrigins.join(' '))}">
${testCardFields()}
<script type="module" nonce="${nonce}">${assets.frameScript}</script>
`
}
