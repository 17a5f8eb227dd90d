import type { CheckoutView } from '../../server/contract/buyer.ts'
import type { CheckoutScreen } from './checkout-screen.ts'
import type { CheckoutController } from '../session/checkout-controller.ts'
import { isForm, type FormState } from '../session/checkout-state.ts'
import { minutesLeft, type DeadlineStage } from '../session/deadline.ts'
import type { Mounting } from '../element/mounting.ts'
import type { PayForm } from './pay-form.ts'
import { totalsSince } from '../views/total-before.ts'
import type { TypedValues } from '../element/typed-values.ts'

type DrawingDeps = { screen: CheckoutScreen; payForm: () => PayForm | undefined }

/** A buyer who has loaded the page again sees the decline before. */
function recallDecline(checkout: CheckoutController) {
  const { state } = checkout
  if (state.type !== 'ready' || state.problem || state.view.attempt?.status !== 'failed') return
  checkout.state = { ...state, problem: { type: 'declined', ...state.view.attempt } }
}

/** The last minutes of the payment window, by the server's clock. */
const lastMinutes = ({ view }: FormState, { offsetMs }: CheckoutController) =>
  minutesLeft(Date.parse(view.expiresAt) - Date.now() - offsetMs)

/** Draws around the buyer's fields what depends on the state, the time left and the connection. */
export function createFormDrawing({ checkout, ui }: Mounting, { screen, payForm }: DrawingDeps) {
  let said: DeadlineStage = 'calm'
  let before: TypedValues['before']

  const totals = (form: PayForm, view: CheckoutView) =>
    before && totalsSince(before, { view, option: form.option(), money: ui.money })

  function draw() {
    const { state } = checkout
    const form = payForm()
    if (!isForm(state) || !form) return
    form.draw(state, {
      offline: !navigator.onLine,
      minutesLeft: lastMinutes(state, checkout),
      totals: totals(form, state.view),
    })
  }

  return {
    /** Says aloud what the buyer could not hear before: that the total is another one. */
    start(seen: TypedValues['before']) {
      recallDecline(checkout)
      const { state } = checkout
      const form = payForm()
      if (state.type !== 'ready' || !form) return draw()
      const { view } = state
      if (seen?.session === view.id) before = seen
      draw()
      if (totals(form, view)) screen.say(form.lastNotice())
      else if (form.total(view) !== view.amounts.total) screen.say(form.totalText(view))
    },

    draw,

    /** Says each stage once, however often the page looks at the clock. */
    onDeadline(stage: DeadlineStage) {
      const { state } = checkout
      const form = payForm()
      if (state.type !== 'ready' || !form) return
      draw()
      if (!lastMinutes(state, checkout) || stage === said) return
      said = stage
      screen.say(form.lastNotice())
    },

    onConnection() {
      draw()
      screen.sayConnection()
    },
  }
}
