import { placeOf } from '../../checkout/collection.ts'
import { shortSessionId } from '../../checkout/session.ts'
import { actorView } from '../frame/actor-view.ts'
import type { OrderDetails } from './order-list.ts'
import { type FieldErrors, csrfField, textAreaField, formView } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { factsView, sectionView } from '../frame/sections.ts'
import { sellerView } from '../frame/seller-view.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { timelineView } from '../frame/timeline.ts'
import { orderPath } from './on-order.ts'
import { orderEntries } from './order-timeline.ts'

/** A note that was not taken, and the one that it was to replace. */
export type TypedNote = { note: string; before: string; hint?: string }

/** What retention, or the buyer's own wish, has taken. */
const ERASED = html`<span class="muted">Erased</span>`

export const customerView = ({ customerName, customerPhone, customerEmail }: OrderDetails) =>
  sectionView('customer', 'Customer', [
    factsView([
      ['Name', html`<bdi>${customerName || ERASED}</bdi>`],
      ['Phone', html`<bdi>${customerPhone || ERASED}</bdi>`],
      ['Email', customerEmail === null ? undefined : html`<bdi>${customerEmail}</bdi>`],
    ]),
  ])

const deliveryTitle = ({ deliveryOptions, deliveryDetails }: OrderDetails) => {
  const place = placeOf(deliveryOptions, deliveryDetails)
  return place ? html`Collect at <bdi>${place.name}</bdi>` : 'Delivery'
}

const fulfilledView = (
  { fulfilledAt, fulfilledBy, orderNumber }: OrderDetails,
  { app, viewer }: MemberVisit,
) =>
  fulfilledAt === null
    ? undefined
    : html`<form class="fulfilled" method="post" action="${orderPath(app, orderNumber)}/unfulfil">
        ${csrfField(viewer)}
        <p>Fulfilled ${viewer.formats.time(fulfilledAt)} by ${actorView(fulfilledBy ?? '')}</p>
        <button class="quiet">Undo</button>
      </form>`

export const deliveryView = (order: OrderDetails, visit: MemberVisit) =>
  sectionView('delivery', deliveryTitle(order), [
    html`<p class="text"><bdi>${order.deliveryDetails}</bdi></p> `,
    fulfilledView(order, visit),
  ])

export const fulfilView = (
  { orderNumber, fulfilledAt }: OrderDetails,
  { app, viewer }: MemberVisit,
) =>
  fulfilledAt === null
    ? html`<form class="actions" method="post" action="${orderPath(app, orderNumber)}/fulfil">
        ${csrfField(viewer)}
        <button class="button">Mark as fulfilled</button>
      </form>`
    : undefined

const PROVIDERS: Record<OrderDetails['provider'], string> = {
  test: 'Test provider, no real money',
  stripe: 'Stripe',
}

export const paymentView = (
  { paidAt, sessionId, provider, card }: OrderDetails,
  { app: { storePath }, viewer: { formats } }: MemberVisit,
) =>
  sectionView('payment', 'Payment', [
    factsView([
      ['Paid at', formats.time(paidAt)],
      ['Card', card === null ? undefined : `${card.brand} •••• ${card.last4}`],
      ['Through', PROVIDERS[provider]],
      [
        'Checkout session',
        html`<a href="${storePath}/sessions/${sessionId}"
          ><code>${shortSessionId(sessionId)}</code></a
        >`,
      ],
    ]),
  ])

/** What its buyer was told of the seller and the terms; nothing when nothing was said. */
export const termsView = ({ terms }: OrderDetails, { viewer: { formats } }: MemberVisit) =>
  terms === null
    ? undefined
    : sectionView('terms', 'Seller and terms', [
        html`<p>
            The buyer was shown
            this${terms.agreed ? ', and agreed to the terms with a box' : undefined}.
          </p>
          ${sellerView(terms.seller)}
          <p class="hint">
            Version ${formats.number(terms.version)}, since ${formats.time(terms.since)}.
          </p>`,
      ])

export type OrderForm = { typed?: TypedNote; errors?: FieldErrors }

export const noteView = (
  { note, orderNumber }: OrderDetails,
  { app, viewer }: MemberVisit,
  { typed, errors }: OrderForm,
) =>
  sectionView('note', 'Internal note', [
    formView(
      viewer,
      { action: `${orderPath(app, orderNumber)}/note`, button: 'Save note', kind: 'quiet' },
      [
        html`<input type="hidden" name="before" value="${typed?.before ?? note ?? ''}" />`,
        textAreaField({
          name: 'note',
          label: 'For your team; the buyer never sees it',
          value: typed?.note ?? note ?? '',
          hint: typed?.hint,
          error: errors?.['note'],
          attributes: html`rows="3" dir="auto"`,
        }),
      ],
    ),
  ])

export const timelineSection = (
  order: OrderDetails,
  { app: { storePath }, viewer: { formats } }: MemberVisit,
) =>
  sectionView('timeline', 'Timeline', [
    timelineView(orderEntries(order, { formats, storePath }), formats),
  ])
