import { type TemplateResult, html, nothing } from 'lit/html.js'
import type { Offer } from '../../checkout/sessions/buy-link.ts'
import type { ErrorCode } from '../../checkout/errors.ts'
import type { GuaranteeNotice } from '../../contract/shown-store.ts'
import { currencyDigits } from '../../checkout/money.ts'
import type { ProductSafety } from '../../contract/product-safety.ts'
import { viewStore } from '../../checkout/sessions/view-checkout.ts'
import type { Language } from '../../../widget/i18n/language.ts'
import { fillText } from '../../../widget/i18n/translate.ts'
import { alertIcon } from '../../../widget/views/icons.ts'
import { guaranteeView } from '../../../widget/views/guarantee-view.ts'
import { GONE } from '../../../widget/styles/buy.styles.ts'
import { DOT, deliveryText } from '../../../widget/views/summary-view.ts'
import type { Ui } from '../../../widget/views/ui.ts'
import type { Page, Setting } from '../hosted-page.ts'
import { commonOf } from '../page-beginnings.ts'
import { plainPage } from '../plain-pages.ts'
import type { VariantRequest, Choice, Choices } from './choices.ts'
import { headOf } from './product-data.ts'

/**
 * Why nothing was opened, or not what the address asks for. `missing`: in which fields nothing was
 * chosen. `most`: how many can be bought, when the quantity that was asked for cannot.
 */
export type BuyRefusal =
  | { code: ErrorCode; left?: number | undefined }
  | { missing: Choice['name'][] }
  | { most: number }

export type BuyPageContent = {
  offer: Offer
  choices: Choices
  /** The product's link, without what is chosen in it. */
  link: string
  /** What the form had, when it comes back. */
  typed?: VariantRequest | undefined
  refused?: BuyRefusal | undefined
  /** Of the legal guarantee, for this buyer. */
  guaranteeNotice: GuaranteeNotice | undefined
}

type Words = { ui: Ui; texts: Language['page'] }

/** Radios that belong to one of several values; those that are gone cannot be chosen. */
function choiceView(
  { name, values }: Choice,
  { ui, texts }: Words,
  { choices, typed = choices.first, refused }: BuyPageContent,
) {
  const chosen = typed[name]
  const isMissing = refused && 'missing' in refused && refused.missing.includes(name)
  return html`<fieldset aria-describedby=${isMissing ? `${name}-error` : nothing}>
    <legend>${texts[name]}</legend>
    <div class="values">
      ${values.map(
        ({ value, isGone }, index) =>
          html`<label class="option"
            ><input
              type="radio"
              id="${name}-${index}"
              name=${name}
              value=${value}
              required
              ?checked=${value === chosen && !isGone}
              ?disabled=${isGone}
            /><bdi translate="no">${value}</bdi>
            <span class="gone">${ui.t('unavailable.soldOut')}</span></label
          >`,
      )}
    </div>
    ${isMissing ? html`<p class="error" id="${name}-error">${texts.choose}</p>` : nothing}
  </fieldset>`
}

function quantityView(
  { choices: { left, first }, typed = first, refused }: BuyPageContent,
  { texts }: Words,
) {
  const isWrong = refused && 'most' in refused
  const range = fillText(texts['quantity.range'], { most: String(left) })
  return html`<div class="field">
    <label for="quantity">${texts.quantity}</label>
    <div class="stepper">
      <button type="button" class="secondary" data-step="Down" aria-label=${texts.less}>−</button>
      <input
        type="number"
        id="quantity"
        name="quantity"
        inputmode="numeric"
        required
        min="1"
        max=${left}
        value=${Math.min(left, typed.quantity ?? 1)}
        aria-invalid=${isWrong ? 'true' : nothing}
        aria-describedby=${isWrong ? 'quantity-error' : nothing}
      />
      <button type="button" class="secondary" data-step="Up" aria-label=${texts.more}>+</button>
    </div>
    ${isWrong ? html`<p class="error" id="quantity-error">${range}</p>` : nothing}
  </div>`
}

/** It names the choice, because it is still there when the buyer chooses anew. */
function refusalView(refused: BuyRefusal | undefined, { size, color }: VariantRequest, { t }: Ui) {
  const said = (text: unknown) =>
    html`<div class="notice warning" role="alert">
      ${alertIcon()}
      <div>${text}</div>
    </div>`
  if (!refused || !('code' in refused)) return nothing
  switch (refused.code) {
    case 'insufficient_stock':
      return said(t('unavailable.left', { left: refused.left ?? 0 }))
    case 'rate_limited':
      return said(html`<strong>${t('problem.limited')}</strong> ${t('problem.later.do')}`)
    default:
      return said([t('unavailable.soldOut'), size, color].filter(Boolean).join(DOT))
  }
}

/** What is fixed, in words: "M · Sand · Qty 2". */
function fixedView({ size, color, quantity = 1 }: VariantRequest, { t }: Ui) {
  const words = [size, color, quantity > 1 && t('summary.quantity', { quantity })].filter(Boolean)
  return words.length === 0 ? nothing : html`<p class="muted"><bdi>${words.join(DOT)}</bdi></p>`
}

