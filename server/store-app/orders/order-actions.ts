import { type Response, Router } from 'express'
import { text } from '../../contract/fields.ts'
import type { OrderDetails } from './order-details.ts'
import { isolated } from '../frame/formats.ts'
import { formField, toLines } from '../frame/forms.ts'
import { refuseOtherMethods } from '../frame/message.page.ts'
import { redirectWith } from '../frame/notices.ts'
import { type StoreAppContext, actorOf } from '../frame/store-app-context.ts'
import { memberAction } from '../frame/store-auth.ts'
import { MAX_NOTE, type TypedNote, onOrder, sendOrder } from './order.page.ts'

const FULFILMENTS = {
  fulfil: {
    isFulfilled: true,
    done: 'The order is marked as fulfilled.',
    before: 'The order was marked as fulfilled already.',
  },
  unfulfil: {
    isFulfilled: false,
    done: 'The order is no longer marked as fulfilled.',
    before: 'The order was not marked as fulfilled.',
  },
}

const Note = text(MAX_NOTE)

/** What the buttons and forms on an order's page do. */
export function orderActionRoutes(app: StoreAppContext) {
  const backWith = (response: Response, { orderNumber }: OrderDetails, said: string) =>
    redirectWith(app, response, {
      to: `${app.storePath}/orders/${orderNumber}`,
      kind: 'success',
      text: said,
    })

  const router = Router({ caseSensitive: true })
  for (const [name, { isFulfilled, done, before }] of Object.entries(FULFILMENTS)) {
    router
      .route(`/orders/:orderNumber/${name}`)
      .post(
        memberAction(
          app,
          onOrder(app, async (request, response, { viewer, order }) => {
            const isChanged = await app.records.orders.setFulfilled(
              viewer.store.id,
              order.orderNumber,
              { isFulfilled, actor: actorOf(viewer, request) },
            )
            return backWith(response, order, isChanged ? done : before)
          }),
        ),
      )
      .all(refuseOtherMethods(app, 'POST'))
  }
  router
    .route('/orders/:orderNumber/note')
    .post(
      memberAction(
        app,
        onOrder(app, async (request, response, { viewer, order }) => {
          const [note, before] = [
            toLines(formField(request, 'note')),
            toLines(formField(request, 'before')),
          ]
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
          return isSaved
            ? backWith(response, order, note === '' ? 'The note is empty.' : 'The note is saved.')
            : askAgain(
                'Somebody else has changed the note since you opened it. Saving again replaces theirs.',
                besideOthers(order, note),
              )
        }),
      ),
    )
    .all(refuseOtherMethods(app, 'POST'))
  return router
}

const besideOthers = ({ note: theirs }: OrderDetails, note: string): TypedNote => ({
  note,
  before: theirs ?? '',
  hint: theirs === null ? 'Theirs is empty.' : `Theirs: ${isolated(theirs)}`,
})
