import { languageOf } from '../../../widget/i18n/catalogues.ts'
import { directionOf } from '../../../widget/i18n/translate.ts'
import { testCardFields } from '../../../widget/views/test-card-fields.ts'
import type { FramePage } from '../../web/frame-page.ts'
import type { WidgetAssets } from '../../web/widget-assets.ts'
import { htmlText, jsonText } from '../../web/html-text.ts'

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
  return `<!doctype html>
<html lang="${language}"${directionOf(language) === 'rtl' ? ' dir="rtl"' : ''}>
<title>${htmlText(form['card.frame'])}</title>
<style nonce="${nonce}">${styles}</style>
<body data-origins="${htmlText(parentOrigins.join(' '))}">
${isTest ? `<p class="hint">${htmlText(cardLabels.test)}</p>` : ''}${testCardFields(card, cardLabels)}
<script type="application/json">${jsonText(card)}</script>
<script type="module" nonce="${nonce}">${script}</script>
`
}
