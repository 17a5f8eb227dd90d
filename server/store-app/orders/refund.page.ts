import { randomBase62 } from '../../auth/random.ts'
import { requestRefund } from '../../checkout/refund-order.ts'
import { RefundRefused } from '../../checkout/refund.ts'
import type { OrderDetails } from './order-list.ts'
import { countOf } from '../frame/formats.ts'
import {
  type Typed,
  csrfField,
  errorSummary,
  formField,
  formFields,
  inputField,
} from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { redirectWith } from '../frame/notices.ts'
import { sendPage } from '../frame/page.ts'
import { priceText } from '../frame/price.ts'
import { factsView } from '../frame/sections.ts'
import { isConfirmed } from '../frame/step-up.page.ts'
import type { MemberVisit, StoreAppContext } from '../frame/store-app-context.ts'
import { type MemberPages, sayProblem } from '../frame/visits.ts'
import { onOrder, orderPath } from './on-order.ts'
import { type AskedRefund, leftOf, outcomeOf, parseRefund, refusalOf } from './refund-form.ts'

/** A form, a page that says what will happen, and the refund itself. */
export const refundPages: MemberPages = {
  '/orders/:orderNumber/refund': { get: onOrder(sendForm), post: onOrder(review) },
  '/orders/:orderNumber/refund/confirm': { post: onOrder(confirm) },
}

function review(visit: MemberVisit, order: OrderDetails) {
  const { request, viewer } = visit
  const fields = formFields(request)
  if (fields['step'] === 'change') return sendForm(visit, order, { fields })
  const { currency } = order
  const { value, errors } = parseRefund(fields, { currency, left: leftOf(order), viewer })
  return value ? sendReview(visit, order, value) : sendForm(visit, order, { fields, errors })
}

/** Whether it takes the order over the store's sum: several small ones are no way around it. */
const isLargeRefund = (
  { refunded }: OrderDetails,
  amount: number,
  { viewer: { store } }: MemberVisit,
) => store.confirmRefundsAbove !== null && refunded + amount > store.confirmRefundsAbove

async function confirm(visit: MemberVisit, order: OrderDetails) {
  const { app, request, response, viewer, actor } = visit
  const { orderNumber, currency } = order
  const fields = formFields(request)
  const nonce = formField(request, 'nonce')
  // What is left is the record's to say: a form that is sent twice finds the refund that it has
  // made.
  const left = { amount: order.amountTotal, units: order.quantity }
  const { value, errors } = parseRefund(fields, { currency, left, viewer })
  if (!value) return sendForm(visit, order, { fields, errors })
  if (!/^[0-9A-Za-z]{24}$/.test(nonce)) return sendReview(visit, order, value)
  const sensitive = { to: 'refund a sum of this size', back: `/orders/${orderNumber}` }
  if (isLargeRefund(order, value.amount, visit) && !(await isConfirmed(visit, sensitive))) return
  const to = orderPath(app, orderNumber)
  try {
    const refund = await requestRefund(app.checkout, {
      ...value,
      storeId: viewer.store.id,
      orderNumber,
      actor,
      idempotencyKey: nonce,
    })
    await redirectWith(app, response, { to, ...outcomeOf(refund, viewer) })
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error
    const refused = refusalOf(error.refusal, viewer)
    if (typeof refused === 'string') await sayProblem(visit, to, refused)
    else sendForm(visit, order, { fields, errors: refused })
  }
}

const backTo = (app: StoreAppContext, { orderNumber }: OrderDetails) => ({
  path: orderPath(app, orderNumber),
  text: html`Order <span class="order-number">${orderNumber}</span>`,
})

function fieldsView({ viewer }: MemberVisit, order: OrderDetails, { fields, errors }: Typed) {
  const { currency } = order
  const left = leftOf(order)
  const typed = {
    fields: { amount: priceText(left.amount, currency), units: '0', ...fields },
    errors,
  }
  return html`${inputField({
    typed,
    name: 'amount',
    label: `Amount in ${currency}`,
    hint: `Up to ${viewer.formats.money(left.amount, currency)}.`,
    attributes: html`inputmode="decimal" autocomplete="off" required`,
  })}
  ${
    left.units === 0
      ? undefined
      : inputField({
          typed,
          name: 'units',
          label: 'Units that go back into stock',
          hint: `Up to ${countOf(left.units, 'unit')}: what you have received back and can sell again.`,
          attributes: html`type="number" min="0" max="${left.units}" inputmode="numeric"`,
        })
  }
  ${inputField({
    typed,
    name: 'reason',
    label: 'Reason (optional)',
    hint: 'For your team; the buyer never sees it.',
    attributes: html`maxlength="500" dir="auto" autocomplete="off"`,
  })}`
}

/** Asks for how much, with what was wrong when it was asked before. */
function sendForm(visit: MemberVisit, order: OrderDetails, typed: Typed = {}) {
  const { app, viewer } = visit
  const { orderNumber } = order
  const path = orderPath(app, orderNumber)
  sendPage(visit, {
    title: `Refund order ${orderNumber}`,
    section: 'orders',
    errors: typed.errors,
    back: backTo(app, order),
    main: html`<h1>Refund order <span class="order-number">${orderNumber}</span></h1>
      ${errorSummary(typed.errors)}
      ${
        leftOf(order).amount === 0
          ? html`<p class="lead">All of it was refunded, or is about to be.</p>`
          : html`<form class="form" method="post" novalidate action="${path}/refund">
              ${csrfField(viewer)} ${fieldsView(visit, order, typed)}
              <div class="actions">
                <button class="button">Review refund</button>
                <a class="quiet" href="${path}">Cancel</a>
              </div>
            </form>`
      }`,
  })
}

/** Says what the refund will do, and asks once more. */
function sendReview(visit: MemberVisit, order: OrderDetails, asked: AskedRefund) {
  const { app, viewer } = visit
  const { currency, customerName } = order
  const { amount, returnedUnits, reason } = asked
  const money = viewer.formats.money(amount, currency)
  const path = `${orderPath(app, order.orderNumber)}/refund`
  sendPage(visit, {
    title: `Refund ${money}?`,
    section: 'orders',
    back: backTo(app, order),
    main: html`<h1>Refund ${money}?</h1>
      <p class="lead">This cannot be undone.</p>
      <form class="form" method="post" action="${path}/confirm">
        ${csrfField(viewer)}
        <input type="hidden" name="amount" value="${priceText(amount, currency)}" />
        <input type="hidden" name="units" value="${returnedUnits}" />
        <input type="hidden" name="reason" value="${reason ?? ''}" />
        <input type="hidden" name="nonce" value="${randomBase62(24)}" />
        ${factsView([
          ['Goes back to', html`The card that <bdi>${customerName}</bdi> paid with`],
          ['Into stock', returnedUnits === 0 ? 'Nothing' : countOf(returnedUnits, 'unit')],
          ['Reason', reason === null ? undefined : html`<bdi>${reason}</bdi>`],
        ])}
        <div class="actions">
          <button class="button danger-button">Refund ${money}</button>
          <button class="quiet" name="step" value="change" formaction="${path}">Change</button>
        </div>
      </form>`,
  })
}
