import { html, nothing } from 'lit/html.js'
import type { CheckoutView } from '../../server/contract/buyer.ts'
import type { CollectionPoint } from '../../server/contract/delivery.ts'
import { guaranteeView } from './guarantee-view.ts'
import { timeView } from './time-view.ts'
import { type Ui, totalText } from './ui.ts'

/** A line may end before the dot, and never behind it. */
export const DOT = ' ·\u00a0'

/** The variant and how many, such as "M · Blue · Qty 2". */
const variantText = ({ size, color, quantity }: CheckoutView['item'], t: Ui['t']) =>
  [size, color, t('summary.quantity', { quantity })].filter(Boolean).join(DOT)

export function itemView(view: CheckoutView, { t, kept, money }: Ui) {
  const { item, amounts } = view
  return html`<div class="item" part="item">
    ${item.imageUrl ? html`<span class="picture"><img part="image" src=${item.imageUrl} alt=""></span>` : nothing}
    <div class="what">
      <p class="strong"><bdi translate="no">${item.name}</bdi></p>
      <p class="muted"><bdi>${variantText(item, t)}</bdi></p>
      ${item.quantity > 1 ? html`<p class="muted">${kept('summary.each', { price: money(item.unitPrice, view) })}</p>` : nothing}
    </div>
    <p class="money" translate="no">${money(amounts.subtotal, view)}</p>
  </div>`
}

export const feeText = (fee: number, view: CheckoutView, { t, money }: Ui) =>
  fee ? html`<bdi translate="no">${money(fee, view)}</bdi>` : t('summary.free')

/**
 * Where to collect. It is shown with its option and on the receipt, so a buyer who chooses it has
 * read it.
 */
export const collectionPointView = (point: CollectionPoint | undefined) =>
  point
    ? html`<span class="place"><bdi translate="no">${`${point.name}\n${point.address}`}</bdi>${point.hours ? html`<br><bdi>${point.hours}</bdi>` : nothing}</span>`
    : nothing

export const deliveryText = (isCollected: boolean, { t }: Ui) =>
  t(isCollected ? 'summary.collection' : 'summary.delivery')

/** Of the option that is shown first. */
const optionText = ({ deliveryOptions: [option] }: CheckoutView, ui: Ui) =>
  deliveryText(!!option?.place, ui)

/** From so many letters on, what is bought takes more lines than a phone has room for. */
const LONG = 80

export const isFolded = ({ item }: CheckoutView, { t }: Ui) =>
  item.name.length + variantText(item, t).length >= LONG

/**
 * What is bought, or on a phone a line that unfolds to it, so that the first field is on the first
 * screen. Where there is more room, the sheet unfolds it. It works without script.
 */
const foldedView = (view: CheckoutView, ui: Ui) =>
  isFolded(view, ui)
    ? html`<details><summary>${ui.t('summary.title')}</summary>${itemView(view, ui)}</details>`
    : itemView(view, ui)

/**
 * What is bought and what it costs, directly above what takes the money: Directive 2011/83/EU,
 * article 8(2).
 */
export const recapView = (view: CheckoutView, ui: Ui) =>
  html`<p class="recap"><span><bdi translate="no">${view.item.name}</bdi>${DOT}<bdi>${variantText(view.item, ui.t)}</bdi></span>
    <span><span data-amount="of">${optionText(view, ui)}</span> <span data-amount="fee">${feeText(view.amounts.fee, view, ui)}</span></span>
    <strong>${totalText(view.store, ui.t)} <bdi data-amount="total" translate="no">${ui.money(view.amounts.total, view)}</bdi></strong></p>`

export function summaryView(view: CheckoutView, ui: Ui) {
  const { t, money } = ui
  const { amounts } = view
  return html`<aside class="summary" part="summary" aria-labelledby="summary-title">
    <h2 id="summary-title" class="hidden">${t('summary.title')}</h2>
    ${ui.slot('before-summary')}
    ${foldedView(view, ui)}
    <dl part="totals">
      <div><dt>${t('summary.subtotal')}</dt><dd translate="no">${money(amounts.subtotal, view)}</dd></div>
      <div><dt data-amount="of">${optionText(view, ui)}</dt><dd data-amount="fee">${feeText(amounts.fee, view, ui)}</dd></div>
      <div class="total" part="total"><dt>${totalText(view.store, t)}</dt>
        <dd data-amount="total" translate="no">${money(amounts.total, view)}</dd></div>
    </dl>
    <p class="held muted">${timeView({ use: 'held', instant: view.expiresAt, currency: view.currency }, ui)}</p>
    ${guaranteeView(view.store)}
    ${ui.slot('after-summary')}
  </aside>`
}
