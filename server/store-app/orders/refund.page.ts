import { type Request, type Response, Router } from 'express'
import { randomBase62 } from '../../auth/random.ts'
import { requestRefund } from '../../checkout/refund-order.ts'
import { type Refund, type RefundRefusal, failureMessage } from '../../checkout/refund.ts'
import type { OrderDetails } from './order-details.ts'
import { countOf } from '../frame/formats.ts'
import {
  type FieldErrors,
  type FormFields,
  csrfField,
  errorSummary,
  formField,
  formFields,
  inputField,
} from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { refuseOtherMethods } from '../frame/message.page.ts'
import { type Notice, redirectWith } from '../frame/notices.ts'
import { sendPage } from '../frame/page.ts'
import { priceText } from '../frame/price.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../frame/store-app-context.ts'
import { memberAction, memberPage } from '../frame/store-auth.ts'
import { onOrder } from './order.page.ts'
import {
  type AskedRefund,
  amountProblem,
  leftOf,
  parseRefund,
  unitsProblem,
} from './refund-form.ts'

/** A form, a page that says what will happen, and the refund itself. */
export function refundRoutes(app: StoreAppContext) {
  const router = Router({ caseSensitive: true })
  router
    .route('/orders/:orderNumber/refund')
    .get(
      memberPage(
        app,
        onOrder(app, (_request, response, shown) => sendForm(app, response, shown)),
      ),
    )
    .post(
      memberAction(
        app,
        onOrder(app, (request, response, shown) => review(app, request, response, shown)),
      ),
    )
    .all(refuseOtherMethods(app, 'GET', 'POST'))
  router
    .route('/orders/:orderNumber/refund/confirm')
    .post(
      memberAction(
        app,
        onOrder(app, (request, response, shown) => confirm(app, request, response, shown)),
      ),
    )
    .all(refuseOtherMethods(app, 'POST'))
  return router
}

type Shown = { viewer: Viewer; order: OrderDetails }

function review(
  app: StoreAppContext,
  request: Request,
  response: Response,
  { viewer, order }: Shown,
) {
  const fields = formFields(request)
  if (fields['step'] === 'change') return sendForm(app, response, { viewer, order, fields })
  const { value, errors } = parseRefund(fields, {
    currency: order.currency,
    left: leftOf(order),
    viewer,
  })
  return value
    ? sendReview(app, response, { viewer, order, asked: value })
    : sendForm(app, response, { viewer, order, fields, errors })
}

async function confirm(
  app: StoreAppContext,
  request: Request,
  response: Response,
  { viewer, order }: Shown,
) {
  const fields = formFields(request)
  const nonce = formField(request, 'nonce')
  // What is left is the record's to say: a form that is sent twice finds the refund that it has
  // made.
  const limits = { amount: order.amountTotal, units: order.quantity }
  const { value, errors } = parseRefund(fields, { currency: order.currency, left: limits, viewer })
  if (!value) return sendForm(app, response, { viewer, order, fields, errors })
  if (!/^[0-9A-Za-z]{24}$/.test(nonce))
    return sendReview(app, response, { viewer, order, asked: value })
  const answer = await requestRefund(app.checkout, {
    ...value,
    storeId: viewer.store.id,
    orderNumber: order.orderNumber,
    actor: actorOf(viewer, request),
    idempotencyKey: nonce,
  })
  const to = `${app.storePath}/orders/${order.orderNumber}`
  if ('refund' in answer)
    return redirectWith(app, response, { to, ...outcomeOf(answer.refund, viewer) })
  const refused = refusalOf(answer.refusal, viewer)
  return typeof refused === 'string'
    ? redirectWith(app, response, { to, kind: 'danger', text: refused })
    : sendForm(app, response, { viewer, order, fields, errors: refused })
}

function outcomeOf(
  { state, amount, currency, returnedUnits, failureCode }: Refund,
  { formats }: Viewer,
): Notice {
  const money = formats.money(amount, currency)
  const back = returnedUnits === 0 ? '' : ` ${countOf(returnedUnits, 'unit')} went back into stock.`
  switch (state) {
    case 'succeeded':
      return { kind: 'success', text: `${money} was refunded.${back}` }
    case 'pending':
      return {
        kind: 'success',
        text: `The refund of ${money} is on its way: the payment provider has not decided yet. See below what becomes of it.`,
      }
    case 'failed':
      return { kind: 'danger', text: `Nothing was refunded. ${failureMessage(failureCode ?? '')}` }
  }
}