/** What the product says of its safety, under the names of these texts. */
function safetyView(
  { product: { safety } }: Offer,
  names: (keyof ProductSafety)[],
  texts: Words['texts'],
) {
  const facts = names.filter((name) => safety?.[name])
  return facts.length === 0
    ? nothing
    : html`<dl class="safety">
        ${facts.map(
          (name) =>
            html`<div>
              <dt>${texts[`safety.${name}`]}</dt>
              <dd>${safety?.[name]}</dd>
            </div>`,
        )}
      </dl>`
}

export const moneyOf = ({ product: { currency } }: Offer, { money }: Ui, amount: number) =>
  money(amount, { currency, currencyDigits: currencyDigits(currency) })

function priceView(offer: Offer, { quantity = 1 }: VariantRequest, ui: Ui) {
  const { price } = offer.product
  const tax = offer.store.pricesIncludeTax ? html` <small>${ui.t('summary.tax')}</small>` : nothing
  const each = ui.kept('summary.each', { price: moneyOf(offer, ui, price) })
  const total = moneyOf(offer, ui, price * quantity)
  return html`<p class="price"><bdi translate="no">${total}</bdi>${tax}</p>
    ${quantity > 1 ? html`<p class="muted">${each}</p>` : nothing}`
}

/** "Delivery · from €4.90"; where nothing is delivered, what a collection costs. */
function deliveryView(offer: Offer, { ui, texts }: Words) {
  const delivered = offer.deliveryOptions.filter(({ kind }) => kind !== 'collection')
  const fees = (delivered.length > 0 ? delivered : offer.deliveryOptions).map(({ fee }) => fee)
  const least = Math.min(...fees)
  const price = moneyOf(offer, ui, least)
  const from = fillText(texts.from, { price })
  const dear = least < Math.max(...fees) ? from : price
  const of = deliveryText(delivered.length === 0, ui)
  return html`<p class="muted">
    ${of}${DOT}<bdi>${least === 0 ? ui.t('summary.free') : dear}</bdi>
  </p>`
}

const hiddenView = ([name, value]: [string, unknown]) =>
  value === undefined ? nothing : html`<input type="hidden" name=${name} value=${value} />`

/** Title and price come first, then what is chosen; its description is last. */
function offerView(shown: BuyPageContent, words: Words): TemplateResult {
  const { offer, choices, typed = {}, refused, guaranteeNotice } = shown
  const { ui, texts } = words
  const { name, description, imageUrl } = offer.product
  const { fixed, open, left } = choices
  const buying = html`<div class="column fields">
      ${Object.entries(fixed).map(hiddenView)}
      ${open.map((choice) => choiceView(choice, words, shown))}
      ${fixed.quantity === undefined ? quantityView(shown, words) : nothing}
      ${refusalView(refused, typed, ui)}
    </div>
    <button class="pay">${texts.buy}</button>`
  return html`<form class="grid" method="post" novalidate>
    <div>
      <h1><bdi translate="no">${name}</bdi></h1>
      ${fixedView(fixed, ui)} ${priceView(offer, fixed, ui)} ${deliveryView(offer, words)}
    </div>
    ${imageUrl ? html`<img src=${imageUrl} alt="" />` : nothing}
    ${safetyView(offer, ['warnings'], texts)}
    ${left > 0 ? buying : refusalView({ code: 'sold_out' }, {}, ui)}
    ${description ? html`<p class="about">${description}</p>` : nothing}
    ${
      offer.product.safety
        ? html`<section>
            <h2>${texts.safety}</h2>
            ${safetyView(offer, ['manufacturer', 'responsiblePerson', 'identification'], texts)}
          </section>`
        : nothing
    }
    ${guaranteeView({ guaranteeNotice })}
  </form>`
}

/** While one of such a pair is chosen, the other looks sold out, and is said to be. */
function rulesFor({ apart }: Choices) {
  const pairs = apart.flatMap(([size, color]) => [
    [`size-${size}`, `color-${color}`],
    [`color-${color}`, `size-${size}`],
  ])
  if (pairs.length === 0) return ''
  const each = (part: (other: string | undefined) => string) =>
    pairs.map(([one, other]) => `.grid:has(#${one}:checked) ${part(other)}`).join()
  return `${each((other) => `.option:has(#${other})`)}{${GONE}}${each((other) => `#${other}~.gone`)}{display:block}`
}

/** What a link sells, and a form that opens a session (contract §7). It needs no script. */
export function renderBuyPage(setting: Setting, shown: BuyPageContent): Page {
  const { offer, link, refused, choices } = shown
  return plainPage(setting, {
    title: `${offer.product.name} — ${viewStore(offer).name}`,
    view: offerView(shown, commonOf(setting.assets, setting.language)),
    owner: offer,
    isWrong: refused !== undefined,
    opening: 'buy',
    head: headOf(offer, link),
    rules: rulesFor(choices),
    imageUrl: offer.product.imageUrl,
  })
}
