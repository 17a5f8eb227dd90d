import {
  type Attention,
  type LeftOut,
  type Conversion,
  DAYS_SHOWN,
  type LowStock,
  type StoreStatistics,
} from './statistics.ts'
import { type Formats, countOf, boundedCount, variantView } from '../frame/formats.ts'
import { MOST_COUNTED } from '../../checkout/orders/fulfill-order.ts'
import { html } from '../../web/html.ts'
import type { MemberVisit, StoreAppContext } from '../frame/store-app-context.ts'
import { sectionView } from '../frame/sections.ts'
import { stockBadge } from '../frame/stock-badge.ts'

/** The first line of the day: what is to be sent. */
export const toFulfilView = ({ toFulfil }: Attention, { app }: MemberVisit) =>
  toFulfil === 0
    ? undefined
    : html`<p class="lead">
        <a href="${app.storePath}/orders?state=to_fulfil"
          ><strong>${boundedCount(toFulfil, MOST_COUNTED)}</strong>
          ${toFulfil === 1 ? 'order' : 'orders'} to fulfil</a
        >
      </p>`

function disputesView({ disputes, dispute }: Attention, { app, viewer: { formats } }: MemberVisit) {
  if (disputes === 0) return undefined
  const by = dispute?.dueAt ? html` by ${formats.time(dispute.dueAt)}` : undefined
  return html`<li>
    <p>
      <strong>${countOf(disputes, 'dispute')} ${disputes === 1 ? 'needs' : 'need'} an answer</strong
      >${disputes === 1 || by === undefined ? by : html`, the first${by}`}. Without an answer the
      money is lost.
    </p>
    ${
      disputes === 1 && dispute
        ? orderLink(app, dispute.orderNumber)
        : html`<a class="quiet" href="${app.storePath}/orders?state=disputed"
            >See disputed orders</a
          >`
    }
  </li>`
}

const refundsView = ({ failedRefunds, failedRefundsCount }: Attention, { app }: MemberVisit) =>
  failedRefundsCount === 0
    ? undefined
    : html`<li>
        <p>
          <strong>${countOf(failedRefundsCount, 'refund')} failed</strong> after
          ${failedRefundsCount === 1 ? 'it' : 'they'} had succeeded: the
          ${failedRefundsCount === 1 ? 'buyer does' : 'buyers do'} not have the money.
        </p>
        ${orderLinks(app, failedRefunds, failedRefundsCount)}
      </li>`

const withdrawnView = ({ withdrawn, withdrawnCount }: Attention, { app }: MemberVisit) =>
  withdrawnCount === 0
    ? undefined
    : html`<li>
        <p>
          <strong
            >${countOf(withdrawnCount, 'withdrawn order')}
            ${withdrawnCount === 1 ? 'waits' : 'wait'}</strong
          >
          for ${withdrawnCount === 1 ? 'its' : 'their'} refund.
        </p>
        ${orderLinks(app, withdrawn, withdrawnCount)}
      </li>`

const UNSAID = {
  seller: {
    what: 'who sells',
    without: 'do not learn whom they buy from and by which terms',
    page: { path: '/seller', title: 'Seller and terms' },
  },
  contact: {
    what: 'how buyers reach you',
    without: 'see neither an email nor a phone',
    page: { path: '', title: 'General settings' },
  },
}

function unsaidView({ unsaid, isRequired }: LeftOut, { app, viewer }: MemberVisit) {
  const parts = unsaid.map((one) => UNSAID[one])
  return html`<li>
    <p>
      <strong>Say ${parts.map(({ what }) => what).join(' and ')}</strong>${
        isRequired
          ? ' before you take real payments: checkout sessions are refused until then.'
          : `: buyers ${parts.map(({ without }) => without).join(', and ')}.`
      }
    </p>
    ${
      viewer.role !== 'owner'
        ? undefined
        : parts.map(
            ({ page: { path, title } }) =>
              html`<a class="quiet" href="${app.storePath}/settings/general${path}"
                >Open ${title}</a
              > `,
          )
    }
  </li>`
}

