import { html, nothing } from 'lit/html.js'
import type { CheckoutView } from '../../server/contract/buyer.ts'
import { goesTo, type FormState } from '../session/checkout-state.ts'
import { addressTextView, fieldView } from './field-view.ts'
import type { addressView } from './address-view.ts'
import { buttonView } from './button-view.ts'
import { privacyView } from './privacy-view.ts'
import { agreeView } from './seller-view.ts'
import {
  DOT,
  collectionPointView,
  deliveryText,
  feeText,
  recapView,
  summaryView,
} from './summary-view.ts'
import type { Ui } from './ui.ts'

function contactView({ customer, deliveryCountries }: CheckoutView, { t, kept }: Ui) {
  const number = deliveryCountries?.[0]?.phone
  return html`<section part="section" aria-labelledby="contact-title">
    <h2 id="contact-title" part="legend">${t('contact.title')}</h2>
    ${fieldView({
      name: 'name',
      label: t('contact.name'),
      control: html`<input id="name" name="name" part="input" autocomplete="name" autocapitalize="words" enterkeyhint="next" required maxlength="120"
        aria-describedby="name-error" value=${customer.name ?? nothing}>`,
    })}
    ${fieldView({
      name: 'email',
      label: t('contact.email'),
      hint: t('contact.email.hint'),
      optional: t('field.optional'),
      control: html`<input id="email" name="email" part="input" type="email" autocomplete="email" enterkeyhint="next"
        maxlength="254" aria-describedby="email-hint email-error" value=${customer.email ?? nothing}>`,
    })}
    ${fieldView({
      name: 'phone',
      label: t('contact.phone'),
      hint: number ? kept('contact.phone.example', { number }) : t('contact.phone.hint'),
      control: html`<input id="phone" name="phone" part="input" type="tel" inputmode="tel" autocomplete="tel" enterkeyhint="next"
        required maxlength="32" aria-describedby="phone-hint phone-error" value=${customer.phone ?? nothing}>`,
    })}
  </section>`
}

function optionsView(view: CheckoutView, ui: Ui) {
  const [only, ...others] = view.deliveryOptions
  const country = view.deliveryCountries?.[0]?.country
  if (only && !others.length)
    return html`<p class="method" ?data-collect=${only.place}><bdi>${only.name}</bdi>${DOT}${feeText(only.fee, view, ui)}${collectionPointView(only.place)}</p>`
  return html`<fieldset>
    <legend class="hidden">${ui.t('delivery.method')}</legend>
    ${view.deliveryOptions.map(
      (option, index) => html`<label class="option" ?hidden=${country && !goesTo(option, country)}>
      <input type="radio" name="option" value=${option.id} ?checked=${index === 0} ?data-collect=${option.place}>
      <span class="what"><bdi>${option.name}</bdi>${collectionPointView(option.place)}</span><span class="money">${feeText(option.fee, view, ui)}</span>
    </label>`,
    )}
  </fieldset>`
}

/**
 * An address in parts comes first, since the options go to it. Where the buyer may collect, they
 * come first, since they say whether there is an address to ask for. The sheet hides it while a
 * collection is chosen, so that works without script, too.
 */
function deliveryView(view: CheckoutView, ui: Ui, addressView: Parts['address']) {
  const { deliveryCountries: countries, deliveryOptions } = view
  const options = optionsView(view, ui)
  const address = countries && addressView ? addressView(countries, ui) : addressTextView(ui)
  const isAddressFirst = countries && !deliveryOptions.some((option) => option.place)
  return html`<section part="section" aria-labelledby="delivery-title">
    <h2 id="delivery-title" part="legend">${deliveryText(
      deliveryOptions.every((option) => option.place),
      ui,
    )}</h2>
    ${isAddressFirst ? [address, options] : [options, address]}
  </section>`
}

function cardView(
  view: CheckoutView,
  ui: Ui,
  { unpaid, hint = ui.t('card.test.hint') }: Pick<Parts, 'unpaid' | 'hint'>,
) {
  const { t } = ui
  const isTest = view.payment.provider === 'test'
  return html`<section part="section" aria-labelledby="card-title">
    <h2 id="card-title" part="legend">${t(isTest ? 'card.title' : 'payment.title')}
      ${isTest ? html`<span class="badge">${t('card.test')}</span>` : nothing}</h2>
    <div data-live="unpaid">${unpaid}</div>
    ${isTest ? html`<p class="hint">${hint}</p>` : nothing}
    <div class="card" part="card" data-card></div>
    ${privacyView(view, ui)}
  </section>`
}

type Parts = {
  /**
   * What is said above the form, at the card and above the button. Each is drawn again by itself.
   */
  problem?: unknown
  unpaid?: unknown
  notice?: unknown
  /** What is said of test cards. (Default: the plain text.) */
  hint?: unknown
  /** Draws the address for a store that names countries. */
  address?: typeof addressView
}

/**
 * The form and its summary. While the buyer pays, only the `data-live` regions are drawn again, and
 * never the fields.
 */
export function formView(
  state: FormState,
  ui: Ui,
  { problem = nothing, unpaid = nothing, notice = nothing, address, hint }: Parts = {},
) {
  const { view } = state
  return html`<form class="grid" part="form" method="post" novalidate aria-label=${ui.t('page.title', { store: view.store.name })}>
    ${summaryView(view, ui)}
    <div class="column">
      <div data-live="problem">${problem}</div>
      <div class="fields" data-fields>${contactView(view, ui)}${deliveryView(view, ui, address)}${cardView(view, ui, { unpaid, hint })}${agreeView(view, ui)}</div>
      <div data-live="notice">${notice}</div>
      ${ui.slot('before-pay')}
      ${recapView(view, ui)}
      <button class="pay" part="button" data-pay aria-disabled=${state.type === 'processing' ? 'true' : nothing}
        >${buttonView(state, ui, view.amounts.total)}</button>
      ${ui.slot('after-pay')}
    </div></form>`
}