/** What is wrong with a field, or with the whole. */
function refusalOf(refusal: RefundRefusal, viewer: Viewer): FieldErrors | string {
  switch (refusal.reason) {
    case 'more_money_than_left':
      return refusal.left === 0
        ? 'Nothing was refunded now: nothing of this order is left to refund.'
        : { amount: amountProblem(refusal.left, { currency: refusal.currency, viewer }) }
    case 'more_units_than_left':
      return { units: unitsProblem(refusal.left) }
    case 'other_request':
      return 'Nothing was refunded now: this form had been used for another refund. Open it again.'
    case 'other_provider':
      return 'Nothing was refunded: this order was paid through a payment provider that is not in use now.'
    case 'order_not_found':
      return 'Nothing was refunded: there is no such order.'
  }
}

const backView = ({ storePath }: StoreAppContext, { orderNumber }: OrderDetails) =>
  html`<p class="back">
    <a href="${storePath}/orders/${orderNumber}"
      >Order <span class="order-number">${orderNumber}</span></a
    >
  </p>`

type Form = Shown & { fields?: FormFields; errors?: FieldErrors | undefined }

function sendForm(
  app: StoreAppContext,
  response: Response,
  { viewer, order, fields, errors }: Form,
) {
  const { orderNumber, currency } = order
  const left = leftOf(order)
  const { amount = priceText(left.amount, currency), units = '0', reason = '' } = fields ?? {}
  if (errors) response.status(422)
  sendPage(app, response, {
    title: `Refund order ${orderNumber}`,
    section: 'orders',
    viewer,
    hasErrors: errors !== undefined,
    main: html`${backView(app, order)}
      <h1>Refund order <span class="order-number">${orderNumber}</span></h1>
      ${errorSummary(errors)}
      ${
        left.amount === 0
          ? html`<p class="lead">All of it was refunded, or is about to be.</p>`
          : html`<form
              class="form"
              method="post"
              novalidate
              action="${app.storePath}/orders/${orderNumber}/refund"
            >
              ${csrfField(viewer)}
              ${inputField({
                name: 'amount',
                label: `Amount in ${currency}`,
                value: amount,
                error: errors?.['amount'],
                hint: `Up to ${viewer.formats.money(left.amount, currency)}.`,
                attributes: html`inputmode="decimal" autocomplete="off" required`,
              })}
              ${
                left.units === 0
                  ? undefined
                  : inputField({
                      name: 'units',
                      label: 'Units that go back into stock',
                      value: units,
                      error: errors?.['units'],
                      hint: `Up to ${countOf(left.units, 'unit')}: what you have received back and can sell again.`,
                      attributes: html`type="number" min="0" max="${left.units}" inputmode="numeric"`,
                    })
              }
              ${inputField({
                name: 'reason',
                label: 'Reason (optional)',
                value: reason,
                error: errors?.['reason'],
                hint: 'For your team; the buyer never sees it.',
                attributes: html`maxlength="500" dir="auto" autocomplete="off"`,
              })}
              <div class="actions">
                <button class="button">Review refund</button>
                <a class="quiet" href="${app.storePath}/orders/${orderNumber}">Cancel</a>
              </div>
            </form>`
      }`,
  })
}

function sendReview(
  app: StoreAppContext,
  response: Response,
  { viewer, order, asked }: Shown & { asked: AskedRefund },
) {
  const { orderNumber, currency, customerName } = order
  const { amount, returnedUnits, reason } = asked
  const money = viewer.formats.money(amount, currency)
  const path = `${app.storePath}/orders/${orderNumber}/refund`
  sendPage(app, response, {
    title: `Refund ${money}?`,
    section: 'orders',
    viewer,
    main: html`${backView(app, order)}
      <h1>Refund ${money}?</h1>
      <p class="lead">This cannot be undone.</p>
      <form class="form" method="post" action="${path}/confirm">
        ${csrfField(viewer)}
        <input type="hidden" name="amount" value="${priceText(amount, currency)}" />
        <input type="hidden" name="units" value="${returnedUnits}" />
        <input type="hidden" name="reason" value="${reason ?? ''}" />
        <input type="hidden" name="nonce" value="${randomBase62(24)}" />
        <dl class="facts">
          <div>
            <dt>Goes back to</dt>
            <dd>The card that <bdi>${customerName}</bdi> paid with</dd>
          </div>
          <div>
            <dt>Into stock</dt>
            <dd>${returnedUnits === 0 ? 'Nothing' : countOf(returnedUnits, 'unit')}</dd>
          </div>
          ${
            reason === null
              ? undefined
              : html`<div>
                  <dt>Reason</dt>
                  <dd><bdi>${reason}</bdi></dd>
                </div>`
          }
        </dl>
        <div class="actions">
          <button class="button danger-button">Refund ${money}</button>
          <button class="quiet" name="step" value="change" formaction="${path}">Change</button>
        </div>
      </form>`,
  })
}
