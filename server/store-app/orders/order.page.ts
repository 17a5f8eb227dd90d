import { type Request, type Response, Router } from 'express'
import type { OrderDetails } from '../../store/order-page.ts'
import { type Formats, shortSessionId, variantView } from '../formats.ts'
import { html } from '../html.ts'
import { refuseOtherMethods, sendMessage } from '../message.page.ts'
import { sendPage } from '../page.ts'
import type { StoreAppContext, Viewer } from '../store-app-context.ts'
import { memberPage } from '../store-auth.ts'
import { jsonLines } from './json-lines.ts'

export function orderRoutes(app: StoreAppContext) {
  const router = Router({ caseSensitive: true })
  router.route('/orders/:orderNumber')
    .get(memberPage(app, async (request: Request, response, viewer) => {
      const order = await findOrder(app, { storeId: viewer.store.id, orderNumber: request.params['orderNumber'] })
      if (!order) return sendMessage(app, response, { status: 404, viewer })
      return sendOrder(app, response, { order, viewer })
    }))
    .all(refuseOtherMethods(app, 'GET'))
  return router
}

/** A number that no order can have is not asked for. */
const findOrder = async ({ store }: StoreAppContext, { storeId, orderNumber }: { storeId: string; orderNumber: unknown }) =>
  typeof orderNumber === 'string' && /^[0-9A-Z]{5}-[0-9A-Z]{5}$/.test(orderNumber)
    ? store.orders.findDetails(storeId, orderNumber) : undefined

const customerView = ({ customerName, customerPhone, customerEmail }: OrderDetails) => html`<section aria-labelledby="customer">
<h2 id="customer">Customer</h2>
<dl class="facts">
<div><dt>Name</dt><dd><bdi>${customerName}</bdi></dd></div>
<div><dt>Phone</dt><dd><bdi>${customerPhone}</bdi></dd></div>
${customerEmail === null ? undefined : html`<div><dt>Email</dt><dd><bdi>${customerEmail}</bdi></dd></div>`}
</dl>
</section>`

const deliveryView = ({ deliveryDetails }: OrderDetails) => html`<section aria-labelledby="delivery">
<h2 id="delivery">Delivery</h2>
<p class="text"><bdi>${deliveryDetails}</bdi></p>
</section>`

const paymentView = ({ paidAt, sessionId }: OrderDetails, formats: Formats) => html`<section aria-labelledby="payment">
<h2 id="payment">Payment</h2>
<dl class="facts">
<div><dt>Paid at</dt><dd>${formats.time(paidAt)}</dd></div>
<div><dt>Checkout session</dt><dd><code>${shortSessionId(sessionId)}</code></dd></div>
</dl>
</section>`

const metadataView = ({ metadata }: OrderDetails) => metadata === null ? undefined : html`<section>
<h2 id="metadata">Metadata</h2>
<pre tabindex="0" role="region" aria-labelledby="metadata"><code>${jsonLines(metadata)}</code></pre>
</section>`

function moneyView(order: OrderDetails, formats: Formats) {
  const { productName, imageUrl, unitPrice, quantity, amountTotal, deliveryFee, currency, ...variant } = order
  const money = (amount: number) => formats.money(amount, currency)
  return html`<section class="panel" aria-labelledby="summary">
<h2 id="summary">Summary</h2>
<div class="item">
${imageUrl === null ? undefined : html`<img src="${imageUrl}" alt="" width="64" height="64">`}
<div class="what">
<p class="strong"><bdi>${productName}</bdi></p>
<p class="muted">${variantView({ ...variant, quantity })}</p>
${quantity > 1 ? html`<p class="muted">${money(unitPrice)} each</p>` : undefined}
</div>
</div>
<dl class="amounts">
<div><dt>Subtotal</dt><dd>${money(unitPrice * quantity)}</dd></div>
<div><dt>Delivery</dt><dd>${deliveryFee === 0 ? 'Free' : money(deliveryFee)}</dd></div>
<div class="total"><dt>Total</dt><dd>${money(amountTotal)}</dd></div>
</dl>
</section>`
}

function sendOrder(app: StoreAppContext, response: Response, { order, viewer }: { order: OrderDetails; viewer: Viewer }) {
  sendPage(app, response, { title: `Order ${order.orderNumber}`, section: 'orders', viewer, imageUrls: [order.imageUrl],
    main: html`<p class="back">
<a href="${app.storePath}/orders">All orders</a></p>
<div class="heading"><h1>Order <span class="order-number">${order.orderNumber}</span></h1> <span class="badge success">Paid</span></div>
<div class="columns">
<div class="sections">${customerView(order)}${deliveryView(order)}${paymentView(order, viewer.formats)}${metadataView(order)}</div>
${moneyView(order, viewer.formats)}
</div>` })
}
