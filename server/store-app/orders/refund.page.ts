import type { Request, Response } from 'express'
import { requestRefund } from '../../checkout/refund-order.ts'
import { RefundRefused } from '../../checkout/refund.ts'
import { formField, formFields } from '../frame/forms.ts'
import { redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import { type StoreAppContext, actorOf } from '../frame/store-app-context.ts'
import { isStepUp } from '../frame/step-up.page.ts'
import { memberAction, memberPage } from '../frame/store-auth.ts'
import { type ShownOrder, onOrder } from './on-order.ts'
import { leftOf, parseRefund } from './refund-form.ts'
import { outcomeOf, refusalOf } from './refund-outcome.ts'
import { sendForm, sendReview } from './refund-steps.page.ts'

/** A form, a page that says what will happen, and the refund itself. */
export const refundRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/orders/:orderNumber/refund': {
      get: memberPage(
        app,
        onOrder(app, (_request, response, shown) => sendForm(app, response, shown)),
      ),
      post: memberAction(
        app,
        onOrder(app, (request, response, shown) => review(app, request, response, shown)),
      ),
    },
    '/orders/:orderNumber/refund/confirm': {
      post: memberAction(
        app,
        onOrder(app, (request, response, shown) => confirm(app, request, response, shown)),
      ),
    },
  })

function review(
  app: StoreAppContext,
  request: Request,
  response: Response,
  { viewer, order }: ShownOrder,
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

/** Whether it takes the order over the store's sum: several small ones are no way around it. */
const isLargeRefund = (
  { refunded }: ShownOrder['order'],
  amount: number,
  { store: { confirmRefundsAbove } }: ShownOrder['viewer'],
) => confirmRefundsAbove !== null && refunded + amount > confirmRefundsAbove

async function confirm(
  app: StoreAppContext,
  request: Request,
  response: Response,
  { viewer, order }: ShownOrder,
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
  const back = `/orders/${order.orderNumber}`
  const isSensitive = isLargeRefund(order, value.amount, viewer)
  const sensitive = { to: 'refund a sum of this size', back }
  if (isSensitive && !(await isStepUp(app, request, response, { viewer, ...sensitive }))) return
  const to = `${app.storePath}${back}`
  try {
    const refund = await requestRefund(app.checkout, {
      ...value,
      storeId: viewer.store.id,
      orderNumber: order.orderNumber,
      actor: actorOf(viewer, request),
      idempotencyKey: nonce,
    })
    await redirectWith(app, response, { to, ...outcomeOf(refund, viewer) })
  } catch (error) {
    if (!(error instanceof RefundRefused)) throw error
    const refused = refusalOf(error.refusal, viewer)
    if (typeof refused === 'string')
      await redirectWith(app, response, { to, kind: 'danger', text: refused })
    else sendForm(app, response, { viewer, order, fields, errors: refused })
  }
}
