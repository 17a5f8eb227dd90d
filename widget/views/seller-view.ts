import { html, nothing } from 'lit/html.js'
import type { CheckoutView } from '../../server/contract/buyer.ts'
import type { Ui } from './ui.ts'

/** In a tab of its own: what was typed stays here. The sheet adds an arrow to what `new-tab` says. */
const linkView = (address: string | undefined, text: unknown) =>
  address
    ? html`<a href=${address} target="_blank" aria-describedby="new-tab">${text}</a> `
    : nothing

/** The words in brackets are the link. */
export function agreeView({ store: { seller } }: CheckoutView, { t }: Ui) {
  if (!seller?.mustAgree) return nothing
  const [before, link, after] = t('agree.label').split(/[[\]]/)
  return html`<div class="field" part="field">
    <label class="agree" part="label"><input type="checkbox" id="agreed" name="agreed" required aria-describedby="agreed-error">
      <span>${before}${linkView(seller.termsUrl, link)}${after}</span></label>
    <p class="error" part="error" id="agreed-error"></p>
  </div>`
}

type Store = CheckoutView['store']

const mailAddress = (email: string) => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`

const phoneAddress = (phone: string) => `tel:${phone.replaceAll(/[^\d+]/g, '')}`

/** To ask the store: by mail, else by phone. */
export const contactAddress = ({ contactEmail, contactPhone }: Store) =>
  contactEmail ? mailAddress(contactEmail) : contactPhone && phoneAddress(contactPhone)

/** The store's name, and how to reach it. */
export const contactView = ({ name, contactEmail, contactPhone }: Store) =>
  html`<bdi translate="no">${name}</bdi>${contactEmail ? html` <a href=${mailAddress(contactEmail)}><bdi>${contactEmail}</bdi></a>` : nothing}${contactPhone ? html` <a href=${phoneAddress(contactPhone)}><bdi dir="ltr">${contactPhone}</bdi></a>` : nothing}`

/** In a merchant's page: our own has a foot for it. */
export const footView = (store: Store, ui: Ui) => [
  contactAddress(store) ? html`<p class="seller" part="seller">${contactView(store)}</p>` : nothing,
  sellerView(store, ui),
]

/** Who sells, and by which terms: below the checkout, and below what comes of it. */
export function sellerView({ seller }: Store, { t, kept }: Ui) {
  if (!seller) return nothing
  return html`<div class="seller" part="seller">
    <p>${kept('seller.by', { seller: `${seller.legalName}, ${seller.address.replaceAll('\n', ', ')}` })}</p>
    <p>${linkView(seller.termsUrl, t('seller.terms'))}${linkView(seller.privacyUrl, t('seller.privacy'))}${linkView(seller.returnsUrl, t('seller.returns'))}
      <span class="hidden" id="new-tab">${t('seller.tab')}</span></p>
  </div>`
}
