import { html } from 'lit/html.js'
import { isForm, type CheckoutState } from '../session/checkout-state.ts'
import { lockIcon } from './icons.ts'
import { pageView } from './page-view.ts'
import type { Ui } from './ui.ts'

function headerView(state: CheckoutState, { t }: Ui) {
  const store = 'view' in state ? state.view.store.name : ''
  return html`<header class="header"><div>
    ${isForm(state) ? html`<h1 class="store"><bdi translate="no">${store}</bdi></h1>` : html`<p class="store"><bdi translate="no">${store}</bdi></p>`}
    <p class="muted secure">${lockIcon()}${t('page.secure')}</p>
  </div></header>`
}

/** The same in either place: our own page has the store’s name above it. */
export const placedView = (state: CheckoutState, ui: Ui, body: unknown) =>
  pageView(state, ui, body, ui.hosted ? headerView(state, ui) : undefined)
