import { createFormDrawing } from '../form/form-drawing.ts'
import { createLostCardFields } from '../form/lost-card-fields.ts'
import { createPayForm } from '../form/pay-form.ts'
import { followLook } from '../mount/followed-look.ts'
import type { Mounting } from '../mount/mounting.ts'
import type { Step } from '../session/checkout-events.ts'
import type { CheckoutState } from '../session/checkout-state.ts'
import { PaymentController } from '../session/payment-controller.ts'
import { tell } from '../session/state-events.ts'
import { createBankChallenge } from './bank-challenge.ts'
import { drawFoot, leaveForm, type OutcomePage } from './outcome-page.ts'
import { createPaying } from './paying.ts'
import { createPresses } from './presses.ts'
import { createReceiptActions } from './receipt-actions.ts'
import { showState } from './shown-state.ts'
import { createStartAgain } from './start-again.ts'
import { createTyping } from './typing.ts'

export type Outcomes = ReturnType<typeof createOutcomes>

type Shown = Pick<OutcomePage, 'screen' | 'form' | 'paintForm'> & {
  fail: (error: unknown) => void
  guarded: <Given extends unknown[]>(act: (...given: Given) => void) => (...given: Given) => void
  goPlain: (failures: number) => boolean
}

/** How far the buyer has come is told once. */
function createSteps(mounting: Mounting) {
  const told = new Set<Step>()
  return (step: Step) => {
    if (!told.has(step)) tell(mounting, 'hc-step', { step })
    told.add(step)
  }
}

/**
 * All that comes of the form: judging what is typed, paying, and every state after. The page can be
 * shown without it, so it is a file of its own, fetched when the form is there; it draws and keeps
 * its state with what the first file hands over.
 */
export function createOutcomes(mounting: Mounting, shown: Shown) {
  const { root, checkout, ui } = mounting
  const { screen, form, guarded } = shown
  const { say } = screen
  const payForm = () => screen.form && createPayForm(mounting, screen.form)
  const step = createSteps(mounting)
  const drawing = createFormDrawing(mounting, { screen, payForm })
  const payment = new PaymentController(checkout, guarded(drawing.onDeadline))
  const cardFields = createLostCardFields(mounting, shown)
  const parts = { ...shown, mounting, payForm, drawing, cardFields }
  const page: OutcomePage = {
    ...parts,
    paying: createPaying({ ...parts, payment, step }),
    receipt: createReceiptActions({ root, ui, say }),
    showChallenge: createBankChallenge(mounting),
  }
  const show = (state: CheckoutState, before: CheckoutState) => showState(page, state, before)
  const startAgain = createStartAgain(mounting, { screen, form, show })
  const typing = createTyping(mounting, { payForm, drawing, step, say })
  const watching = new AbortController()

  return {
    start() {
      // The country may be another one than was drawn: what was typed before is there again.
      drawing.start(form.typed.before)
      payment.start()
      drawFoot(page, checkout.state)
      step('view')
      typing.catchUp(form.touched)
      if (!ui.hosted) followLook(mounting, { adapt: form.adaptFrame, signal: watching.signal })
    },
    pay: page.paying.pay,
    validate: () => payForm()?.validate().length === 0,
    onConnection: drawing.onConnection,
    show,
    onClick: createPresses(page, { payment, startAgain }),
    onTyped: typing.onTyped,
    onUnreachable: cardFields.onUnreachable,

    stop() {
      watching.abort()
      page.receipt.stop()
      leaveForm(page)
    },
  }
}
