import { html } from 'lit/html.js'
import type { CheckoutView } from '../../server/contract/buyer.ts'
import { lockIcon } from './icons.ts'
import type { Ui } from './ui.ts'

/** Who processes the payment, and who sees the card number. */
export const privacyView = ({ payment, store: { name: store } }: CheckoutView, { kept }: Ui) =>
  html`<p class="hint lock">${lockIcon()}<span>${
    payment.provider === 'test'
      ? kept('card.private.test', { store })
      : kept('card.private', { provider: 'Stripe', store })
  }</span></p>`
