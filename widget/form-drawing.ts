import { isForm } from './checkout-state.ts'
import type { DeadlineStage } from './deadline.ts'
import type { Mounting } from './mounting.ts'
import type { PayForm } from './pay-form.ts'

type Shown = { say: (text: string) => void; payForm: () => PayForm | undefined }

/** Draws what follows the state, the time left and the connection around the buyer's fields. */
export function createFormDrawing({ checkout, ui: { t } }: Mounting, { say, payForm }: Shown) {
  let isEndNear = false

  function draw() {
    if (isForm(checkout.state))
      payForm()?.draw(checkout.state, { offline: !navigator.onLine, soon: isEndNear })
  }

  return {
    draw,

    onDeadline(stage: DeadlineStage) {
      isEndNear = stage === 'soon' || stage === 'last'
      if (checkout.state.type !== 'ready') return
      draw()
      if (isEndNear) say(t(stage === 'last' ? 'deadline.announce.1' : 'deadline.announce.5'))
    },

    onConnection() {
      draw()
      say(navigator.onLine ? '' : t('problem.offline'))
    },
  }
}
