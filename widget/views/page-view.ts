import { html, nothing } from 'lit/html.js'
import { isForm, type CheckoutState } from '../session/checkout-state.ts'
import { webAddress } from '../session/return-address.ts'
import { backIcon } from './icons.ts'
import type { Ui } from './ui.ts'

function backView(state: CheckoutState, { kept }: Ui, words?: string) {
  if (!isForm(state)) return nothing
  const address = webAddress(state.view.cancelUrl)
  const text = words ?? kept('page.back', { store: state.view.store.name })
  return address
    ? html`<p class="back"><a href=${address} data-cancel>${backIcon()}<span>${text}</span></a></p>`
    : nothing
}

/**
 * The merchant's own fallback stays in its slot until there is something better to show. The boxes
 * appear after 400 ms.
 */
export const loadingView = ({ t }: Ui) => html`<slot></slot><div class="skeleton">
  <p class="hidden">${t('page.loading')}</p><div></div><div></div><div></div><div></div>
</div>`

/** What surrounds the form, and later what replaces it, in a merchant’s page. */
export const pageView = (
  state: CheckoutState,
  ui: Ui,
  body: unknown,
  header = ui.slot('header'),
  back?: string,
) => html`<div class="root" part="root" lang=${ui.language}>
  ${header}
  <div class="body" role=${ui.hosted ? 'main' : nothing}>${backView(state, ui, back)}${body}</div>
  <div data-seller></div>
  <p class="hidden" part="status" role="status" data-status></p>
</div>`
