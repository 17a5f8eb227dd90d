import type { CheckoutState } from '../session/checkout-state.ts'
import { openChallenge } from './challenge-dialog.ts'
import type { Mounting } from '../mount/mounting.ts'

/** The bank's own question over the page, while a payment waits for its answer. */
export function createBankChallenge({ root, ui: { t, language }, checkout }: Mounting) {
  let close: (() => void) | undefined

  /** `again`: also when the buyer has closed it. */
  return (state: CheckoutState | undefined, again?: 'again') => {
    const action = state?.type === 'processing' ? state.action : undefined
    const url = action?.type === 'challenge' && action.url
    const place = root.querySelector('.root')
    if (!url || !place) {
      close?.()
      close = undefined
    } else if (again || !close) {
      close = openChallenge(place, {
        url,
        lang: language,
        label: t('payment.bank.frame'),
        close: t('payment.bank.close'),
        onDone: () => void checkout.refresh(),
        // What had the focus before rests while a payment is under way, and cannot take it.
        onClosed: () => root.querySelector<HTMLElement>('[data-bank]')?.focus(),
      })
    }
  }
}
