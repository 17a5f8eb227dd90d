import type { Response } from 'express'
import { randomBase62 } from '../../auth/random.ts'
import type { OrderDetails } from './order-details.ts'
import { countOf } from '../frame/formats.ts'
import {
  type FieldErrors,
  type FormFields,
  csrfField,
  errorSummary,
  inputField,
} from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import { sendPage } from '../frame/page.ts'
import { priceText } from '../frame/price.ts'
import type { StoreAppContext } from '../frame/store-app-context.ts'
import type { ShownOrder } from './on-order.ts'
import { type AskedRefund, leftOf } from './refund-form.ts'

const backView = ({ storePath }: StoreAppContext, { orderNumber }: OrderDetails) =>
  html`<p class="back">
    <a href="${storePath}/orders/${orderNumber}"
      >Order <span class="order-number">${orderNumber}</span></a
    >
  </p>`

type Form = ShownOrder & { fields?: FormFields; errors?: FieldErrors | undefined }

function fieldsView({ viewer, order, fields, errors }: Form) {
  const { currency } = order
  const left = leftOf(order)
  const { amount = priceText(left.amount, currency), units = '0', reason = '' } = fields ?? {}
  return html`${inputField({
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
  })}`
}

/** Asks for how much, with what was wrong when it was asked before. */
export function sendForm(app: StoreAppContext, response: Response, form: Form) {
  const { viewer, order, errors } = form
  const { orderNumber } = order
  const left = leftOf(order)
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
              ${csrfField(viewer)} ${fieldsView(form)}
              <div class="actions">
                <button class="button">Review refund</button>
                <a class="quiet" href="${app.storePath}/orders/${orderNumber}">Cancel</a>
              </div>
            </form>`
      }`,
  })
}

/** Says what the refund will do, and asks once more. */
export function sendReview(
  app: StoreAppContext,
  response: Response,
  { viewer, order, asked }: ShownOrder & { asked: AskedRefund },
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