const orderLink = ({ storePath }: StoreAppContext, orderNumber: string) =>
  html`<a class="quiet" href="${storePath}/orders/${orderNumber}"
    ><span>Order <span class="order-number">${orderNumber}</span></span></a
  >`

const orderLinks = (app: StoreAppContext, shown: string[], count: number) =>
  html`${shown.map((orderNumber) => orderLink(app, orderNumber))}
  ${count > shown.length ? html`<span class="muted">and ${count - shown.length} more</span>` : undefined}`

/** What the merchant must act on; nothing on most days. */
export const attentionView = (
  { attention, leftOut }: { attention: Attention; leftOut: LeftOut | undefined },
  visit: MemberVisit,
) =>
  attention.disputes + attention.failedRefundsCount + attention.withdrawnCount === 0 &&
  !leftOut?.unsaid.length
    ? undefined
    : html`<section class="card attention" aria-labelledby="attention">
        <h2 id="attention">Needs your attention</h2>
        <ul>
          ${disputesView(attention, visit)} ${refundsView(attention, visit)}
          ${withdrawnView(attention, visit)}
          ${leftOut?.unsaid.length ? unsaidView(leftOut, visit) : undefined}
        </ul>
      </section>`

const shareView = (share: number, tone: string) =>
  html`<svg width="100%" height="8">
    <rect class="${tone}" width="${Math.round(share * 1000) / 10}%" height="8" rx="4" />
  </svg>`

/** What became of the sessions, as shares. Paid, expired and open add up to all. */
export function conversionView(
  { created, opened, paid, expired }: Conversion,
  { app, viewer: { formats } }: MemberVisit,
) {
  const steps: [term: string, count: number, tone: string][] = [
    ['Created', created, ''],
    ['Page opened', opened, ''],
    ['Paid', paid, 'success'],
    ['Expired unpaid', expired, 'muted'],
    ['Still open', created - paid - expired, 'muted'],
  ]
  return sectionView('conversion', `Checkouts of the last ${DAYS_SHOWN} days`, [
    created === 0
      ? html`<p class="muted">None was created.</p>`
      : html`<dl class="funnel">
            ${steps.map(
              ([term, count, tone]) =>
                html`<div>
                  <dt>${term}</dt>
                  <dd>
                    ${formats.number(count)}
                    <span class="muted">${formats.percent(count / created)}</span>
                  </dd>
                  <dd class="share" aria-hidden="true">${shareView(count / created, tone)}</dd>
                </div> `,
            )}
          </dl>
          <p class="hint">
            Each session is paid, expired or still open. Its page counts as opened when the buyer
            came in time to pay.
          </p>`,
    html`<p><a href="${app.storePath}/sessions">All checkouts</a></p>`,
  ])
}

const leftView = ({ stock, supplied }: LowStock, formats: Formats) =>
  stock > 0
    ? html`<span class="badge warning">${formats.number(stock)} left</span>`
    : stockBadge({ forSale: stock, least: stock, owed: -stock, supplied }, formats)

const itemView = (variant: LowStock, { app, viewer }: MemberVisit) =>
  html`<li>
    <span class="what"
      ><a href="${app.storePath}/products/${encodeURIComponent(variant.slug)}"
        ><bdi>${variant.productName}</bdi></a
      >
      <span class="muted variant">${variantView(variant)}</span></span
    >
    ${leftView(variant, viewer.formats)}
  </li> `

export function stockView({ lowStock, lowStockCount, steps }: StoreStatistics, visit: MemberVisit) {
  if (!steps.hasProduct) return undefined
  const more = lowStockCount - lowStock.length
  return sectionView('stock', 'Low stock', [
    lowStock.length === 0
      ? html`<p class="muted">Nothing that is for sale is running out.</p>`
      : html`<ul class="rows stock">
          ${lowStock.map((variant) => itemView(variant, visit))}
        </ul>`,
    more > 0
      ? html`<p>
          <a href="${visit.app.storePath}/products">${visit.viewer.formats.number(more)} more</a>
        </p>`
      : undefined,
  ])
}
