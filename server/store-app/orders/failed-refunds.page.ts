import * as z from 'zod'
import type { AnswerTaking } from '../../checkout/ports/charge-database.ts'
import {
  type LateFailureAnswer,
  type Refund,
  failureMessage,
  isToAnswer,
} from '../../checkout/refunds/refund.ts'
import type { OrderRecord } from '../../orders/order-record.ts'
import { countOf } from '../frame/formats.ts'
import { csrfField, formFields, hiddenField } from '../frame/forms.ts'
import { html } from '../../web/html.ts'
import { redirectWith } from '../frame/notices.ts'
import type { MemberVisit, Notice } from '../frame/store-app-context.ts'
import { type MemberPages, sendNotFound } from '../frame/visits.ts'
import { onOrder, orderPath } from './on-order.ts'

const Answer = z.object({
  refund: z.string().max(100),
  answer: z.enum(['came_back', 'did_not_come_back', 'seen']),
})

export const failedRefundPages: MemberPages = {
  '/orders/:orderNumber/failed-refund': { post: onOrder(takeAnswer) },
}

async function takeAnswer(visit: MemberVisit, { orderNumber }: OrderRecord) {
  const { app, request, viewer, actor } = visit
  const parsed = Answer.safeParse(formFields(request))
  if (!parsed.success) return sendNotFound(visit)
  const { refund: refundId, answer } = parsed.data
  const taking = await app.checkout.db.charges.answerLateFailure({
    storeId: viewer.store.id,
    orderNumber,
    refundId,
    answer,
    actor,
  })
  return redirectWith(visit, orderPath(app, orderNumber), noticeOf(taking, answer))
}

function noticeOf(taking: AnswerTaking, answer: LateFailureAnswer): Notice {
  const refusal = (why: string): Notice => ({ kind: 'danger', text: `Nothing was changed: ${why}` })
  switch (taking.type) {
    case 'not_asked':
      return refusal('somebody has answered that already.')
    case 'units_sold':
      return refusal(
        'these units are not in stock any more. Count the stock of this product first.',
      )
    case 'taken':
      return { kind: 'success', text: TAKEN[answer](countOf(taking.units, 'unit')) }
  }
}

const TAKEN: Record<LateFailureAnswer, (units: string) => string> = {
  came_back: (units) => `Noted: ${units} came back and stay in stock.`,
  did_not_come_back: (units) => `${units} taken out of stock again.`,
  seen: () => 'Noted: the failed refund is dealt with.',
}

const button = (answer: LateFailureAnswer, text: string) =>
  html`<button class="quiet" name="answer" value="${answer}">${text}</button>`

function questionView({ restockedUnits: units }: Refund) {
  if (units === 0) return html`<div class="actions">${button('seen', 'I have dealt with it')}</div>`
  return html`<p class="strong">
      It had put ${countOf(units, 'unit')} into stock. Did ${units === 1 ? 'it' : 'they'} come back?
    </p>
    <div class="actions">
      ${button('came_back', `${units === 1 ? 'It' : 'They'} came back`)}
      ${button('did_not_come_back', `No, take ${units === 1 ? 'it' : 'them'} out of stock`)}
    </div>`
}

/** Asks about refunds that failed after they had succeeded, until somebody answers. */
export const failedRefundNotices = (
  { refunds, orderNumber, currency }: OrderRecord,
  { app, viewer }: MemberVisit,
) =>
  refunds.filter(isToAnswer).map(
    (refund) =>
      html`<form
        class="notice danger question"
        method="post"
        action="${orderPath(app, orderNumber)}/failed-refund"
      >
        ${csrfField(viewer)} ${hiddenField('refund', refund.id)}
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
