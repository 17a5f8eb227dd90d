import * as z from 'zod'
import { isToFulfil, setFulfilled } from '../../checkout/orders/fulfill-order.ts'
import { FulfillOrderRequest, toTracking } from '../../contract/tracking.ts'
import type { OrderRecord } from '../../orders/order-record.ts'
import { html } from '../../web/html.ts'
import {
  type FormInput,
  UNCHECKED,
  checkboxField,
  fits,
  formFields,
  formView,
  inputField,
  parseFields,
} from '../frame/forms.ts'
import { sendPage } from '../frame/page.ts'
import type { MemberVisit } from '../frame/store-app-context.ts'
import { type MemberPages, sayDone, sayProblem } from '../frame/visits.ts'
import { onOrder, orderPath } from './on-order.ts'

export const fulfilPages: MemberPages = {
  '/orders/:orderNumber/fulfil': { get: onOrder(sendForm), post: onOrder(fulfil) },
}

/** A field that is left empty becomes null. */
const optional = (schema: z.ZodType, sentence: string) =>
  z
    .string()
    .default('')
    .transform((text) => text.trim() || null)
    .refine((text) => text === null || fits(schema)(text), sentence)

const { shape } = FulfillOrderRequest

const TrackingFields = z.object({
  carrier: optional(shape.carrier, 'Shorten the carrier to 60 characters.'),
  trackingNumber: optional(shape.trackingNumber, 'Shorten the number to 80 characters.'),
  trackingUrl: optional(
    shape.trackingUrl,
    'Enter an address that begins with https://, up to 2,048 characters.',
  ),
})

const isOffered = (order: OrderRecord) => order.fulfilledAt !== null || isToFulfil(order)

const NOT_OFFERED = 'The order was withdrawn or refunded, so it is not marked as fulfilled.'

/** Fulfils the order, or corrects the tracking of one that is fulfilled. */
async function fulfil(visit: MemberVisit, order: OrderRecord) {
  const { app, request, viewer, actor } = visit
  const { orderNumber, fulfilledAt } = order
  const path = orderPath(app, orderNumber)
  if (!isOffered(order)) return sayProblem(visit, path, NOT_OFFERED)
  const fields = formFields(request)
  const { value, errors } = parseFields(TrackingFields, fields)
  if (!value) return sendForm(visit, order, { fields, errors })
  const isChanged = await setFulfilled(app.checkout, {
    storeId: viewer.store.id,
    orderNumber,
    isFulfilled: true,
    tracking: toTracking(value) ?? null,
    mailsBuyer: fields['mailsBuyer'] === 'yes',
    actor,
  })
  if (!isChanged) return sayDone(visit, path, 'The order was marked as fulfilled already.')
  const done = fulfilledAt ? 'The tracking is saved.' : 'The order is marked as fulfilled.'
  return sayDone(visit, path, done)
}

/** As the order has it, and a mail if the store's buyers get one. */
const fieldsOf = ({ tracking, mailsFulfilment }: OrderRecord) => ({
  carrier: tracking?.carrier ?? '',
  trackingNumber: tracking?.trackingNumber ?? '',
  trackingUrl: tracking?.trackingUrl ?? '',
  mailsBuyer: mailsFulfilment ? 'yes' : '',
})

function sendForm(visit: MemberVisit, order: OrderRecord, { fields, errors }: FormInput = {}) {
  const { orderNumber, fulfilledAt, customerEmail, mailsFulfilment } = order
  const path = orderPath(visit.app, orderNumber)
  const typed = { fields: fields ?? fieldsOf(order), errors }
  const title = fulfilledAt ? 'Tracking of order' : 'Fulfil order'
  const number = html`<span class="order-number">${orderNumber}</span>`
  const form = [
    inputField({
      typed,
      name: 'carrier',
      label: 'Carrier (optional)',
      attributes: html`maxlength="60" dir="auto" autocomplete="off"`,
    }),
    inputField({
      typed,
      name: 'trackingNumber',
      label: 'Tracking number (optional)',
      attributes: html`maxlength="80" autocomplete="off" spellcheck="false"`,
    }),
    inputField({
      typed,
      name: 'trackingUrl',
      label: 'Tracking link (optional)',
      hint: 'Where the buyer follows the parcel; it begins with https://.',
      attributes: html`type="url" inputmode="url" maxlength="2048" autocomplete="off"`,
    }),
    customerEmail === null || mailsFulfilment === null
      ? undefined
      : checkboxField({
          typed,
          name: 'mailsBuyer',
          label: 'Tell the buyer by mail',
          isChecked: typed.fields['mailsBuyer'] === 'yes',
        }),
  ]
  const button = fulfilledAt ? 'Save tracking' : 'Mark as fulfilled'
  sendPage(visit, {
    title: `${title} ${orderNumber}`,
    section: 'orders',
    errors,
    back: { path, text: html`Order ${number}` },
    heading: html`${title} ${number}`,
    main: isOffered(order)
      ? formView(
          visit.viewer,
          { action: `${path}/fulfil`, attributes: UNCHECKED, button, cancel: path },
          form,
        )
      : html`<p class="lead">${NOT_OFFERED}</p>`,
  })
}
