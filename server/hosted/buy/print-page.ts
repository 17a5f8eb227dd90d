import { html } from 'lit/html.js'
import type { Offer } from '../../checkout/sessions/buy-link.ts'
import { viewStore } from '../../checkout/sessions/view-checkout.ts'
import { fillText } from '../../../widget/i18n/translate.ts'
import type { Page, Setting } from '../hosted-page.ts'
import { commonOf } from '../page-beginnings.ts'
import { plainPage } from '../plain-pages.ts'
import { moneyOf } from './buy-page.ts'

/** One sheet of A6, on the screen, too. Codes are read best dark on light. */
const SHEET = `
@page { size: 105mm 148mm; margin: 0; }
:root { color-scheme: light; }
.header, .foot { display: none; }
.body { padding: 0; max-inline-size: none; }
.sheet {
  display: flex; flex-direction: column; align-items: center; justify-content: space-between;
  box-sizing: border-box; inline-size: 105mm; block-size: 147mm; margin: auto; padding: 9mm;
  background: #fff; color: #000; text-align: center;
}
.sheet p { text-align: center; }
.logo { max-block-size: 14mm; max-inline-size: 70mm; }
.code { inline-size: 60mm; block-size: 60mm; }
.sheet h1 { font-size: 6mm; line-height: 1.2; }
@media screen { .sheet { margin-block: 24px; outline: 1px solid #d9dde5; } }`

/** A sign for a shop window or a table: what is sold, for how much, and its code. */
export function renderPrintPage(setting: Setting, offer: Offer, link: string): Page {
  const { ui, texts } = commonOf(setting.assets, setting.language)
  const { name, price } = offer.product
  const store = viewStore(offer)
  const view = html`<section class="sheet">
    ${
      store.logoUrl
        ? html`<img class="logo" src=${store.logoUrl} alt=${store.name} />`
        : html`<p class="strong"><bdi translate="no">${store.name}</bdi></p>`
    }
    <div>
      <h1><bdi translate="no">${name}</bdi></h1>
      <p class="strong" translate="no">${moneyOf(offer, ui, price)}</p>
    </div>
    <img class="code" src="${link}.svg" alt="" />
    <p class="strong">${texts.scan}</p>
  </section>`
  return plainPage(setting, {
    title: fillText(texts.labelled, { label: texts.scan, value: name }),
    view,
    owner: offer,
    opening: 'lost',
    rules: SHEET,
    hasLanguages: false,
  })
}
