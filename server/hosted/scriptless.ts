import { type TemplateResult, html, nothing } from 'lit/html.js'
import type { CheckoutView, NextAction } from '../contract/buyer.ts'
import type { DeliveryCountry } from '../contract/delivery.ts'
import type { FormState } from '../../widget/session/checkout-state.ts'
import type { Language } from '../../widget/i18n/language.ts'
import { piecesOf } from '../../widget/i18n/translate.ts'
import { webAddress } from '../../widget/session/return-address.ts'
import { contactAddress } from '../../widget/views/seller-view.ts'
import type { Ui } from '../../widget/views/ui.ts'

type Ways = {
  texts: Language['page']
  /** Whether a card may come with a plain form of ours. */
  takesPlainCards: boolean
  /** The address with what the buyer has typed, which would be lost on the way. */
  withDraft?: ((address: string) => string) | undefined
}

/** What stands instead of a form that cannot be sent. */
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
            // Addresses of others stay as they are.
            isBank ? withDraft(url) : url
          }
          target=${type === 'instructions' ? '_blank' : nothing}
          >${t(isBank ? 'payment.bank.open' : 'payment.leave.open')}</a
        >
      </div>
    </div>
  </div>`
}

/**
 * How the buyer goes on without script: to a page that asks for the card, to the bank, or to another
 * look at how the payment went.
 */
export function scriptlessOf(
  state: FormState,
  ui: Ui,
  { texts, takesPlainCards, withDraft = (address) => address }: Ways,
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
    : instead(
        piecesOf(texts.impossible).map((piece, index) =>
          index % 2 ? storeLink(state.view) : piece,
        ),
      )
}

/** Whose fields the form has: what comes back may be for another one. */
const drawnFor = ({ country }: DeliveryCountry) =>
  html`<input type="hidden" name="drawn" value=${country} />`

/** The store's name, with the way to reach it. */
function storeLink({ store, cancelUrl }: CheckoutView) {
  const name = html`<bdi translate="no">${store.name}</bdi>`
  const address = contactAddress(store) ?? webAddress(cancelUrl)
  return address === undefined ? name : html`<a href=${address}>${name}</a>`
}
