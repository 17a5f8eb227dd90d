import { type TemplateResult, html, nothing } from 'lit/html.js'
import type { CheckoutView, NextAction } from '../contract/buyer.ts'
import type { DeliveryCountry } from '../contract/delivery.ts'
import type { FormState } from '../../widget/session/checkout-state.ts'
import type { Language } from '../../widget/i18n/language.ts'
import { fillPieces } from '../../widget/i18n/translate.ts'
import { webAddress } from '../../widget/session/return-address.ts'
import { contactAddress } from '../../widget/views/seller-view.ts'
import type { Ui } from '../../widget/views/ui.ts'

type ScriptlessOptions = {
  texts: Language['page']
  /** Whether buyers can pay by a plain card form. */
  takesPlainCards: boolean
  /** Adds what the buyer has typed to an address. */
  withDraft?: ((address: string) => string) | undefined
}

/** Shown instead of a form that cannot be sent. */
const instead = (text: unknown) => html`<p class="noscript instead">${text}</p>`

/** What the buyer has to do next, in the words that the script has for it. */
function nextView({ type, url }: NextAction, { t }: Ui, withDraft: (address: string) => string) {
  const isBank = type === 'challenge'
  return html`<div class="noscript instead notice info">
    <div>
      <p><strong>${t(isBank ? 'payment.bank' : 'payment.leave')}</strong></p>
      <div class="actions">
        <a
          class="primary"
          href=${
            // An address that is not ours stays as it is.
            isBank ? withDraft(url) : url
          }
          target=${type === 'instructions' ? '_blank' : nothing}
          >${t(isBank ? 'payment.bank.open' : 'payment.leave.open')}</a
        >
        <button class="secondary" name="cancel" value="1">${t('payment.other')}</button>
      </div>
    </div>
  </div>`
}

/** How a buyer without script goes on: to the card, to the bank, or to see the result. */
export function scriptlessOf(
  state: FormState,
  ui: Ui,
  { texts, takesPlainCards, withDraft = (address) => address }: ScriptlessOptions,
): TemplateResult {
  if (state.type === 'processing') {
    const { action } = state
    if (action) return nextView(action, ui, withDraft)
    return instead(html`${texts.waiting} <a href="">${ui.t('payment.check')}</a>`)
  }
  const [country] = state.view.deliveryCountries ?? []
  return takesPlainCards
    ? html`${country ? drawnFor(country) : ''}<button id="number" class="pay noscript">
          ${texts.onward}
        </button>`
    : instead(fillPieces(texts.impossible, () => storeLink(state.view)))
}

/** The country whose fields the form shows, because the buyer may choose another one. */
const drawnFor = ({ country }: DeliveryCountry) =>
  html`<input type="hidden" name="drawn" value=${country} />`

/** The store's name as a link to its contact address. */
function storeLink({ store, cancelUrl }: CheckoutView) {
  const name = html`<bdi translate="no">${store.name}</bdi>`
  const address = contactAddress(store) ?? webAddress(cancelUrl)
  return address === undefined ? name : html`<a href=${address}>${name}</a>`
}
