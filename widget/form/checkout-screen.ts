import { createForm, type CheckoutForm } from './checkout-form.ts'
import { isForm, screenOf, type CheckoutState } from '../session/checkout-state.ts'
import type { Mounting } from '../element/mounting.ts'
import { timeText, type TimeUse } from '../views/time-view.ts'
import { write } from '../element/write.ts'

export type CheckoutScreen = ReturnType<typeof createScreen>

/** The content of the render root. It is painted anew only when the buyer sees another screen. */
export function createScreen({ root, draw, ui }: Pick<Mounting, 'root' | 'draw' | 'ui'>) {
  let shown: ReturnType<typeof screenOf> | undefined
  let form: CheckoutForm | undefined

  /**
   * The server cannot know the buyer's time zone, so the times that it painted are written anew
   * here.
   */
  function showLocalTimes() {
    if (HOSTED_CHECKOUT_SURFACE === 'embedded') return
    for (const time of root.querySelectorAll<HTMLTimeElement>('time[data-time]')) {
      const { time: use, currency = '' } = time.dataset
      time.textContent = timeText({ use: use as TimeUse, instant: time.dateTime, currency }, ui)
      time.dataset['local'] = ''
    }
  }

  const say = (words: unknown) => write(root.querySelector('[data-status]'), words)

  return {
    get form() {
      return form
    },

    showLocalTimes,

    /** The server has painted this screen already. */
    takeOver(state: CheckoutState) {
      shown = screenOf(state)
    },

    /** Answers whether the screen is a new one. */
    paint(state: CheckoutState, view: () => unknown) {
      const isNew = shown !== screenOf(state)
      // The old screen goes first. A translating browser may have replaced Lit's nodes by its own,
      // which Lit would leave beside the new screen.
      if (isNew) draw('')
      if (isNew || state.type === 'complete') {
        draw(view())
      }
      shown = screenOf(state)
      if (!isForm(state)) form = undefined
      else if (isNew || !form) form = createForm(root, ui)
      return isNew
    },

    say,

    sayConnection: () => say(navigator.onLine ? '' : ui.t('problem.offline')),
  }
}
