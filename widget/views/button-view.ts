import { html } from 'lit/html.js'
import type { CheckoutView } from '../../server/contract/buyer.ts'
import type { FormState } from '../session/checkout-state.ts'
import type { Ui } from './ui.ts'

export const payView = (view: CheckoutView, { kept, money }: Ui, total: number) =>
  html`<span>${kept('payment.pay', { amount: money(total, view) })}</span>`

/** The button says what it will do, or that it is doing it. */
export const buttonView = (state: FormState, ui: Ui, total: number) =>
  state.type === 'processing'
    ? html`<i class="busy"></i><span>${ui.t('payment.paying')}</span>`
    : payView(state.view, ui, total)
