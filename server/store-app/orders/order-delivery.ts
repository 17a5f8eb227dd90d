import { isToFulfil } from '../../checkout/orders/fulfill-order.ts'
import { collectionPointOf } from '../../checkout/sessions/collection.ts'
import { actorView } from '../frame/members/actor-view.ts'
import type { OrderRecord } from '../../orders/order-record.ts'
import { buttonForm, csrfField } from '../frame/forms.ts'
import { type Html, html } from '../../web/html.ts'
import { sectionView } from '../frame/sections.ts'
import type { MemberVisit, Viewer } from '../frame/store-app-context.ts'
import { orderPath } from './on-order.ts'

const deliveryTitle = ({ deliveryOptions, deliveryDetails }: OrderRecord) => {
  const point = collectionPointOf(deliveryOptions, deliveryDetails)
  return point ? html`Collect at <bdi>${point.name}</bdi>` : 'Delivery'
}

const undoView = (viewer: Viewer, { action, text }: { action: string; text: Html }) =>
  html`<form class="fulfilled" method="post" action="${action}">
    ${csrfField(viewer)}
    <p>${text}</p>
    <button class="quiet">Undo</button>
  </form>`

function fulfilledView(order: OrderRecord, { app, viewer }: MemberVisit) {
  const { fulfilledAt, fulfilledBy, deliveredAt } = order
  if (fulfilledAt === null) return undefined
  const path = orderPath(app, order.orderNumber)
  const { time } = viewer.formats
  const fulfilled = {
    action: `${path}/unfulfil`,
    text: html`Fulfilled ${time(fulfilledAt)} by ${actorView(fulfilledBy ?? '')}`,
  }
  const tracking = trackingView(order)
  return html`${undoView(viewer, fulfilled)}
    <p class="fulfilled">
      ${tracking && html`<span>Tracking: ${tracking}</span>`}
      <a class="quiet" href="${path}/fulfil">${tracking ? 'Change' : 'Add'} tracking</a>
    </p>
    ${
      deliveredAt === null
        ? buttonForm(viewer, { action: `${path}/deliver`, button: 'Mark as delivered' })
        : undoView(viewer, {
            action: `${path}/undeliver`,
            text: html`Delivered ${time(deliveredAt)}`,
          })
    }`
}

export const deliveryView = (order: OrderRecord, visit: MemberVisit) =>
  sectionView('delivery', deliveryTitle(order), [
    html`<p class="text"><bdi>${order.deliveryDetails}</bdi></p> `,
    fulfilledView(order, visit),
  ])

export const fulfilView = (order: OrderRecord, { app }: MemberVisit) =>
  isToFulfil(order)
    ? html`<a class="button" href="${orderPath(app, order.orderNumber)}/fulfil">Fulfil…</a>`
    : undefined

/** What the buyer reads of it, too. */
export function trackingView({ tracking }: OrderRecord) {
  if (tracking === null) return undefined
  const { carrier, trackingNumber, trackingUrl } = tracking
  const text = [carrier, trackingNumber].filter((part) => part !== null).join(' · ')
  const parcel = html`<bdi>${text || trackingUrl || ''}</bdi>`
  return trackingUrl === null
    ? parcel
    : html`<a href="${trackingUrl}" rel="noreferrer">${parcel}</a>`
}
