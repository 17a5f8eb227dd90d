import { placeOf } from '../../checkout/collection.ts'
import { shortSessionId } from '../../checkout/session.ts'
import { actorView } from '../frame/actor-view.ts'
import type { OrderDetails } from './order-details.ts'
import { type FieldErrors, csrfField, textAreaField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import type { Viewer } from '../frame/store-app-context.ts'
import { timelineView } from '../frame/timeline.ts'
import type { TypedNote } from './order-note.ts'
import { orderEntries } from './order-timeline.ts'

/** What the sections need beside the order. */
export type OrderView = {
  storePath: string
  viewer: Viewer
  typed?: TypedNote
  errors?: FieldErrors
}

/** What retention, or the buyer's own wish, has taken. */
const ERASED = html`<span class="muted">Erased</span>`

export const customerView = ({ customerName, customerPhone, customerEmail }: OrderDetails) =>
  html`<section aria-labelledby="customer">
    <h2 id="customer">Customer</h2>
    <dl class="facts">
      <div>
        <dt>Name</dt>
        <dd><bdi>${customerName || ERASED}</bdi></dd>
      </div>
      <div>
        <dt>Phone</dt>
        <dd><bdi>${customerPhone || ERASED}</bdi></dd>
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

const deliveryTitle = ({ deliveryOptions, deliveryDetails }: OrderDetails) => {
  const place = placeOf(deliveryOptions, deliveryDetails)
  return place ? html`Collect at <bdi>${place.name}</bdi>` : html`Delivery`
}

export const deliveryView = (order: OrderDetails, { storePath, viewer }: OrderView) => {
  const { deliveryDetails, fulfilledAt, fulfilledBy, orderNumber } = order
  return html`<section aria-labelledby="delivery">
    <h2 id="delivery">${deliveryTitle(order)}</h2>
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
            <p>Fulfilled ${viewer.formats.time(fulfilledAt)} by ${actorView(fulfilledBy ?? '')}</p>
            <button class="quiet">Undo</button>
          </form>`
    }
  </section>`
}

export const fulfilView = (
  { orderNumber, fulfilledAt }: OrderDetails,
  { storePath, viewer }: OrderView,
) =>
  fulfilledAt !== null
    ? undefined
    : html`<form class="actions" method="post" action="${storePath}/orders/${orderNumber}/fulfil">
        ${csrfField(viewer)}
        <button class="button">Mark as fulfilled</button>
      </form>`

const PROVIDERS: Record<OrderDetails['provider'], string> = {
  test: 'Test provider, no real money',
  stripe: 'Stripe',
}

export const paymentView = (
  { paidAt, sessionId, provider, card }: OrderDetails,
  { storePath, viewer: { formats } }: OrderView,
) =>
  html`<section aria-labelledby="payment">
    <h2 id="payment">Payment</h2>
    <dl class="facts">
      <div>
        <dt>Paid at</dt>
        <dd>${formats.time(paidAt)}</dd>
      </div>
      ${
        card === null
          ? undefined
          : html`<div>
              <dt>Card</dt>
              <dd>${card.brand} •••• ${card.last4}</dd>
            </div>`
      }
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

export const noteView = (
  { note, orderNumber }: OrderDetails,
  { storePath, viewer, typed, errors }: OrderView,
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

export const timelineSection = (
  order: OrderDetails,
  { storePath, viewer: { formats } }: OrderView,
) =>
  html`<section aria-labelledby="timeline">
    <h2 id="timeline">Timeline</h2>
    ${timelineView(orderEntries(order, { formats, storePath }), formats)}
  </section>`
