import type { CheckoutScreen } from './checkout-screen.ts'
import { isForm, type FormState } from './checkout-state.ts'
import { minutesLeft, type DeadlineStage } from './deadline.ts'
import type { Mounting } from './mounting.ts'
import type { PayForm } from './pay-form.ts'
import type { TotalBefore } from './typed-values.ts'

type Shown = { screen: CheckoutScreen; payForm: () => PayForm | undefined }

/** Draws what follows the state, the time left and the connection around the buyer's fields. */
export function createFormDrawing({ checkout, ui }: Mounting, { screen, payForm }: Shown) {
  let said: DeadlineStage = 'calm'
  let before: TotalBefore | undefined

  /** By the server's clock. */
  const lastMinutes = ({ view }: FormState) =>
    minutesLeft(Date.parse(view.expiresAt) - Date.now() - checkout.offsetMs)

  function draw() {
    const { state } = checkout
    const form = payForm()
    if (!isForm(state) || !form) return
    const { view } = state
    form.draw(state, {
      offline: !navigator.onLine,
      minutesLeft: lastMinutes(state),
      totals: before && {
        before: ui.money(before.total, before),
        now: ui.money(form.total(view), view),
      },
    })
  }

  /** Whoever has loaded the page anew since then wants to know it. */
  function recallDecline() {
    const { state } = checkout
    if (state.type !== 'ready' || state.problem || state.view.attempt?.status !== 'failed') return
    checkout.state = { ...state, problem: { type: 'declined', ...state.view.attempt } }
  }

  return {
    /** What the buyer could not be told before is said aloud: another total than they saw. */
    start(seen: TotalBefore | undefined) {
      recallDecline()
      const { state } = checkout
      const form = payForm()
      if (state.type !== 'ready' || !form) return draw()
      const { view } = state
      const total = form.total(view)
      if (seen?.session === view.id && ui.money(seen.total, seen) !== ui.money(total, view))
        before = seen
      draw()
      if (before) screen.say(form.lastNotice())
      else if (total !== view.amounts.total) screen.say(form.totalText(view))
    },

    draw,

    /** Each step is said once, however often the page looks at the clock. */
    onDeadline(stage: DeadlineStage) {
      const { state } = checkout
      if (state.type !== 'ready') return
      draw()
      if (!lastMinutes(state) || stage === said) return
      said = stage
      screen.say(payForm()!.lastNotice())
    },

    onConnection() {
      draw()
      screen.sayConnection()
    },
  }
}
