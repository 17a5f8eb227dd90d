import { createExpressCheckout } from '../form/express-checkout.ts'
import { createFormDrawing } from '../form/form-drawing.ts'
import { createLostCardFields } from '../form/lost-card-fields.ts'
import { createPayForm } from '../form/pay-form.ts'
import { watchFrames } from '../form/watch-frames.ts'
import { watchPointer } from '../form/watch-pointer.ts'
import { followLook } from '../element/followed-look.ts'
import type { Mounting } from '../element/mounting.ts'
import type { Step } from '../session/checkout-events.ts'
import type { CheckoutState } from '../session/checkout-state.ts'
import { PaymentController } from './payment-controller.ts'
import { emit } from '../element/state-events.ts'
import { withPlurals } from '../views/ui.ts'
import { createBankChallenge } from './bank-challenge.ts'
import { drawFoot, leaveForm, type OutcomePage } from './outcome-page.ts'
import { createPaying } from './paying.ts'
import { createPresses } from './presses.ts'
import { createReceiptActions } from './receipt-actions.ts'
import { showState } from './shown-state.ts'
import { createStartAgain } from './start-again.ts'
import { createTyping } from './typing.ts'

export type Outcomes = ReturnType<typeof createOutcomes>

type OutcomesDeps = Pick<OutcomePage, 'screen' | 'form' | 'paintForm'> & {
  fail: (error: unknown) => void
  guarded: <Given extends unknown[]>(act: (...given: Given) => void) => (...given: Given) => void
  goPlain: (failures: number) => boolean
}

/** Emits each step of the buyer once. */
function createSteps(mounting: Mounting) {
  const emitted = new Set<Step>()
  return (step: Step) => {
    if (!emitted.has(step)) emit(mounting, 'hc-step', { step })
    emitted.add(step)
  }
}

/**
 * Everything after the form is shown: judging what is typed, paying, and every later state. The
 * page can be shown without it, so it is a file of its own, fetched when the form is there. It
 * draws and keeps its state with what the first file hands over.
 */
export function createOutcomes(given: Mounting, shown: OutcomesDeps) {
  const mounting = { ...given, ui: withPlurals(given.ui) }
  const { root, checkout, ui } = mounting
  const { screen, form, guarded } = shown
  const { say } = screen
  const payForm = () => screen.form && createPayForm(mounting, screen.form)
  const step = createSteps(mounting)
  const drawing = createFormDrawing(mounting, { screen, payForm })
  const payment = new PaymentController(mounting, guarded(drawing.onDeadline))
  const cardFields = createLostCardFields(mounting, shown)
  const watching = new AbortController()
  const afterPress = watchFrames(watchPointer(watching), watching)
  const express = createExpressCheckout(mounting, { screen, form, afterPress })
  const parts = { ...shown, mounting, payForm, drawing, express, cardFields }
  const page: OutcomePage = {
    ...parts,
    paying: createPaying({ ...parts, payment, step }),
    receipt: createReceiptActions({ root, ui, say }),
    showChallenge: createBankChallenge(mounting),
  }
  const show = (state: CheckoutState, before: CheckoutState) => showState(page, state, before)
  const startAgain = createStartAgain(mounting, { screen, form, show })
  const typing = createTyping(mounting, { ...parts, step, say, afterPress })

  function start() {
    // What the buyer typed before is there again, and its country may be another one than was drawn.
    drawing.start(form.typed.before)
    payment.start()
    express.show()
    drawFoot(page, checkout.state)
    step('view')
    typing.catchUp(form.touched)
    if (!ui.hosted)
      followLook(mounting, { adapt: () => form.adaptFrame(), signal: watching.signal })
  }

  return {
    start: () => afterPress(start),
    pay: page.paying.pay,
    validate: () => payForm()?.validate().length === 0,
    onConnection: drawing.onConnection,
    show,
    onClick: createPresses(page, { payment, startAgain }),
    onTyped(event: Event) {
      typing.onTyped(event)
      express.onTyped(event)
    },
    afterPress,
    onUnreachable: cardFields.onUnreachable,

    stop() {
      watching.abort()
      page.receipt.stop()
      leaveForm(page)
    },
  }
}
