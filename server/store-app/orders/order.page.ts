import type { Response } from 'express'
import type { OrderDetails } from './order-details.ts'
import { errorSummary } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { metadataView } from '../frame/metadata-view.ts'
import { sendPage } from '../frame/page.ts'
import { pages } from '../frame/pages.ts'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import { memberPage } from '../frame/store-auth.ts'
import { onOrder } from './on-order.ts'
import { failedRefundNotices } from './failed-refunds.ts'
import { capturedNotice, disputeNotices, disputesView } from './order-disputes.ts'
import { moneyView, statusView } from './order-money.ts'
import { termsView } from './order-terms.ts'
import { refundsView } from './order-refunds.ts'
import {
  type OrderView,
  customerView,
  deliveryView,
  fulfilView,
  noteView,
  paymentView,
  timelineSection,
} from './order-sections.ts'
import { ORDER_STYLES } from './order.styles.ts'

export const orderRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/orders/:orderNumber': {
      get: memberPage(
        app,
        onOrder(app, (_request, response, shown) => sendOrder(app, response, shown)),
      ),
    },
  })

export function sendOrder(
  app: StoreAppContext,
  response: Response,
  { order, ...page }: { order: OrderDetails } & Omit<OrderView, 'storePath'>,
) {
  const shown: OrderView = { ...page, storePath: app.storePath }
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
      ${capturedNotice(order, page.viewer.formats)} ${disputeNotices(order, page.viewer.formats)}
      ${failedRefundNotices(order, shown)}
      <div class="columns">
        <div class="sections">
          ${customerView(order)}${deliveryView(order, shown)}${paymentView(order, shown)}
          ${disputesView(order, page.viewer.formats)} ${refundsView(order, page.viewer.formats)}
          ${termsView(order, shown)} ${noteView(order, shown)} ${timelineSection(order, shown)}
          ${metadataView(order)}
        </div>
        ${moneyView(order, shown)}
      </div>`,
  })
}
