import { type LateFailureAnswer, failureMessage, isToAnswer } from '../../checkout/refund.ts'
import type { OrderDetails, OrderRefund } from './order-details.ts'
import { countOf } from '../frame/formats.ts'
import { csrfField } from '../frame/forms.ts'
import { html } from '../frame/html.ts'
import type { OrderView } from './order-sections.ts'

const button = (answer: LateFailureAnswer, text: string) =>
  html`<button class="quiet" name="answer" value="${answer}">${text}</button>`

function questionView({ restockedUnits: units }: OrderRefund) {
  if (units === 0) return html`<div class="actions">${button('seen', 'I have dealt with it')}</div>`
  return html`<p class="strong">
      It had put ${countOf(units, 'unit')} into stock. Did ${units === 1 ? 'it' : 'they'} come back?
    </p>
    <div class="actions">
      ${button('came_back', `${units === 1 ? 'It' : 'They'} came back`)}
      ${button('did_not_come_back', `No, take ${units === 1 ? 'it' : 'them'} out of stock`)}
    </div>`
}

/** Refunds that failed after they had succeeded: asked about until somebody answers. */
export const failedRefundNotices = (
  { refunds, orderNumber, currency }: OrderDetails,
  { storePath, viewer }: OrderView,
) =>
  refunds.filter(isToAnswer).map(
    (refund) =>
      html`<form
        class="notice danger question"
        method="post"
        action="${storePath}/orders/${orderNumber}/failed-refund"
      >
        ${csrfField(viewer)}
        <input type="hidden" name="refund" value="${refund.id}" />
        <p>
          <strong
            >The refund of ${viewer.formats.money(refund.amount, currency)} has failed after it had
            succeeded.</strong
          >
          ${failureMessage(refund.failureCode ?? '')} The buyer does not have the money: refund it
          again, or give it back in another way.
        </p>
        ${questionView(refund)}
      </form>`,
  )
