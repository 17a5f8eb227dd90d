import type { Quote } from '../../checkout/session.ts'
import { variantView } from './formats.ts'
import { html } from './html.ts'

/** What is sold in a session or an order. `unitPrice` in the minor unit. */
type Item = Pick<Quote, 'productName' | 'imageUrl' | 'size' | 'color' | 'quantity' | 'unitPrice'>

/** At the head of a summary, above its amounts. */
export const itemView = (
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
