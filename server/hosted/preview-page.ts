import type { Preview } from '../checkout/stores/branding.ts'
import { currencyDigits } from '../checkout/money.ts'
import type { Payments } from '../checkout/sessions/view-checkout.ts'
import type { CheckoutView } from '../contract/buyer.ts'
import { type CheckoutState, afterView, isForm } from '../../widget/session/checkout-state.ts'
import { languageOf } from '../../widget/i18n/catalogues.ts'
import { chooseLanguage } from '../../widget/i18n/choose-language.ts'
import { directionOf } from '../../widget/i18n/translate.ts'
import { tokens } from '../../widget/styles/tokens.styles.ts'
import { view as checkoutView } from '../../widget/views/checkout-view.ts'
import { testCardFields } from '../../widget/views/test-card-fields.ts'
import type { Ui } from '../../widget/views/ui.ts'
import { html, insertAfter, unsafeHtml } from '../web/html.ts'
import { hashSource } from '../web/answers/security-headers.ts'
import type { WidgetAssets } from '../web/answers/widget-assets.ts'
import { brandingStyles } from './branding-styles.ts'
import { pageOf, textOf } from './hosted-page.ts'
import { commonOf } from './page-beginnings.ts'
import { renderView } from './rendered-view.ts'

/** A page that runs nothing. The hashes are of its sheets and those of its frame. */
export type PreviewPage = { html: string; styleHashes: string[] }

const MINUTE_MS = 60_000

const CUSTOMER = { name: 'Ana Example', phone: '+34 600 123 456' }

/** The same sample purchase for all stores, in their currency. */
function sampleView(
  { store, currency, language }: Preview,
  { payments, now }: { payments: Payments; now: Date },
): CheckoutView {
  const { name, isTest, logoUrl, contactEmail, contactPhone, seller } = store
  const digits = currencyDigits(currency)
  // 49, or 4,900 in currencies without decimals.
  const unit = digits === 0 ? 100 : 10 ** digits
  return {
    id: 'cs_preview',
    status: 'open',
    expiresAt: new Date(now.getTime() + 30 * MINUTE_MS).toISOString(),
    now: now.toISOString(),
    store: {
      name: isTest ? `${name} (test)` : name,
      language,
      ...(logoUrl !== null && { logoUrl }),
      ...(contactEmail !== null && { contactEmail }),
      ...(contactPhone !== null && { contactPhone }),
      ...(seller && { seller }),
    },
    item: {
      name: 'Linen shirt',
      imageUrl: null,
      size: 'M',
      color: 'Sand',
      quantity: 1,
      unitPrice: 49 * unit,
    },
    currency,
    currencyDigits: digits,
    deliveryOptions: [
      { id: 'standard', name: 'Standard', fee: 4 * unit },
      { id: 'express', name: 'Express', fee: 9 * unit },
    ],
    customer: CUSTOMER,
    amounts: { subtotal: 49 * unit, fee: 4 * unit, total: 53 * unit },
    attempt: null,
    order: null,
    payment: store.isTest ? payments.test : payments.live,
    cancelUrl: '#',
  }
}

function sampleState(state: Preview['state'], view: CheckoutView): CheckoutState {
  const { amounts, now } = view
  switch (state) {
    case 'form':
      return { type: 'ready', view }
    case 'declined':
      return {
        type: 'ready',
        view,
        problem: { type: 'declined', code: 'card_declined', message: '' },
      }
    case 'expired':
      return { type: state, view }
    case 'sold_out':
      return { type: 'unavailable', view, why: { reason: state } }
    case 'receipt':
      return afterView(
        { type: 'loading' },
        {
          ...view,
          status: 'complete',
          card: { brand: 'Visa', last4: '4242' },
          order: {
            orderNumber: 'ABCDE-12345',
            amountTotal: amounts.total,
            quantity: 1,
            customer: CUSTOMER,
            fulfillment: {
              method: 'DELIVERY',
              details: 'Standard, Calle Mayor 1',
              fee: amounts.fee,
            },
            paidAt: now,
          },
        },
      )
    default:
      return state satisfies never
  }
}

/** The card fields in a frame, with the page's own tokens. */
function cardFrame(assets: WidgetAssets, look: string, language: string, { t }: Ui) {
  const { card, cardLabels } = languageOf(language)
  const sheets = [
    `${tokens}${look}:root{--_hc-page:var(--_hc-bg)}`,
    assets.framePage('payment-frame').styles,
  ]
  const frame = html`<!doctype html><html lang="${language}" dir="${directionOf(language)}"><title>${t('card.frame')}</title>
${sheets.map((sheet) => html`<style>${unsafeHtml(sheet)}</style>`)}<body>${unsafeHtml(testCardFields(card, cardLabels))}`
  return {
    html: html`<iframe title="${t('card.frame')}" data-ready srcdoc="${frame.text}"></iframe>`,
    styleHashes: sheets.map(hashSource),
  }
}

/** A store's page with a sample purchase, drawn by the real code. It sends nothing. */
export function renderPreview(
  { assets, payments }: { assets: WidgetAssets; payments: Payments },
  preview: Preview,
  now: Date,
): PreviewPage {
  const language = chooseLanguage(preview.language)
  const { ui, message: beginning } = commonOf(assets, language)
  const view = sampleView(preview, { payments, now })
  const { store } = view
  const state = sampleState(preview.state, view)
  const scheme = `:root{color-scheme:${preview.scheme}}`
  const look = `${preview.branding ? brandingStyles(preview.branding) : ''}${scheme}`
  const card = cardFrame(assets, look, language, ui)
  const screen = renderView(checkoutView(state, ui))
  const page = pageOf({
    beginning,
    ui,
    title: ui.t('page.title', { store: store.name }),
    head: html`<style>${unsafeHtml(scheme)}</style>\n`,
    store,
    branding: preview.branding,
    // By the status the sheet knows that the page does not wait for a script.
    body: html`<hosted-checkout status="ready">
${isForm(state) ? insertAfter(screen, /<div [^>]*data-card>(?=<\/div>)/, card.html) : screen}</hosted-checkout>`,
  })
  return {
    html: textOf(page),
    styleHashes: [...page.styleHashes, hashSource(scheme), ...card.styleHashes],
  }
}
