import { variantView } from './formats.ts'
import { type Html, html } from './html.ts'

/** What is sold in a session or an order. `unitPrice` in the minor unit. */
type Item = {
  productName: string
  imageUrl: string | null
  size: string | null
  color: string | null
  quantity: number
  unitPrice: number
}

const itemView = (
  { productName, imageUrl, unitPrice, ...variant }: Item,
  money: (amount: number) => string,
) =>
  html`<div class="item">
    ${imageUrl === null ? undefined : html`<img src="${imageUrl}" alt="" width="64" height="64" />`}
    <div class="what">
      <p class="strong"><bdi>${productName}</bdi></p>
      <p class="muted">${variantView(variant)}</p>
      ${variant.quantity > 1 ? html`<p class="muted">${money(unitPrice)} each</p>` : undefined}
    </div>
  </div>`

/** One amount of a summary. */
export const amountView = (term: string, amount: string) =>
  html`<div>
    <dt>${term}</dt>
    <dd>${amount}</dd>
  </div>`

/** `total`: undefined while nobody knows it. `moreAmounts` stand below it. */
type Summary = {
  money: (amount: number) => string
  delivery: string
  /** (Default: `Delivery`.) */
  deliveryTerm?: string | undefined
  total: number | undefined
  moreAmounts?: Html | undefined
  action?: Html | undefined
}

/** The panel beside a session or an order: what is sold, and what it costs. */
export const summaryView = (
  item: Item,
  { money, delivery, deliveryTerm = 'Delivery', total, moreAmounts, action }: Summary,
) =>
  html`<section class="panel" aria-labelledby="summary">
    <h2 id="summary">Summary</h2>
    ${itemView(item, money)}
    <dl class="amounts">
      ${amountView('Subtotal', money(item.unitPrice * item.quantity))}
      ${amountView(deliveryTerm, delivery)}
      ${
        total === undefined
          ? undefined
          : html`<div class="total">
              <dt>Total</dt>
              <dd>${money(total)}</dd>
            </div>`
      }
      ${moreAmounts}
    </dl>
    ${action}
  </section>`
