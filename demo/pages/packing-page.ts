import type { PackedOrder } from '../checkout-api.ts'
import { html } from '../html.ts'
import { formatMoney } from '../money.ts'
import { layout } from './layout.ts'
import type { Visit } from './layout.ts'

/**
 * The shop's back office: which orders are paid, and which of them have been sent. A real one would
 * ask for a password.
 */
export const packingPage = (visit: Visit, orders: PackedOrder[]) =>
  layout(visit, {
    title: 'Packing table',
    main: html` <section class="message">
      <h1>Packing table</h1>
      <p>
        ${orders.length === 0 ? 'Nothing to pack yet.' : 'The newest orders, as the checkout knows them.'}
      </p>
      <dl class="parcels">${orders.map(parcel)}</dl>
      <p><a class="link" href="/">Back to the shop</a></p>
    </section>`,
  })

function parcel(order: PackedOrder) {
  const { orderNumber, quantity, product, size, color, amountTotal, currency, fulfilledAt } = order
  const variant = [size, color].filter(Boolean).join(', ')
  return html` <div>
    <dt>
      <span class="order-number">${orderNumber}</span>
      <span class="muted"
        >${quantity} × ${product}${variant && `, ${variant}`} ·
        ${formatMoney(amountTotal, currency)}</span
      >
    </dt>
    <dd>
      ${
        fulfilledAt
          ? 'Sent'
          : html`<form method="post" action="/packing/${encodeURIComponent(orderNumber)}">
              <button class="secondary">Mark as sent <span class="vh">${orderNumber}</span></button>
            </form>`
      }
    </dd>
  </div>`
}
