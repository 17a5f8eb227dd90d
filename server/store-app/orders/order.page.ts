import type { Fulfilment } from '../../checkout/ports/database.ts'
import type { OrderRecord } from '../../orders/order-record.ts'
import { formField, toLines } from '../frame/forms.ts'
import { html } from '../../web/html.ts'
import { sendPage } from '../frame/page.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { type MemberPages, sayDone } from '../frame/visits.ts'
import { onOrder, orderPath } from './on-order.ts'
import { failedRefundNotices } from './failed-refunds.page.ts'
import { withdrawalNotice } from './withdrawal-notice.ts'
import { capturedNotice, disputeNotices, moneyView, statusView } from './order-money.ts'
import { type OrderForm, type TypedNote, sectionsView } from './order-sections.ts'
import { fulfilView } from './order-delivery.ts'
import { ORDER } from './orders.styles.ts'
import { setDelivered, setFulfilled } from '../../checkout/orders/fulfill-order.ts'
import { text } from '../../contract/fields.ts'
import { isolated } from '../frame/formats.ts'

export function sendOrder(visit: MemberVisit, order: OrderRecord, form: OrderForm = {}) {
  const { app, viewer } = visit
  const { formats } = viewer
  sendPage(visit, {
    title: `Order ${order.orderNumber}`,
    section: 'orders',
    imageUrls: [order.imageUrl],
    styles: ORDER,
    errors: form.errors,
    back: { path: `${app.storePath}/orders`, text: 'All orders' },
    heading: html`Order <span class="order-number">${order.orderNumber}</span>`,
    beside: html`${statusView(order)}
      <div class="actions">
        ${fulfilView(order, visit)}
        <a class="quiet" href="${orderPath(app, order.orderNumber)}/evidence">Evidence</a>
      </div>`,
    main: html`${capturedNotice(order, formats)} ${disputeNotices(order, formats)}
      ${failedRefundNotices(order, visit)} ${withdrawalNotice(order, visit)}
      <div class="columns">
        <div class="sections">${sectionsView(order, visit, form)}</div>
        ${moneyView(order, visit)}
      </div>`,
  })
}

type OrderButton = {
  change(
    app: MemberVisit['app'],
    order: Pick<Fulfilment, 'storeId' | 'orderNumber' | 'actor'>,
  ): Promise<boolean>
  done: string
  already: string
}

/** What a button does, and what is said when it changed something, and when it did not. */
const BUTTONS = {
  unfulfil: {
    change: (app, order) => setFulfilled(app.checkout, { ...order, isFulfilled: false }),
    done: 'The order is no longer marked as fulfilled.',
    already: 'The order was not marked as fulfilled.',
  },
  deliver: {
    change: (app, order) => setDelivered(app.checkout, { ...order, isDelivered: true }),
    done: 'The order is marked as delivered.',
    already: 'The order was marked as delivered already.',
  },
  undeliver: {
    change: (app, order) => setDelivered(app.checkout, { ...order, isDelivered: false }),
    done: 'The order is no longer marked as delivered.',
    already: 'The order was not marked as delivered.',
  },
} satisfies Record<string, OrderButton>

/** In characters. */
const MAX_NOTE = 2000

const Note = text(MAX_NOTE)

export const orderPages: MemberPages = {
  '/orders/:orderNumber': { get: onOrder((visit, order) => sendOrder(visit, order)) },
  '/orders/:orderNumber/unfulfil': { post: changing(BUTTONS.unfulfil) },
  '/orders/:orderNumber/deliver': { post: changing(BUTTONS.deliver) },
  '/orders/:orderNumber/undeliver': { post: changing(BUTTONS.undeliver) },
  '/orders/:orderNumber/note': { post: onOrder(saveNote) },
}

function changing({ change, done, already }: OrderButton) {
  return onOrder(async (visit, { orderNumber }) => {
    const { app, viewer, actor } = visit
    const isChanged = await change(app, { storeId: viewer.store.id, orderNumber, actor })
    return sayDone(visit, orderPath(app, orderNumber), isChanged ? done : already)
  })
}

async function saveNote(visit: MemberVisit, order: OrderRecord) {
  const { app, request, viewer, actor } = visit
  const note = toLines(formField(request, 'note'))
  const before = toLines(formField(request, 'before'))
  const askAgain = (problem: string, typed: TypedNote) =>
    sendOrder(visit, order, { typed, errors: { note: problem } })
  if (!Note.safeParse(note).success)
    return askAgain(`Shorten the note to ${MAX_NOTE} characters.`, { note, before })
  const isSaved = await app.records.orders.setNote(viewer.store.id, order.orderNumber, {
    note: note || null,
    before: before || null,
    actor,
  })
  if (!isSaved)
    return askAgain(
      'Somebody else has changed the note since you opened it. Saving again replaces theirs.',
      besideOthers(order, note),
    )
  const saved = note === '' ? 'The note is empty.' : 'The note is saved.'
  return sayDone(visit, orderPath(app, order.orderNumber), saved)
}

/** The typed note beside the one that somebody else saved meanwhile. */
const besideOthers = ({ note: theirs }: OrderRecord, note: string): TypedNote => ({
  note,
  before: theirs ?? '',
  hint: theirs === null ? 'Theirs is empty.' : `Theirs: ${isolated(theirs)}`,
})
