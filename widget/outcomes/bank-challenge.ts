import type { CheckoutState } from '../session/checkout-state.ts'
import { openChallenge } from './challenge-dialog.ts'
import type { Mounting } from '../element/mounting.ts'

/** Shows the bank's own question over the page, while a payment waits for its answer. */
export function createBankChallenge({ root, ui: { t, language }, checkout }: Mounting) {
  let close: (() => void) | undefined

  /** `again` opens it also after the buyer has closed it. */
  return (state: CheckoutState | undefined, again?: 'again') => {
    const action = state?.type === 'processing' ? state.action : undefined
    const url = action?.type === 'challenge' && action.url
    const container = root.querySelector('.root')
    if (!url || !container) {
      close?.()
      close = undefined
    } else if (again || !close) {
      close = openChallenge(container, {
        url,
        lang: language,
        label: t('payment.bank.frame'),
        close: t('payment.bank.close'),
        onDone: () => void checkout.refresh(),
        // The element that had the focus before rests during a payment, and cannot take it.
        onClosed: () => root.querySelector<HTMLElement>('[data-bank]')?.focus(),
      })
    }
  }
}
