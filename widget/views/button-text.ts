import type { FormState } from '../checkout-state.ts'
import type { Ui } from './ui.ts'

/** The button says what it will do, or that it is being done. */
export const buttonText = (state: FormState, { t, money }: Ui, total: number) =>
  state.type === 'processing'
    ? t('payment.paying')
    : t('payment.pay', { amount: money(total, state.view) })
