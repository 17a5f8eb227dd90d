import type { FramePress } from '../payment-frame/messages.ts'
import type { Step } from '../session/checkout-events.ts'
import type { PaymentController } from '../session/payment-controller.ts'
import { payWith } from '../session/payment-flow.ts'
import type { OutcomePage } from './outcome-page.ts'

type Given = Pick<OutcomePage, 'mounting' | 'form' | 'payForm' | 'cardFields' | 'drawing'> & {
  payment: PaymentController
  step: (name: Step) => void
  fail: (error: unknown) => void
}

/** From a press of Pay until it is known what came of it; presses in between wait for the same. */
export function createPaying(given: Given) {
  const { mounting, form, payForm, payment, step, cardFields, drawing, fail } = given
  const { onSilent } = cardFields
  let paying: Promise<void> | undefined

  return {
    async pay(by?: FramePress) {
      const { frame } = form
      const fields = payForm()
      if (mounting.checkout.state.type !== 'ready' || !fields || !frame || paying) return paying
      if (!navigator.onLine) return drawing.onConnection()
      const flow = payWith({ mounting, payment, form: fields, frame, step, by, onSilent }).catch(
        fail,
      )
      // While a wallet is open, the card may be paid with instead.
      paying = by === 'wallet' ? undefined : flow
      await flow
      if (paying === flow) paying = undefined
    },

    forget() {
      paying = undefined
    },
  }
}
