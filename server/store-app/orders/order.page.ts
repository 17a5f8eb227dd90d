import { type Request, type Response, Router } from 'express'
import { shortSessionId } from '../../checkout/session.ts'
import type { OrderDetails } from './order-details.ts'
import { type FieldErrors, csrfField, errorSummary, textAreaField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { itemView } from '../frame/item-view.ts'
import { refuseOtherMethods, sendMessage } from '../frame/message.page.ts'
import { metadataView } from '../frame/metadata-view.ts'
import { sendPage } from '../frame/page.ts'
import type { StoreAppContext, Viewer } from '../frame/store-app-context.ts'
import { memberPage } from '../frame/store-auth.ts'
import { timelineView } from '../frame/timeline.ts'
import { refundsView } from './order-refunds.ts'
import { badgeOf } from './order-table.ts'
import { orderEntries } from './order-timeline.ts'
import { ORDER_STYLES } from './order.styles.ts'

/** The longest note, in characters. */
export const MAX_NOTE = 2000

export function orderRoutes(app: StoreAppContext) {
  const router = Router({ caseSensitive: true })
  router
    .route('/orders/:orderNumber')
    .get(
      memberPage(
        app,
        onOrder(app, (_request, response, shown) => sendOrder(app, response, shown)),
      ),
    )
    .all(refuseOtherMethods(app, 'GET'))
  return router
}

type OnOrder = (
  request: Request,
  response: Response,
  shown: { viewer: Viewer; order: OrderDetails },
) => unknown

/** For pages and actions of the order whose number is in the address. */
export const onOrder =
  (app: StoreAppContext, handle: OnOrder) =>
  async (request: Request, response: Response, viewer: Viewer) => {
    const orderNumber: unknown = request.params['orderNumber']
    const order =
      typeof orderNumber === 'string' && /^[0-9A-Z]{5}-[0-9A-Z]{5}$/.test(orderNumber)
        ? await app.records.orders.findDetails(viewer.store.id, orderNumber)
        : undefined
    if (!order) return sendMessage(app, response, { status: 404, viewer })
    await handle(request, response, { viewer, order })
  }

/** What all refunds of that state add up to. */
const sumOf = ({ refunds }: OrderDetails, wanted: OrderDetails['refunds'][number]['state']) =>
  refunds.reduce((sum, { state, amount }) => (state === wanted ? sum + amount : sum), 0)

const customerView = ({ customerName, customerPhone, customerEmail }: OrderDetails) =>
  html`<section aria-labelledby="customer">
    <h2 id="customer">Customer</h2>
    <dl class="facts">
      <div>
        <dt>Name</dt>
        <dd><bdi>${customerName}</bdi></dd>
      </div>
      <div>
        <dt>Phone</dt>
        <dd><bdi>${customerPhone}</bdi></dd>
      </div>
      ${
        customerEmail === null
          ? undefined
          : html`<div>
              <dt>Email</dt>
              <dd><bdi>${customerEmail}</bdi></dd>
            </div>`
      }
    </dl>
  </section>`

const deliveryView = (
  { deliveryDetails, fulfilledAt, fulfilledBy, orderNumber }: OrderDetails,
  { storePath, viewer }: Shown,
) =>
  html`<section aria-labelledby="delivery">
    <h2 id="delivery">Delivery</h2>
    <p class="text"><bdi>${deliveryDetails}</bdi></p>
    ${
      fulfilledAt === null
        ? undefined
        : html`<form
            class="fulfilled"
            method="post"
            action="${storePath}/orders/${orderNumber}/unfulfil"
          >
            ${csrfField(viewer)}
            <p>Fulfilled ${viewer.formats.time(fulfilledAt)} by <bdi>${fulfilledBy ?? ''}</bdi></p>
            <button class="quiet">Undo</button>
          </form>`
    }
  </section>`

const PROVIDERS: Record<OrderDetails['provider'], string> = {
  test: 'Test provider, no real money',
  stripe: 'Stripe',
}

const paymentView = (
  { paidAt, sessionId, provider }: OrderDetails,
  { storePath, viewer: { formats } }: Shown,
) =>
  html`<section aria-labelledby="payment">
    <h2 id="payment">Payment</h2>
    <dl class="facts">
      <div>
        <dt>Paid at</dt>
        <dd>${formats.time(paidAt)}</dd>
      </div>
      <div>
        <dt>Through</dt>
        <dd>${PROVIDERS[provider]}</dd>
      </div>
      <div>
        <dt>Checkout session</dt>
        <dd>
          <a href="${storePath}/sessions/${sessionId}"><code>${shortSessionId(sessionId)}</code></a>
        </dd>
      </div>
    </dl>
  </section>`

const noteView = (
  { note, orderNumber }: OrderDetails,
  { storePath, viewer, typed, errors }: Shown,
) =>
  html`<section aria-labelledby="note">
    <h2 id="note">Internal note</h2>
    <form class="form" method="post" action="${storePath}/orders/${orderNumber}/note">
      ${csrfField(viewer)}
      <input type="hidden" name="before" value="${typed?.before ?? note ?? ''}" />
      ${textAreaField({
        name: 'note',
        label: 'For your team; the buyer never sees it',
        value: typed?.note ?? note ?? '',
        hint: typed?.hint,
        error: errors?.['note'],
        attributes: html`rows="3" dir="auto"`,
      })}
      <div class="actions"><button class="quiet">Save note</button></div>
    </form>
  </section>`

/** What is left of the money once it was refunded, wholly or in part. */
function refundedView(order: OrderDetails, money: (amount: number) => string) {
  const [succeeded, pending] = [sumOf(order, 'succeeded'), sumOf(order, 'pending')]
  return succeeded + pending === 0
    ? undefined
    : html` ${
          succeeded > 0
            ? html`<div>
                <dt>Refunded</dt>
                <dd>${money(-succeeded)}</dd>
              </div>`
            : undefined
        }
        ${
          pending > 0
            ? html`<div>
                <dt>Refund pending</dt>
                <dd>${money(-pending)}</dd>
              </div>`
            : undefined
        }
        <div class="kept">
          <dt>Kept</dt>
          <dd>${money(order.amountTotal - succeeded - pending)}</dd>
        </div>`
}

function moneyView(order: OrderDetails, { storePath, viewer: { formats } }: Shown) {
  const { orderNumber, unitPrice, quantity, amountTotal, refunded, deliveryFee, currency } = order
  const money = (amount: number) => formats.money(amount, currency)
  return html`<section class="panel" aria-labelledby="summary">
    <h2 id="summary">Summary</h2>
    ${itemView(order, money)}
    <dl class="amounts">
      <div>
        <dt>Subtotal</dt>
        <dd>${money(unitPrice * quantity)}</dd>
      </div>
      <div>
        <dt>Delivery</dt>
        <dd>${deliveryFee === 0 ? 'Free' : money(deliveryFee)}</dd>
      </div>
      <div class="total">
        <dt>Total</dt>
        <dd>${money(amountTotal)}</dd>
      </div>
      ${refundedView(order, money)}
    </dl>
    ${refunded < amountTotal ? html`<a class="quiet" href="${storePath}/orders/${orderNumber}/refund">Refund…</a>` : undefined}
  </section>`
}

const timelineSection = (order: OrderDetails, { storePath, viewer: { formats } }: Shown) =>
  html`<section aria-labelledby="timeline">
    <h2 id="timeline">Timeline</h2>
    ${timelineView(orderEntries(order, { formats, storePath }), formats)}
  </section>`

const fulfilView = ({ orderNumber, fulfilledAt }: OrderDetails, { storePath, viewer }: Shown) =>
  fulfilledAt !== null
    ? undefined
    : html`<form class="actions" method="post" action="${storePath}/orders/${orderNumber}/fulfil">
        ${csrfField(viewer)}
        <button class="button">Mark as fulfilled</button>
      </form>`

/** How its payment stands, and whether it was fulfilled. */
function statusView(order: OrderDetails) {
  const { kind, text } = badgeOf({
    ...order,
    refunded: sumOf(order, 'succeeded'),
    fulfilledAt: null,
  })
  return html`<span class="badge ${kind}">${text}</span>
    ${order.fulfilledAt === null ? undefined : html`<span class="badge info">Fulfilled</span>`}`
}

/** A note that was not taken, and the one that it was to replace. */
export type TypedNote = { note: string; before: string; hint?: string }

/** What a view of an order needs beside it. */
type Shown = { storePath: string; viewer: Viewer; typed?: TypedNote; errors?: FieldErrors }

export function sendOrder(
  app: StoreAppContext,
  response: Response,
  { order, ...page }: { order: OrderDetails } & Omit<Shown, 'storePath'>,
) {
  const shown: Shown = { ...page, storePath: app.storePath }
  sendPage(app, response, {
    title: `Order ${order.orderNumber}`,
    section: 'orders',
    viewer: page.viewer,
    imageUrls: [order.imageUrl],
    styles: ORDER_STYLES,
    hasErrors: page.errors !== undefined,
    main: html`<p class="back">
        <a href="${app.storePath}/orders">All orders</a>
      </p>
      ${errorSummary(page.errors)}
      <div class="heading">
        <h1>Order <span class="order-number">${order.orderNumber}</span></h1>
        ${statusView(order)} ${fulfilView(order, shown)}
      </div>
      <div class="columns">
        <div class="sections">
          ${customerView(order)}${deliveryView(order, shown)}${paymentView(order, shown)}
          ${refundsView(order, page.viewer.formats)}${noteView(order, shown)}${timelineSection(order, shown)}${metadataView(order)}
        </div>
        ${moneyView(order, shown)}
      </div>`,
  })
}
