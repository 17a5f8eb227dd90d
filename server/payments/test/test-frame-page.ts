import { testCardFields } from '../../../widget/views/test-card-fields.ts'
import { frameLabelsEn } from '../../../widget/i18n/frame-en.ts'
import type { FramePage } from '../../web/frame-page.ts'
import type { WidgetAssets } from '../../web/widget-assets.ts'
import { htmlText } from '../../web/html-text.ts'

type CardFieldsPage = Omit<FramePage, 'assets'> & { assets: Pick<WidgetAssets, 'framePage'> }

/**
 * The test provider's card fields on their own origin (contract §5); relative to this document's
 * own address.
 */
export function renderTestFrame({ assets, nonce, parentOrigins, isTest }: CardFieldsPage): string {
  const { script, styles } = assets.framePage('payment-frame')
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Card details</title>
<style nonce="${nonce}">${styles}</style>
<body data-origins="${htmlText(parentOrigins.join(' '))}">
${isTest ? `<p>${frameLabelsEn.test}</p>` : ''}${testCardFields()}
<script type="module" nonce="${nonce}">${script}</script>
`
}
