import { testCardFields } from '../../widget/views/test-card-fields.ts'
import { htmlText } from '../web/html-text.ts'
import type { WidgetAssets } from '../web/widget-assets.ts'

/** `parentOrigins`: who may frame this document; the frame's script answers nobody else. */
export type FramePage = { assets: WidgetAssets; nonce: string; parentOrigins: string[] }

/**
 * The test provider's card fields on their own origin (contract §5); relative to this document's
 * own address.
 */
export const renderPaymentFrame = ({
  assets,
  nonce,
  parentOrigins,
}: FramePage): string => `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Card details</title>
<style nonce="${nonce}">${assets.frameStyles}</style>
<body data-origins="${htmlText(parentOrigins.join(' '))}">
${testCardFields()}
<script type="module" nonce="${nonce}">${assets.frameScript}</script>
`
