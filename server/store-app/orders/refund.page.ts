import { priceText } from '../../checkout/money.ts'
import { randomBase62 } from '../../auth/random.ts'
import { requestRefund } from '../../checkout/refunds/refund-order.ts'
import { RefundRefused } from '../../checkout/refunds/refund.ts'
import type { OrderRecord } from '../../orders/order-record.ts'
import { countOf } from '../frame/formats.ts'
import {
  UNCHECKED,
  type FormInput,
  formField,
  formFields,
  csrfField,
  formView,
  hiddenField,
  inputField,
} from '../frame/forms.ts'
import { html } from '../../web/html.ts'
import { redirectWith } from '../frame/notices.ts'
import { sendPage } from '../frame/page.ts'
import { factsView } from '../frame/sections.ts'
import { isConfirmed } from '../frame/members/step-up.page.ts'
import type { MemberVisit, StoreAppContext } from '../frame/store-app-context.ts'
import { type MemberPages, sayProblem } from '../frame/visits.ts'
import { onOrder, orderPath } from './on-order.ts'
import {
  type AskedRefund,
  leftOf,
  outcomeOf,
  parseRefund,
  refusalOf,
  whyNothingIsLeft,
} from './refund-form.ts'

/** A form, a page that says what will happen, and the refund. */
export const refundPages: MemberPages = {
  '/orders/:orderNumber/refund': { get: onOrder(sendForm), post: onOrder(review) },
  '/orders/:orderNumber/refund/confirm': { post: onOrder(confirm) },
}

function review(visit: MemberVisit, order: OrderRecord) {
  const { request, viewer } = visit
  const fields = formFields(request)
  if (fields['step'] === 'change') return sendForm(visit, order, { fields })
  const { currency } = order
  const { value, errors } = parseRefund(fields, { currency, left: leftOf(order), viewer })
  return value ? sendReview(visit, order, value) : sendForm(visit, order, { fields, errors })
}

/** Counts all refunds of the order, so that several small ones do not get around the limit. */
const isLargeRefund = (
  { refunded }: OrderRecord,
  amount: number,
  { viewer: { store } }: MemberVisit,
) => store.confirmRefundsAbove !== null && refunded + amount > store.confirmRefundsAbove

async function confirm(visit: MemberVisit, order: OrderRecord) {
  const { app, request, viewer, actor } = visit
  const { orderNumber, currency } = order
  const fields = formFields(request)
  const nonce = formField(request, 'nonce')
  // The record checks what is left: a form that is sent twice must find its own refund.
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
    await redirectWith(visit, to, outcomeOf(refund, viewer))
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error
    const refused = refusalOf(error.refusal, viewer)
    if (typeof refused === 'string') await sayProblem(visit, to, refused)
    else sendForm(visit, order, { fields, errors: refused })
  }
}

const backTo = (app: StoreAppContext, { orderNumber }: OrderRecord) => ({
  path: orderPath(app, orderNumber),
  text: html`Order <span class="order-number">${orderNumber}</span>`,
})

/** The buyer of a withdrawn order gets all back, and so does the stock what was not sent. */
const proposedFor = (order: OrderRecord) =>
  order.withdrawnAt === null
    ? { units: '0' }
    : { units: String(order.fulfilledAt ? 0 : leftOf(order).units), reason: 'Withdrawal' }

function fieldsOf({ viewer }: MemberVisit, order: OrderRecord, { fields, errors }: FormInput) {
  const { currency } = order
  const left = leftOf(order)
  const typed = {
    fields: { amount: priceText(left.amount, currency), ...proposedFor(order), ...fields },
    errors,
  }
  return [
    inputField({
      typed,
      name: 'amount',
      label: `Amount in ${currency}`,
      hint: `Up to ${viewer.formats.money(left.amount, currency)}.`,
      attributes: html`inputmode="decimal" autocomplete="off" required`,
    }),
    left.units === 0
      ? undefined
      : inputField({
          typed,
          name: 'units',
          label: 'Units that go back into stock',
          hint: `Up to ${countOf(left.units, 'unit')}: what you have received back and can sell again.`,
          attributes: html`type="number" min="0" max="${left.units}" inputmode="numeric"`,
        }),
    inputField({
      typed,
      name: 'reason',
      label: 'Reason (optional)',
      hint: 'For your team; the buyer never sees it.',
      attributes: html`maxlength="500" dir="auto" autocomplete="off"`,
    }),
  ]
}

function sendForm(visit: MemberVisit, order: OrderRecord, typed: FormInput = {}) {
  const { app, viewer } = visit
  const { orderNumber } = order
  const back = backTo(app, order)
  sendPage(visit, {
    title: `Refund order ${orderNumber}`,
    section: 'orders',
    errors: typed.errors,
    back,
    heading: html`Refund order <span class="order-number">${orderNumber}</span>`,
    main:
      leftOf(order).amount === 0
        ? html`<p class="lead">
            ${whyNothingIsLeft(order) ?? 'All of it was refunded, or is about to be.'}
          </p>`
        : formView(
            viewer,
            {
              action: `${back.path}/refund`,
              attributes: UNCHECKED,
              button: 'Review refund',
              cancel: back.path,
            },
            fieldsOf(visit, order, typed),
          ),
  })
}

function sendReview(visit: MemberVisit, order: OrderRecord, asked: AskedRefund) {
  const { app, viewer } = visit
  const { currency, customerName } = order
  const { amount, returnedUnits, reason } = asked
  const money = viewer.formats.money(amount, currency)
  const path = `${orderPath(app, order.orderNumber)}/refund`
  sendPage(visit, {
    title: `Refund ${money}?`,
    section: 'orders',
    back: backTo(app, order),
    lead: 'This cannot be undone.',
    main: html`<form class="form" method="post" action="${path}/confirm">
      ${csrfField(viewer)} ${hiddenField('amount', priceText(amount, currency))}
      ${hiddenField('units', returnedUnits)} ${hiddenField('reason', reason ?? '')}
      ${hiddenField('nonce', randomBase62(24))}
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
