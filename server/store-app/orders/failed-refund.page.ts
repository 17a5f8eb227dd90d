import type { Request, Response } from 'express'
import * as z from 'zod'
import type { AnswerTaking } from '../../checkout/ports/charge-database.ts'
import type { LateFailureAnswer } from '../../checkout/refund.ts'
import { countOf } from '../frame/formats.ts'
import { formFields } from '../frame/forms.ts'
import { sendMessage } from '../frame/message.page.ts'
import { type Notice, redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import { type StoreAppContext, actorOf } from '../frame/store-app-context.ts'
import { memberAction } from '../frame/store-auth.ts'
import { type ShownOrder, onOrder } from './on-order.ts'

const Answer = z.object({
  refund: z.string().max(100),
  answer: z.enum(['came_back', 'did_not_come_back', 'seen']),
})

/** What the merchant says of a refund that failed late. */
export const failedRefundRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/orders/:orderNumber/failed-refund': {
      post: memberAction(
        app,
        onOrder(app, (request, response, shown) => takeAnswer(app, request, response, shown)),
      ),
    },
  })

async function takeAnswer(
  app: StoreAppContext,
  request: Request,
  response: Response,
  { viewer, order: { orderNumber } }: ShownOrder,
) {
  const parsed = Answer.safeParse(formFields(request))
  if (!parsed.success) return sendMessage(app, response, { status: 404, viewer })
  const { refund: refundId, answer } = parsed.data
  const taking = await app.checkout.db.charges.answerLateFailure({
    storeId: viewer.store.id,
    orderNumber,
    refundId,
    answer,
    actor: actorOf(viewer, request),
  })
  return redirectWith(app, response, {
    to: `${app.storePath}/orders/${orderNumber}`,
    ...noticeOf(taking, answer),
  })
}

function noticeOf(taking: AnswerTaking, answer: LateFailureAnswer): Notice {
  switch (taking.type) {
    case 'not_asked':
      return { kind: 'danger', text: 'Nothing was changed: somebody has answered that already.' }
    case 'units_sold':
      return {
        kind: 'danger',
        text: 'Nothing was changed: these units are not in stock any more. Count the stock of this product first.',
      }
    case 'taken':
      return { kind: 'success', text: TAKEN[answer](countOf(taking.units, 'unit')) }
  }
}

const TAKEN: Record<LateFailureAnswer, (units: string) => string> = {
  came_back: (units) => `Noted: ${units} came back and stay in stock.`,
  did_not_come_back: (units) => `${units} taken out of stock again.`,
  seen: () => 'Noted: the failed refund is dealt with.',
}
