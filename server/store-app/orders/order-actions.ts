import { setFulfilled } from '../../checkout/fulfill-order.ts'
import { text } from '../../contract/fields.ts'
import type { OrderDetails } from './order-details.ts'
import { isolated } from '../frame/formats.ts'
import { formField, toLines } from '../frame/forms.ts'
import { sayDone } from '../frame/notices.ts'
import { type MemberVisit, actorOf } from '../frame/store-app-context.ts'
import type { MemberPages } from '../frame/visits.ts'
import { onOrder, orderPath } from './on-order.ts'
import type { TypedNote } from './order-sections.ts'
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

/** The longest note, in characters. */
const MAX_NOTE = 2000

const Note = text(MAX_NOTE)

/** What the buttons and forms on an order's page do. */
export const orderActionPages: MemberPages = {
  '/orders/:orderNumber/fulfil': { post: fulfilment(FULFILMENTS.fulfil) },
  '/orders/:orderNumber/unfulfil': { post: fulfilment(FULFILMENTS.unfulfil) },
  '/orders/:orderNumber/note': { post: onOrder(saveNote) },
}

function fulfilment({ isFulfilled, done, already }: (typeof FULFILMENTS)['fulfil']) {
  return onOrder(async (visit, { orderNumber }) => {
    const { app, request, viewer } = visit
    const isChanged = await setFulfilled(app.checkout, {
      storeId: viewer.store.id,
      orderNumber,
      isFulfilled,
      actor: actorOf(viewer, request),
    })
    return sayDone(visit, orderPath(app, orderNumber), isChanged ? done : already)
  })
}

async function saveNote(visit: MemberVisit, order: OrderDetails) {
  const { app, request, viewer } = visit
  const note = toLines(formField(request, 'note'))
  const before = toLines(formField(request, 'before'))
  const askAgain = (problem: string, typed: TypedNote) =>
    sendOrder(visit, order, { typed, errors: { note: problem } })
  if (!Note.safeParse(note).success)
    return askAgain(`Shorten the note to ${MAX_NOTE} characters.`, { note, before })
  const isSaved = await app.records.orders.setNote(viewer.store.id, order.orderNumber, {
    note: note || null,
    before: before || null,
    actor: actorOf(viewer, request),
  })
  if (!isSaved)
    return askAgain(
      'Somebody else has changed the note since you opened it. Saving again replaces theirs.',
      besideOthers(order, note),
    )
  const saved = note === '' ? 'The note is empty.' : 'The note is saved.'
  return sayDone(visit, orderPath(app, order.orderNumber), saved)
}

/** The note that was typed again, with what somebody else has saved meanwhile. */
const besideOthers = ({ note: theirs }: OrderDetails, note: string): TypedNote => ({
  note,
  before: theirs ?? '',
  hint: theirs === null ? 'Theirs is empty.' : `Theirs: ${isolated(theirs)}`,
})
