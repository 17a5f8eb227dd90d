import { html, nothing, type TemplateResult } from 'lit/html.js'
import type { CheckoutView } from '../../server/contract/buyer.ts'
import { type Ui, daysText } from './ui.ts'

/**
 * A link that opens in a new tab, so that what was typed stays here. The sheet adds an arrow, and
 * `new-tab` says it to screen readers.
 */
export const linkView = (address: string | undefined, text: unknown) =>
  address
    ? html`<a href=${address} target="_blank" aria-describedby="new-tab">${text}</a>`
    : nothing

/** The words in brackets become the link. `name`: of the box. */
export function agreeView({ store: { seller } }: CheckoutView, { t }: Ui, name = 'agreed') {
  if (!seller?.mustAgree) return nothing
  const [before, link, after] = t('agree.label').split(/[[\]]/)
  return html`<div class="field" part="field">
    <label class="agree" part="label"><input type="checkbox" id=${name} name=${name} required aria-describedby="${name}-error">
      <span>${before}${linkView(seller.termsUrl, link)}${after}</span></label>
    <p class="error" part="error" id="${name}-error"></p>
  </div>`
}

type Store = CheckoutView['store']

const mailAddress = (email: string) => `mailto:${encodeURIComponent(email).replaceAll('%40', '@')}`

const phoneAddress = (phone: string) => `tel:${phone.replaceAll(/[^\d+]/g, '')}`

/** How to ask the store: by mail, or else by phone. */
export const contactAddress = ({ contactEmail, contactPhone }: Partial<Store>) =>
  contactEmail ? mailAddress(contactEmail) : contactPhone && phoneAddress(contactPhone)

/** How to reach the store, with its name for buyers who do not know its logo. */
export const contactView = ({ name, logoUrl, contactEmail, contactPhone }: Partial<Store>) => [
  logoUrl ? html`<bdi translate="no">${name}</bdi>` : nothing,
  contactEmail
    ? html`<a href=${mailAddress(contactEmail)}><bdi>${contactEmail}</bdi></a>`
    : nothing,
  contactPhone
    ? html`<a href=${phoneAddress(contactPhone)}><bdi dir="ltr">${contactPhone}</bdi></a>`
    : nothing,
]

/** The page about returns comes with the days, since no other link says them. */
function termsView({ seller, withdrawal }: Partial<Store>, { t, language }: Ui) {
  if (!seller) return nothing
  const returns = t('seller.returns')
  const text = withdrawal?.days
    ? t('seller.days', { text: returns, days: daysText(withdrawal.days, { language }) })
    : returns
  return html`${linkView(seller.termsUrl, t('seller.terms'))}${linkView(seller.privacyUrl, t('seller.privacy'))}${linkView(seller.returnsUrl, text)}${linkView(seller.accessibilityUrl, t('seller.accessibility'))}`
}

/**
 * Where to withdraw from the contract, and for how many days; or why that is not possible. `paid`:
 * the order, and the session by which the page there names the store.
 */
export const withdrawalView = (
  { withdrawal }: Partial<Store>,
  { t, language }: Ui,
  paid?: { orderNumber: string; sessionId: string },
) =>
  withdrawal &&
  (withdrawal.days
    ? linkView(
        `${withdrawal.url}?lang=${language}${paid ? `&order=${paid.orderNumber}&session=${paid.sessionId}` : ''}`,
        t('seller.withdraw', { days: daysText(withdrawal.days, { language }) }),
      )
    : html`<span>${t('seller.final')} <bdi>${withdrawal.reason}</bdi></span>`)

/** Who sells, and where to withdraw if the store has no page about that. */
function lawView(store: Partial<Store>, ui: Ui) {
  const { seller, withdrawal } = store
  const isOnItsPage = withdrawal?.days && seller?.returnsUrl
  const where =
    withdrawal && !isOnItsPage
      ? html`<span>${seller ? ' · ' : nothing}${withdrawalView(store, ui)}</span>`
      : nothing
  if (!seller) return withdrawal ? html`<p>${where}</p>` : nothing
  const by = [seller.legalName, ...seller.address.split('\n')].join(ui.t('list.separator'))
  return html`<p>${ui.kept('seller.by', { seller: by })}${where}</p>`
}

/**
 * A line of law, which says who sells and where to withdraw, and a line of links: how to reach the
 * store, and by which terms it sells. It is shown below the checkout, and below what replaces it.
 * `last` ends the line of links.
 */
export function footView(store: Partial<Store>, ui: Ui, last?: TemplateResult) {
  const { logoUrl, seller, withdrawal } = store
  if (!contactAddress(store) && !logoUrl && !seller && !withdrawal && !last) return nothing
  return html`<div class="seller" part="seller">
    ${lawView(store, ui)}
    <div>${contactView(store)}${termsView(store, ui)}
      ${seller || withdrawal?.days ? html`<span class="hidden" id="new-tab">${ui.t('seller.tab')}</span>` : nothing}${last ?? nothing}</div>
  </div>`
}
