import { html, styleSheet } from '../../web/html.ts'
import { countOf, variantView } from '../frame/formats.ts'
import { sendPage } from '../frame/page.ts'
import { factsView, sectionView } from '../frame/sections.ts'
import type { MemberVisit, ShownWords } from '../frame/store-app-context.ts'
import { column, tableSection, textColumn } from '../frame/table.ts'
import type { MemberPages } from '../frame/visits.ts'
import { onOrder, orderPath } from './on-order.ts'
import { MAIL_KINDS, mailText } from './order-mails.page.ts'
import type { OrderRecord } from '../../orders/order-record.ts'
import { disputesView, refundsView } from './order-money.ts'
import { withdrawnText } from './order-table.ts'
import { customerView, paymentView, termsView, timelineSection } from './order-sections.ts'
import { trackingView } from './order-delivery.ts'
import { ORDER } from './orders.styles.ts'

export const evidencePages: MemberPages = {
  '/orders/:orderNumber/evidence': { get: onOrder(sendEvidence) },
  '/orders/:orderNumber/evidence/export': { get: onOrder(sendFile) },
}

async function sendFile({ app, response }: MemberVisit, order: OrderRecord) {
  response.attachment(`evidence-${order.orderNumber}.json`).json(await app.evidence.of(order))
}

/** What the signed file says, for people and for paper. */
async function sendEvidence(visit: MemberVisit, order: OrderRecord) {
  const { app, viewer } = visit
  const { formats } = viewer
  const { document, signature } = await app.evidence.of(order)
  const path = orderPath(app, order.orderNumber)
  const now = app.checkout.clock.now()
  return sendPage(visit, {
    title: `Evidence for order ${order.orderNumber}`,
    section: 'orders',
    styles: EVIDENCE,
    back: { path, text: `Order ${order.orderNumber}` },
    beside: html`<a class="button" href="${path}/evidence/export">Download the signed file</a>`,
    lead: html`What the record has of this order, ${formats.time(now)}, from ${document.issuer}.
    Print this page, or send the file: it says the same, with a signature that anybody can verify.`,
    main: html`<div class="sections">
      ${shownView(order, document.shown, visit)} ${termsView(order, visit)} ${customerView(order)}
      ${paymentView(order, visit)} ${fulfilmentView(order, visit)} ${refundsView(order, formats)}
      ${disputesView(order, formats)} ${mailsView(order, visit)} ${timelineSection(order, visit)}
      ${sectionView('signatures', 'Signatures', [
        factsView([
          ['Receipt', html`<code>${document.receipt}</code>`],
          ['Signature of the file', html`<code>${signature}</code>`],
        ]),
      ])}
    </div>`,
  })
}

function shownView(order: OrderRecord, shown: ShownWords, { viewer: { formats } }: MemberVisit) {
  const money = (amount: number) => formats.money(amount, order.currency)
  return sectionView('shown', 'What the buyer was shown', [
    factsView([
      ['Product', html`<bdi>${shown.product}</bdi>`],
      ['Variant', html`${variantView(order)}`],
      ['Price of one', money(order.unitPrice)],
      [
        'Delivery to choose from',
        html`${shown.deliveryOptions.map(
          ({ name, fee }) => html`<span class="line"><bdi>${name}</bdi>: ${money(fee)}</span>`,
        )}`,
      ],
      ['Delivery fee', money(order.deliveryFee)],
      ['Total', money(order.amountTotal)],
    ]),
  ])
}

const fulfilmentView = (order: OrderRecord, { viewer: { formats } }: MemberVisit) =>
  sectionView('fulfilment', 'Delivery and withdrawal', [
    factsView([
      ['Where to', html`<bdi>${order.deliveryDetails}</bdi>`, 'text'],
      [
        'May be withdrawn from',
        html`${countOf(order.withdrawalDays, 'day')}. <bdi>${order.withdrawalReason ?? ''}</bdi>`,
      ],
      [
        'Withdrawal',
        order.withdrawnAt === null
          ? 'None'
          : html`${withdrawnText(order)} ${formats.time(order.withdrawnAt)}`,
      ],
      ['Fulfilled', order.fulfilledAt === null ? 'Not yet' : formats.time(order.fulfilledAt)],
      ['Tracking', trackingView(order)],
      ['Delivered', order.deliveredAt === null ? 'Not known' : formats.time(order.deliveredAt)],
    ]),
  ])

const mailsView = ({ mails }: OrderRecord, { viewer: { formats } }: MemberVisit) =>
  mails.length === 0
    ? undefined
    : tableSection({ id: 'mails', title: 'Mails to the buyer' }, mails, [
        textColumn('Mail', ({ kind }) => MAIL_KINDS[kind]),
        textColumn('State', mailText),
        column('Written', ({ writtenAt }) => formats.time(writtenAt)),
        column('Ended', ({ endedAt }) => (endedAt === null ? 'Not yet' : formats.time(endedAt))),
      ])

const EVIDENCE = styleSheet(`${ORDER.text}
.facts code { overflow-wrap: anywhere; }
@media print {
  section { break-inside: avoid; }
  section:has(table, .timeline) { break-inside: auto; }
  :is(tr, li) { break-inside: avoid; }
}`)
