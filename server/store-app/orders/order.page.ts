import type { OrderDetails } from './order-details.ts'
import { errorSummary } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { sendPage } from '../frame/page.ts'
import { metadataView } from '../frame/sections.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import type { MemberPages } from '../frame/visits.ts'
import { onOrder } from './on-order.ts'
import { failedRefundNotices } from './failed-refunds.page.ts'
import { capturedNotice, disputeNotices, disputesView } from './order-disputes.ts'
import { moneyView, statusView } from './order-money.ts'
import { refundsView } from './order-refunds.ts'
import {
  type OrderForm,
  customerView,
  deliveryView,
  fulfilView,
  noteView,
  paymentView,
  termsView,
  timelineSection,
} from './order-sections.ts'
import { ORDER } from './orders.styles.ts'

export const orderPages: MemberPages = { '/orders/:orderNumber': { get: onOrder(sendOrder) } }

export function sendOrder(visit: MemberVisit, order: OrderDetails, form: OrderForm = {}) {
  const { app, viewer } = visit
  const { formats } = viewer
  sendPage(visit, {
    title: `Order ${order.orderNumber}`,
    section: 'orders',
    imageUrls: [order.imageUrl],
    styles: ORDER,
    errors: form.errors,
    back: { path: `${app.storePath}/orders`, text: 'All orders' },
    main: html`${errorSummary(form.errors)}
      <div class="heading">
        <h1>Order <span class="order-number">${order.orderNumber}</span></h1>
        ${statusView(order)} ${fulfilView(order, visit)}
      </div>
      ${capturedNotice(order, formats)} ${disputeNotices(order, formats)}
      ${failedRefundNotices(order, visit)}
      <div class="columns">
        <div class="sections">
          ${customerView(order)}${deliveryView(order, visit)}${paymentView(order, visit)}
          ${disputesView(order, formats)} ${refundsView(order, formats)} ${termsView(order, visit)}
          ${noteView(order, visit, form)} ${timelineSection(order, visit)} ${metadataView(order)}
        </div>
        ${moneyView(order, visit)}
      </div>`,
  })
}
