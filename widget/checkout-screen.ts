import { isForm, screenOf, type CheckoutState } from './checkout-state.ts'
import { createForm, write, type CheckoutForm } from './checkout-form.ts'
import type { Mounting } from './mounting.ts'
import { view } from './views/checkout-view.ts'
import { timeText, type TimeUse } from './views/time-view.ts'
import type { Ui } from './views/ui.ts'

type Root = HTMLElement | ShadowRoot

/** In the buyer's own time zone, which the server cannot know. */
function showLocalTimes(root: Root, ui: Ui) {
  for (const time of root.querySelectorAll<HTMLTimeElement>('time[data-time]')) {
    time.textContent = timeText(time.dataset['time'] as TimeUse, time.dateTime, ui)
  }
}

const TITLES = {
  ready: 'page.title',
  processing: 'page.title',
  complete: 'page.title.paid',
  expired: 'page.title.expired',
  unavailable: 'page.title.unavailable',
} as const

function titleOf(state: CheckoutState, { t }: Ui): string {
  if (!('view' in state)) return document.title
  const {
    store: { name: store },
  } = state.view
  const title = t(TITLES[state.type], { store })
  return state.type === 'ready' && state.problem ? t('page.title.error', { title }) : title
}

export type CheckoutScreen = ReturnType<typeof createScreen>

/** What stands in the render root: painted anew only when the buyer sees another screen. */
export function createScreen({ root, draw, ui }: Pick<Mounting, 'root' | 'draw' | 'ui'>) {
  let shown: ReturnType<typeof screenOf> | undefined
  let form: CheckoutForm | undefined
  const heading = () => root.querySelector<HTMLElement>('h1[tabindex]')

  const say = (text: string) => write(root.querySelector('[data-status]'), text)

  return {
    get form() {
      return form
    },

    /** The server has painted this already. */
    takeOver(state: CheckoutState) {
      shown = screenOf(state)
    },

    /** True when the screen is a new one. */
    paint(state: CheckoutState) {
      const isNew = shown !== screenOf(state)
      if (isNew || state.type === 'complete') draw(view(state, ui))
      shown = screenOf(state)
      showLocalTimes(root, ui)
      if (ui.hosted) document.title = titleOf(state, ui)
      if (!isForm(state)) form = undefined
      else if (isNew || !form) form = createForm(root, ui)
      return isNew
    },

    say,

    /**
     * To the new screen's heading; read aloud instead where taking the focus would tear the buyer
     * from elsewhere.
     */
    introduce(how: 'focus' | 'say') {
      if (how === 'focus') heading()?.focus()
      else say(heading()?.textContent ?? '')
    },

    focusProblem() {
      root.querySelector<HTMLElement>('[data-problem]')?.focus()
    },
  }
}
