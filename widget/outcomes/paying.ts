import type { FramePress } from '../element/messages.ts'
import type { Step } from '../session/checkout-events.ts'
import type { PaymentController } from './payment-controller.ts'
import { payByWallet, payWith } from './payment-flow.ts'
import type { OutcomePage } from './outcome-page.ts'

type PayingDeps = Pick<
  OutcomePage,
  'mounting' | 'form' | 'payForm' | 'express' | 'cardFields' | 'drawing'
> & {
  payment: PaymentController
  step: (name: Step) => void
  fail: (error: unknown) => void
}

/**
 * Pays, from a press of Pay until the result is known. Presses in between wait for the same result.
 */
export function createPaying(given: PayingDeps) {
  const { mounting, form, payForm, payment, express, step, cardFields, drawing, fail } = given
  const { onSilent } = cardFields
  let paying: Promise<void> | undefined

  return {
    async pay(by?: FramePress) {
      const { frame } = form
      const fields = payForm()
      if (mounting.checkout.state.type !== 'ready' || !fields || !frame || paying) return paying
      if (!navigator.onLine) return drawing.onConnection()
      const parts = { mounting, payment, form: fields, frame, express, step, onSilent }
      const flow = (by === 'wallet' ? payByWallet(parts) : payWith(parts)).catch(fail)
      // While a wallet is open, the buyer may pay by card instead.
      paying = by === 'wallet' ? undefined : flow
      await flow
      if (paying === flow) paying = undefined
    },

    forget() {
      paying = undefined
    },
  }
}
