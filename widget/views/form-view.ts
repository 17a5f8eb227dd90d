import { html, nothing } from 'lit/html.js'
import type { CheckoutView } from '../../server/contract/buyer.ts'
import type { FormState } from '../session/checkout-state.ts'
import { fieldView, placeFieldView } from './field-view.ts'
import type { addressView } from './address-view.ts'
import { buttonView } from './button-view.ts'
import { agreeView } from './seller-view.ts'
import { deliveryText, feeText, placeView, summaryView } from './summary-view.ts'
import type { Ui } from './ui.ts'

function contactView({ customer }: CheckoutView, { t }: Ui) {
  return html`<section part="section" aria-labelledby="contact-title">
    <h2 id="contact-title" part="legend">${t('contact.title')}</h2>
    ${fieldView({
      name: 'name',
      label: t('contact.name'),
      control: html`<input id="name" name="name" part="input" autocomplete="name" enterkeyhint="next" required maxlength="120"
        aria-describedby="name-error" value=${customer.name ?? nothing}>`,
    })}
    ${fieldView({
      name: 'phone',
      label: t('contact.phone'),
      hint: t('contact.phone.hint'),
      control: html`<input id="phone" name="phone" part="input" type="tel" inputmode="tel" autocomplete="tel" enterkeyhint="next"
        required maxlength="32" aria-describedby="phone-hint phone-error" value=${customer.phone ?? nothing}>`,
    })}
    ${fieldView({
      name: 'email',
      label: t('contact.email'),
      optional: t('field.optional'),
      control: html`<input id="email" name="email" part="input" type="email" autocomplete="email" enterkeyhint="next"
        maxlength="254" aria-describedby="email-error" value=${customer.email ?? nothing}>`,
    })}
  </section>`
}

function optionsView(view: CheckoutView, ui: Ui) {
  const [only, ...others] = view.deliveryOptions
  if (only && !others.length)
    return html`<p class="method" ?data-collect=${only.place}><bdi>${only.name}</bdi> · ${feeText(only.fee, view, ui)}${placeView(only.place)}</p>`
  return html`<fieldset>
    <legend part="legend">${ui.t('delivery.method')}</legend>
    ${view.deliveryOptions.map(
      (option, index) => html`<label class="option">
      <input type="radio" name="option" value=${option.id} ?checked=${index === 0} ?data-collect=${option.place}>
      <span class="what"><bdi>${option.name}</bdi>${placeView(option.place)}</span><span class="money">${feeText(option.fee, view, ui)}</span>
    </label>`,
    )}
  </fieldset>`
}

/** The sheet hides the address while a collection is chosen, with or without script. */
function deliveryView(view: CheckoutView, ui: Ui, addressView: Parts['address']) {
  return html`<section part="section" aria-labelledby="delivery-title">
    <h2 id="delivery-title" part="legend">${deliveryText(
      view.deliveryOptions.every(({ place }) => place),
      ui,
    )}</h2>
    ${optionsView(view, ui)}
    ${
      view.deliveryCountries && addressView
        ? addressView(view.deliveryCountries, ui)
        : placeFieldView(ui.t('delivery.place.hint'), ui)
    }
  </section>`
}

function cardView({ payment, store }: CheckoutView, { t, kept }: Ui) {
  return html`<section part="section" aria-labelledby="card-title">
    <h2 id="card-title" part="legend">${t(payment.provider === 'test' ? 'card.title' : 'payment.title')}
      ${payment.provider === 'test' ? html`<span class="badge">${t('card.test')}</span>` : nothing}</h2>
    ${payment.provider === 'test' ? html`<p class="hint">${t('card.test.hint')}</p>` : nothing}
    <div class="card" part="card" data-card></div>
    <p class="error" part="error" data-live="card"></p>
    <p class="hint">${kept('card.private', { store: store.name })}</p>
  </section>`
}

type Parts = {
  /** What is said above the form and above its button; each in a region that is drawn alone. */
  problem?: unknown
  notice?: unknown
  /** Draws where to deliver, of a store that names countries. */
  address?: typeof addressView
}

/**
 * The form and its summary. The `data-live` regions alone are drawn again while the buyer pays; the
 * fields never are.
 */
export function formView(
  state: FormState,
  ui: Ui,
  { problem = nothing, notice = nothing, address }: Parts = {},
) {
  const { view } = state
  return html`<form class="grid" part="form" method="post" novalidate aria-label=${ui.t('page.title', { store: view.store.name })}>
    ${summaryView(view, ui)}
    <div class="column">
      <div data-live="problem">${problem}</div>
      <div class="fields" data-fields>${contactView(view, ui)}${deliveryView(view, ui, address)}${cardView(view, ui)}${agreeView(view, ui)}</div>
      <div data-live="notice">${notice}</div>
      ${ui.slot('before-pay')}
      <button class="pay" part="button" data-pay aria-disabled=${state.type === 'processing' ? 'true' : nothing}
        >${buttonView(state, ui, view.amounts.total)}</button>
      ${ui.slot('after-pay')}
    </div></form>`
}
