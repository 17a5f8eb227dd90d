import type { Request, Response } from 'express'
import { setFulfilled } from '../../checkout/fulfill-order.ts'
import { text } from '../../contract/fields.ts'
import type { OrderDetails } from './order-details.ts'
import { formField, toLines } from '../frame/forms.ts'
import { redirectWith } from '../frame/notices.ts'
import { pages } from '../frame/pages.ts'
import { type StoreAppContext, actorOf } from '../frame/store-app-context.ts'
import { memberAction } from '../frame/store-auth.ts'
import { type ShownOrder, onOrder } from './on-order.ts'
import { MAX_NOTE, type TypedNote, besideOthers } from './order-note.ts'
import { sendOrder } from './order.page.ts'

const FULFILMENTS = {
  fulfil: {
    isFulfilled: true,
    done: 'The order is marked as fulfilled.',
    already: 'The order was marked as fulfilled already.',
  },
  unfulfil: {
    isFulfilled: false,
    done: 'The order is no longer marked as fulfilled.',
    already: 'The order was not marked as fulfilled.',
  },
}

const Note = text(MAX_NOTE)

/** What the buttons and forms on an order's page do. */
export const orderActionRoutes = (app: StoreAppContext) =>
  pages(app, {
    '/orders/:orderNumber/fulfil': { post: fulfilment(app, FULFILMENTS.fulfil) },
    '/orders/:orderNumber/unfulfil': { post: fulfilment(app, FULFILMENTS.unfulfil) },
    '/orders/:orderNumber/note': {
      post: memberAction(
        app,
        onOrder(app, (request, response, shown) => saveNote(app, request, response, shown)),
      ),
    },
  })

type Fulfilment = { isFulfilled: boolean; done: string; already: string }

const fulfilment = (app: StoreAppContext, { isFulfilled, done, already }: Fulfilment) =>
  memberAction(
    app,
    onOrder(app, async (request, response, { viewer, order }) => {
      const isChanged = await setFulfilled(app.checkout, {
        storeId: viewer.store.id,
        orderNumber: order.orderNumber,
        isFulfilled,
        actor: actorOf(viewer, request),
      })
      return leadBack(app, response, { order, text: isChanged ? done : already })
    }),
  )

async function saveNote(
  app: StoreAppContext,
  request: Request,
  response: Response,
  { viewer, order }: ShownOrder,
) {
  const note = toLines(formField(request, 'note'))
  const before = toLines(formField(request, 'before'))
  const askAgain = (problem: string, typed: TypedNote) => {
    response.status(422)
    return sendOrder(app, response, { order, viewer, typed, errors: { note: problem } })
  }
  if (!Note.safeParse(note).success)
    return askAgain(`Shorten the note to ${MAX_NOTE} characters.`, { note, before })
  const isSaved = await app.records.orders.setNote(viewer.store.id, order.orderNumber, {
    note: note || null,
    before: before || null,
    actor: actorOf(viewer, request),
  })
  if (isSaved) {
    const saved = note === '' ? 'The note is empty.' : 'The note is saved.'
    return leadBack(app, response, { order, text: saved })
  }
  return askAgain(
    'Somebody else has changed the note since you opened it. Saving again replaces theirs.',
    besideOthers(order, note),
  )
}

const leadBack = (
  app: StoreAppContext,
  response: Response,
  { order, text: said }: { order: OrderDetails; text: string },
) =>
  redirectWith(app, response, {
    to: `${app.storePath}/orders/${order.orderNumber}`,
    kind: 'success',
    text: said,
  })
