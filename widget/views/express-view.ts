import { html } from 'lit/html.js'
import type { CheckoutView } from '../../server/contract/buyer.ts'
import { agreeView } from './seller-view.ts'
import type { Ui } from './ui.ts'

/**
 * The wallets, above the form that they fill in. They pay at once, so the box that agrees to the
 * terms is with them, too.
 */
export const expressView = (view: CheckoutView, ui: Ui) =>
  html`<section part="section" aria-labelledby="express-title">
    <h2 id="express-title" part="legend">${ui.t('express.title')}</h2>
    ${agreeView(view, ui, 'agreedExpress')}
    <div class="wallets" data-wallets></div>
  </section>`
