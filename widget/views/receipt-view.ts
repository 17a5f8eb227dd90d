import { html, nothing } from 'lit/html.js'
import type { CheckoutView } from '../../server/contract/buyer.ts'
import type { StateOf } from '../session/checkout-state.ts'
import { returnAddress } from '../session/return-address.ts'
import { checkIcon } from './icons.ts'
import { collectionPointView, feeText, itemView } from './summary-view.ts'
import { withdrawalView } from './seller-view.ts'
import { timeView } from './time-view.ts'
import { type Ui, totalText } from './ui.ts'

type Complete = StateOf<'complete'>

/**
 * Whether the page leaves by itself. Both sentences have the same room, so nothing moves when the
 * buyer stays.
 */
function leavingView({ view, returning }: Complete, { t, kept }: Ui, address: string | undefined) {
  const store = view.store.name
  const leaves = address && returning && !view.returnsAtOnce
  return html`<div class="leaving muted noprint"><p>${t('complete.close')}</p>
    ${leaves ? html`<div><p data-returning>${kept('complete.returning', { store })}</p><button type="button" class="link" data-stay>${t('complete.stay')}</button></div>` : nothing}</div>`
}

const optionOf = ({ view }: Complete) =>
  view.deliveryOptions.find(({ id }) => id === view.deliveryOption)

/** The order has the option and where it goes as one text, which begins with the option's name. */
function deliveryView(state: Complete, { t }: Ui) {
  const { details } = state.order.fulfillment
  const option = optionOf(state)
  const entered = option ? details.slice(`${option.name}, `.length) : details
  return html`<div><dt>${t(option?.place ? 'complete.collect' : 'complete.place')}</dt>
    <dd translate="no"><bdi>${option?.name}</bdi>${option?.place ? collectionPointView(option.place) : html`<span class="place"><bdi>${entered}</bdi></span>`}</dd></div>`
}

/**
 * Where the mail about the order goes, for the browser that paid. Until the server says whether it
 * mails one, this is the address that was typed. The sheet keeps the room for what follows then.
 */
function mailView({ confirmation, customer }: CheckoutView, { t, language }: Ui) {
  const { email = customer.email, status, correctUrl } = { status: '', ...confirmation }
  if (!email)
    return status || customer.name
      ? html`<div><dt>${t('contact.email')}</dt><dd>${t('complete.email.none')}</dd></div>`
      : nothing
  return html`<div class="mail"><dt>${t(status ? 'complete.email' : 'contact.email')}</dt><dd><bdi translate="no">${email}</bdi>${status === 'refused' ? html`<br>${t('complete.email.refused')}` : nothing}${
    correctUrl
      ? html`<br><a class="noprint" href=${`${correctUrl}&lang=${language}`}>${t('complete.email.correct')}</a>`
      : nothing
  }</dd></div>`
}

/** How the buyer follows the parcel; a link where the store has given one. */
function trackingView({ tracking }: CheckoutView, { t }: Ui) {
  if (!tracking) return nothing
  const { carrier, trackingNumber, trackingUrl } = tracking
  const parcel = html`<bdi translate="no">${[carrier, trackingNumber].filter(Boolean).join(' · ') || trackingUrl}</bdi>`
  return html`<div><dt>${t('complete.tracking')}</dt><dd>${trackingUrl ? html`<a href=${trackingUrl} target="_blank">${parcel} <span class="hidden">${t('seller.tab')}</span></a>` : parcel}</dd></div>`
}

export function receiptView(state: Complete, ui: Ui) {
  const { view, order } = state
  const { t, kept, money } = ui
  const store = view.store.name
  const address = returnAddress(view.successUrl, view.id)
  return html`<section class="result" part="receipt">
    <div class="mark success">${checkIcon()}</div>
    <div><h1 tabindex="-1">${t('complete.title')}</h1>
      <p class="number"><span class="muted">${t('complete.order')}</span>
        <span><code dir="ltr" translate="no">${order.orderNumber}</code>
          <button type="button" class="copy" data-copy>${t('complete.copy')}</button></span></p></div>
    <p>${kept('complete.thanks', { name: order.customer.name, store })}</p>
    ${leavingView(state, ui, address)}
    ${view.store.nextStep ? html`<p><bdi>${view.store.nextStep}</bdi></p>` : nothing}
    <div class="bought"><div class="summary">${itemView(view, ui)}<dl>
      <div><dt>${t(optionOf(state)?.place ? 'summary.collection' : 'complete.fee')}</dt><dd>${feeText(order.fulfillment.fee, view, ui)}</dd></div>
      <div class="total"><dt>${totalText(view.store, t)}</dt><dd translate="no">${money(order.amountTotal, view)}</dd></div>
    </dl></div>
    <dl class="facts">
      ${deliveryView(state, ui)}${trackingView(view, ui)}
      <div><dt>${t('complete.phone')}</dt><dd><bdi dir="ltr" translate="no">${order.customer.phone}</bdi></dd></div>
      ${view.card ? html`<div class="charged"><dt>${t('card.title')}</dt><dd translate="no"><bdi>${view.card.brand} •••• ${view.card.last4}</bdi>${view.statement ? html`<br>${kept('complete.statement', { text: view.statement })}` : nothing}</dd></div>` : nothing}
      ${mailView(view, ui)}
      <div><dt>${t('complete.paidAt')}</dt><dd>${timeView({ use: 'paid', instant: order.paidAt, currency: view.currency }, ui)}</dd></div>
    </dl></div>
    ${address ? html`<a class="primary noprint" href=${address} data-return><span>${kept('complete.return', { store })}</span></a>` : nothing}
    ${ui.hosted ? html`<button type="button" class="link noprint" data-print>${t('complete.print')}</button>` : nothing}
    ${withdrawalView(view.store, ui, { orderNumber: order.orderNumber, sessionId: view.id })}
  </section>`
}
