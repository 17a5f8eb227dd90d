import { type Response, Router } from 'express'
import { text } from '../../contract/fields.ts'
import { formField, toLines } from '../forms.ts'
import { refuseOtherMethods, sendMessage } from '../message.page.ts'
import { redirectWith } from '../notices.ts'
import { type StoreAppContext, type Viewer, actorOf } from '../store-app-context.ts'
import { memberAction } from '../store-auth.ts'
import { MAX_NOTE, findOrder, orderNumberOf, sendOrder } from './order.page.ts'

const FULFILMENTS = {
  fulfil: { isFulfilled: true, done: 'The order is marked as fulfilled.', before: 'The order was marked as fulfilled already.' },
  unfulfil: { isFulfilled: false, done: 'The order is no longer marked as fulfilled.', before: 'The order was not marked as fulfilled.' },
}

const Note = text(MAX_NOTE)

/** What the buttons and forms on an order's page do. */
export function orderActionRoutes(app: StoreAppContext) {
  const router = Router({ caseSensitive: true })
  for (const [name, { isFulfilled, done, before }] of Object.entries(FULFILMENTS)) {
    router.route(`/orders/:orderNumber/${name}`)
      .post(memberAction(app, async (request, response, viewer) => {
        const orderNumber = orderNumberOf(request)
        const isChanged = orderNumber === undefined ? undefined
          : await app.store.orders.setFulfilled(viewer.store.id, orderNumber, { isFulfilled, actor: actorOf(viewer, request) })
        return answer(app, response, { viewer, orderNumber, text: isChanged === undefined ? undefined : isChanged ? done : before })
      }))
      .all(refuseOtherMethods(app, 'POST'))
  }
  router.route('/orders/:orderNumber/note')
    .post(memberAction(app, async (request, response, viewer) => {
      const typed = toLines(formField(request, 'note'))
      if (!Note.safeParse(typed).success) {
        const order = await findOrder(app, viewer, request)
        if (!order) return sendMessage(app, response, { status: 404, viewer })
        response.status(422)
        return sendOrder(app, response, { order, viewer, typedNote: typed, errors: { note: `Shorten the note to ${MAX_NOTE} characters.` } })
      }
      const orderNumber = orderNumberOf(request)
      const isChanged = orderNumber === undefined ? undefined : await app.store.orders.setNote(viewer.store.id, orderNumber,
        { note: typed === '' ? null : typed, actor: actorOf(viewer, request) })
      const saved = typed === '' ? 'The note is empty.' : 'The note is saved.'
      return answer(app, response, { viewer, orderNumber, text: isChanged === undefined ? undefined : saved })
    }))
    .all(refuseOtherMethods(app, 'POST'))
  return router
}

/** Back to the order's page, or there is none. */
const answer = (app: StoreAppContext, response: Response,
  { viewer, orderNumber, text: said }: { viewer: Viewer; orderNumber: string | undefined; text: string | undefined }) =>
  orderNumber === undefined || said === undefined ? sendMessage(app, response, { status: 404, viewer })
    : redirectWith(app, response, { to: `${app.storePath}/orders/${orderNumber}`, kind: 'success', text: said })
