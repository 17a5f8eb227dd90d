import { languageOf } from '../../../widget/i18n/catalogues.ts'
import { directionOf } from '../../../widget/i18n/translate.ts'
import { testCardFields } from '../../../widget/views/test-card-fields.ts'
import type { FramePage } from '../../web/answers/frame-page.ts'
import type { WidgetAssets } from '../../web/answers/widget-assets.ts'
import { html, scriptJson, styleSheet, unsafeHtml } from '../../web/html.ts'

type CardFieldsPage = Omit<FramePage, 'assets'> & { assets: Pick<WidgetAssets, 'framePage'> }

/** The test card fields (contract §5). Addresses are relative to this document's. */
export function renderTestFrame({
  assets,
  nonce,
  parentOrigins,
  isTest,
  language,
}: CardFieldsPage): string {
  const { form, card, cardLabels } = languageOf(language)
  const { script, styles } = assets.framePage('payment-frame')
  return html`<!doctype html>
<html lang="${language}"${directionOf(language) === 'rtl' ? html` dir="rtl"` : ''}>
<title>${form['card.frame']}</title>
<style nonce="${nonce}">${styleSheet(styles)}</style>
<body data-origins="${parentOrigins.join(' ')}">
${isTest ? html`<p class="hint">${cardLabels.test}</p>` : ''}${unsafeHtml(testCardFields(card, cardLabels))}
<script type="application/json">${scriptJson(card)}</script>
<script type="module" nonce="${nonce}">${unsafeHtml(script)}</script>
`.text
}
