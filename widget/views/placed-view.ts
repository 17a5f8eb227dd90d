import { html } from 'lit/html.js'
import type { CheckoutView } from '../../server/contract/buyer.ts'
import { isForm, type CheckoutState } from '../session/checkout-state.ts'
import { lockIcon } from './icons.ts'
import { pageView } from './page-view.ts'
import type { Ui } from './ui.ts'

type Store = CheckoutView['store']

/** A browser that cannot load the logo shows the name instead. */
const nameView = ({ name, logoUrl }: Store) =>
  html`<bdi translate="no">${logoUrl ? html`<img src=${logoUrl} alt=${name}>` : name}</bdi>`

function headerView(state: CheckoutState, { t }: Ui, store: Store | undefined) {
  const name = store && nameView(store)
  return html`<header class="header"><div>
    ${isForm(state) ? html`<h1 class="store">${name}</h1>` : html`<p class="store">${name}</p>`}
    <p class="muted secure">${lockIcon()}${t('page.secure')}</p>
  </div></header>`
}

/**
 * The page view on either surface. Our own page has a header with the store’s name. (Default of
 * `store`: the one of the state.)
 */
export const placedView = (
  state: CheckoutState,
  ui: Ui,
  body: unknown,
  store = 'view' in state ? state.view.store : undefined,
  back?: string,
) => pageView(state, ui, body, ui.hosted ? headerView(state, ui, store) : undefined, back)
