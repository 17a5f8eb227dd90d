import { focusField } from '../form/form-focus.ts'
import type { PaymentController } from './payment-controller.ts'
import type { AskedName, CardField } from '../session/checkout-state.ts'
import type { OutcomePage } from './outcome-page.ts'

type PressesDeps = {
  payment: Pick<PaymentController, 'checkAgain' | 'giveUp'>
  startAgain: () => Promise<void>
}

/** What a press does, by the `data-…` attribute of the link or button. */
const pressesOf = (
  { mounting, screen, form, receipt, cardFields, showChallenge }: OutcomePage,
  { payment, startAgain }: PressesDeps,
): Record<string, (pressed: HTMLElement, event: Event) => void> => ({
  go(pressed, event) {
    event.preventDefault()
    const field = pressed.dataset['go'] as AskedName | CardField
    focusField(field, { root: mounting.root, form: screen.form, frame: form.frame })
  },
  fill: () => form.frame?.fill(),
  copy: (pressed) => void receipt.copy(pressed),
  print: () => window.print(),
  stay: receipt.stayed,
  again: mounting.restart,
  reload: cardFields.reload,
  start(_, event) {
    event.preventDefault()
    void startAgain()
  },
  check: () => payment.checkAgain(),
  other: () => void payment.giveUp(),
  bank: () => showChallenge(mounting.checkout.state, 'again'),
})

export function createPresses(page: OutcomePage, given: PressesDeps) {
  const presses = Object.entries(pressesOf(page, given))
  return (event: Event, pressed: HTMLElement) => {
    for (const [name, act] of presses) if (pressed.dataset[name] !== undefined) act(pressed, event)
  }
}
