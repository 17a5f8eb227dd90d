import { type Request, type Response, Router } from 'express'
import type { OrderDetails } from '../checkout/record-ports.ts'
import type { HttpContext } from '../http/http-context.ts'
import { shortSessionId, timeView, toMoney, variantView } from './formats.ts'
import { html } from './html.ts'
import { jsonLines } from './json-lines.ts'
import { refuseOtherMethods, sendMessage } from './message.page.ts'
import { type StorePath, type Viewer, sendPage } from './page.ts'
import { memberPage } from './store-auth.ts'

export function orderRoutes(context: HttpContext, storePath: StorePath) {
  const router = Router({ caseSensitive: true })
  router.route('/orders/:orderNumber')
    .get(memberPage(context, storePath, async (request: Request, response, viewer) => {
      const order = await findOrder(context, { storeId: viewer.storeId, orderNumber: request.params['orderNumber'] })
      if (!order) return sendMessage(response, 404, { storePath, viewer })
      return sendOrder(response, order, { storePath, viewer })
    }))
    .all(refuseOtherMethods(storePath, 'GET'))
  return router
}

/** A number that no order can have is not asked for. */
const findOrder = async ({ records }: HttpContext, { storeId, orderNumber }: { storeId: string; orderNumber: unknown }) =>
  typeof orderNumber === 'string' && /^[0-9A-Z]{5}-[0-9A-Z]{5}$/.test(orderNumber)
    ? records.findOrderDetails(storeId, orderNumber) : undefined

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

const paymentView = ({ paidAt, sessionId }: OrderDetails) => html`<section aria-labelledby="payment">
<h2 id="payment">Payment</h2>
<dl class="facts">
<div><dt>Paid at</dt><dd>${timeView(paidAt)}</dd></div>
<div><dt>Checkout session</dt><dd><code>${shortSessionId(sessionId)}</code></dd></div>
</dl>
</section>`

const metadataView = ({ metadata }: OrderDetails) => metadata === null ? undefined : html`<section>
<h2 id="metadata">Metadata</h2>
<pre tabindex="0" role="region" aria-labelledby="metadata"><code>${jsonLines(metadata)}</code></pre>
</section>`

function moneyView({ productName, imageUrl, unitPrice, quantity, amountTotal, deliveryFee, currency, ...variant }: OrderDetails) {
  const money = (amount: number) => toMoney(amount, currency)
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

function sendOrder(response: Response, order: OrderDetails, { storePath, viewer }: { storePath: StorePath; viewer: Viewer }) {
  sendPage(response, { title: `Order ${order.orderNumber}`, storePath, viewer, imageUrl: order.imageUrl,
    main: html`<p class="back">
<a href="${storePath}/orders">All orders</a></p>
<div class="heading"><h1>Order <span class="order-number">${order.orderNumber}</span></h1> <span class="badge">Paid</span></div>
<div class="columns">
<div class="sections">${customerView(order)}${deliveryView(order)}${paymentView(order)}${metadataView(order)}</div>
${moneyView(order)}
</div>` })
}
