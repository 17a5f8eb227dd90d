import { html, nothing } from 'lit/html.js'
import type { CheckoutState } from '../session/checkout-state.ts'
import { returnAddress } from '../session/return-address.ts'
import { checkIcon } from './icons.ts'
import { feeText, itemView, placeView } from './summary-view.ts'
import { timeView } from './time-view.ts'
import type { Ui } from './ui.ts'

type Complete = Extract<CheckoutState, { type: 'complete' }>

function leavingView({ view, returning: leaves }: Complete, { t, kept }: Ui) {
  const address = returnAddress(view.successUrl, view.id)
  const store = view.store.name
  const returning = leaves && !view.returnsAtOnce
  if (!address) return html`<p class="muted">${t('complete.close')}</p>`
  return html`${returning ? html`<p class="muted" data-returning>${kept('complete.returning', { store })}</p>` : nothing}
    <p class="actions">
      <a class="primary" href=${address} data-return><span>${kept('complete.return', { store })}</span></a>
      ${returning ? html`<button type="button" class="secondary" data-stay>${t('complete.stay')}</button>` : nothing}
    </p>`
}

/** Where it is collected, by the words that the server has written for that option. */
const placeOf = ({ view, order: { fulfillment } }: Complete) =>
  view.deliveryOptions.find(
    ({ name, place }) =>
      place && fulfillment.details === `${name}, ${place.name}, ${place.address}`,
  )?.place

export function receiptView(state: Complete, ui: Ui) {
  const { view, order } = state
  const { t, kept, money } = ui
  const place = placeOf(state)
  return html`<section class="result" part="receipt">
    <div class="mark success">${checkIcon()}</div>
    <h1 tabindex="-1">${t('complete.title')}</h1>
    <p>${kept('complete.thanks', { name: order.customer.name, store: view.store.name })}</p>
    <div class="summary">${itemView(view, ui)}<dl>
      <div class="number"><dt>${t('complete.order')}</dt>
        <dd><code dir="ltr" translate="no">${order.orderNumber}</code>
          <button type="button" class="copy" data-copy>${t('complete.copy')}</button></dd></div>
      <div><dt>${t(place ? 'complete.collect' : 'complete.place')}</dt><dd>${place ? placeView(place) : html`<bdi class="lines" translate="no">${order.fulfillment.details}</bdi>`}</dd></div>
      <div><dt>${t('complete.phone')}</dt><dd><bdi dir="ltr" translate="no">${order.customer.phone}</bdi></dd></div>
      ${view.card ? html`<div><dt>${t('card.title')}</dt><dd translate="no"><bdi>${view.card.brand} •••• ${view.card.last4}</bdi></dd></div>` : nothing}
      <div><dt>${t('complete.paidAt')}</dt><dd>${timeView({ use: 'paid', instant: order.paidAt, currency: view.currency }, ui)}</dd></div>
      <div><dt>${t('summary.subtotal')}</dt><dd translate="no">${money(view.amounts.subtotal, view)}</dd></div>
      <div><dt>${t(place ? 'summary.collection' : 'complete.fee')}</dt><dd>${feeText(order.fulfillment.fee, view, ui)}</dd></div>
      <div class="total"><dt>${t('summary.total')}</dt><dd translate="no">${money(order.amountTotal, view)}</dd></div>
    </dl></div>
    ${leavingView(state, ui)}
    ${ui.hosted ? html`<button type="button" class="link noprint" data-print>${t('complete.print')}</button>` : nothing}
  </section>`
}
