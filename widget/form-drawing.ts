import { isForm, type FormState } from './checkout-state.ts'
import type { DeadlineStage } from './deadline.ts'
import type { Mounting } from './mounting.ts'
import type { PayForm } from './pay-form.ts'

type Shown = { say: (text: string) => void; payForm: () => PayForm | undefined }

const MINUTE_MS = 60_000

/** Draws what follows the state, the time left and the connection around the buyer's fields. */
export function createFormDrawing({ checkout, ui }: Mounting, { say, payForm }: Shown) {
  let said: DeadlineStage = 'calm'

  /** The last five, begun ones whole; by the server's clock. */
  function minutesLeft({ view }: FormState) {
    const leftMs = Date.parse(view.expiresAt) - Date.now() - checkout.offsetMs
    return leftMs > 0 && leftMs <= 5 * MINUTE_MS ? Math.ceil(leftMs / MINUTE_MS) : 0
  }

  function draw() {
    const { state } = checkout
    if (isForm(state))
      payForm()?.draw(state, { offline: !navigator.onLine, minutesLeft: minutesLeft(state) })
  }

  return {
    draw,

    /** Each step is said once, however often the page looks at the clock. */
    onDeadline(stage: DeadlineStage) {
      const { state } = checkout
      if (state.type !== 'ready') return
      draw()
      if (!minutesLeft(state) || stage === said) return
      said = stage
      say(payForm()!.lastNotice())
    },

    onConnection() {
      draw()
      say(navigator.onLine ? '' : ui.t('problem.offline'))
    },
  }
}
