import type { CheckoutScreen } from './checkout-screen.ts'
import { isForm } from './checkout-state.ts'
import type { DeadlineStage } from './deadline.ts'
import type { Mounting } from './mounting.ts'

/** Draws what follows the state, the time left and the connection around the buyer's fields. */
export function createFormDrawing({ checkout, ui: { t } }: Mounting, screen: CheckoutScreen) {
  let isEndNear = false

  function draw() {
    if (isForm(checkout.state))
      screen.form?.draw(checkout.state, { offline: !navigator.onLine, soon: isEndNear })
  }

  return {
    draw,

    onDeadline(stage: DeadlineStage) {
      isEndNear = stage === 'soon' || stage === 'last'
      if (checkout.state.type !== 'ready') return
      draw()
      if (isEndNear) screen.say(t(stage === 'last' ? 'deadline.announce.1' : 'deadline.announce.5'))
    },

    onConnection() {
      draw()
      screen.say(navigator.onLine ? '' : t('problem.offline'))
    },
  }
}
