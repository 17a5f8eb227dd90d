import type { Attention, LeftOut } from './statistics.ts'
import { type Formats, countOf } from '../frame/formats.ts'
import { html } from '../frame/html.ts'

type Where = {
  formats: Formats
  ordersPath: string
  /** For those who may open it. */ generalPath: string | undefined
}

function disputesView({ disputes, dispute }: Attention, { formats, ordersPath }: Where) {
  if (disputes === 0) return undefined
  const by = dispute?.dueAt ? html` by ${formats.time(new Date(dispute.dueAt))}` : undefined
  return html`<li>
    <p>
      <strong>${countOf(disputes, 'dispute')} ${disputes === 1 ? 'needs' : 'need'} an answer</strong
      >${disputes === 1 || by === undefined ? by : html`, the first${by}`}. Without an answer the
      money is lost.
    </p>
    ${
      disputes === 1 && dispute
        ? orderLink(ordersPath, dispute.orderNumber)
        : html`<a class="quiet" href="${ordersPath}?state=disputed">See disputed orders</a>`
    }
  </li>`
}

const refundsView = ({ failedRefunds, failedRefundsCount }: Attention, { ordersPath }: Where) =>
  failedRefundsCount === 0
    ? undefined
    : html`<li>
        <p>
          <strong>${countOf(failedRefundsCount, 'refund')} failed</strong> after
          ${failedRefundsCount === 1 ? 'it' : 'they'} had succeeded: the
          ${failedRefundsCount === 1 ? 'buyer does' : 'buyers do'} not have the money.
        </p>
        ${failedRefunds.map((orderNumber) => orderLink(ordersPath, orderNumber))}
        ${
          failedRefundsCount > failedRefunds.length
            ? html`<span class="muted">and ${failedRefundsCount - failedRefunds.length} more</span>`
            : undefined
        }
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

function unsaidView({ unsaid, isRequired }: LeftOut, { generalPath }: Where) {
  const told = unsaid.map((one) => UNSAID[one])
  return html`<li>
    <p>
      <strong>Say ${told.map(({ what }) => what).join(' and ')}</strong>${
        isRequired
          ? ' before you take real payments: checkout sessions are refused until then.'
          : `: buyers ${told.map(({ without }) => without).join(', and ')}.`
      }
    </p>
    ${
      generalPath === undefined
        ? undefined
        : told.map(
            ({ page: { path, title } }) =>
              html`<a class="quiet" href="${generalPath}${path}">Open ${title}</a> `,
          )
    }
  </li>`
}

const orderLink = (ordersPath: string, orderNumber: string) =>
  html`<a class="quiet" href="${ordersPath}/${orderNumber}"
    ><span>Order <span class="order-number">${orderNumber}</span></span></a
  >`

/** What asks for the merchant before everything else; nothing on most days. */
export const attentionView = (
  { attention, leftOut }: { attention: Attention; leftOut: LeftOut | undefined },
  where: Where,
) =>
  attention.disputes + attention.failedRefundsCount === 0 && !leftOut?.unsaid.length
    ? undefined
    : html`<section class="attention" aria-labelledby="attention">
        <h2 id="attention">Needs your attention</h2>
        <ul>
          ${disputesView(attention, where)} ${refundsView(attention, where)}
          ${leftOut?.unsaid.length ? unsaidView(leftOut, where) : undefined}
        </ul>
      </section>`
