import type { CheckoutView } from '../../server/contract/buyer.ts'
import { showBroken } from '../element/broken-page.ts'
import { listenToBuyer } from './buyer-listening.ts'
import { createScreen, type CheckoutScreen } from '../form/checkout-screen.ts'
import { afterView, type CheckoutState, type FormState } from '../session/checkout-state.ts'
import { fetchSecond, type Guard } from './fetch-second.ts'
import { MountedForm } from '../form/mounted-form.ts'
import { nextTask } from '../session/next-task.ts'
import type { Mounting } from '../element/mounting.ts'
import { restorePage, showPlain } from '../element/painted-page.ts'
import type { FramePress } from '../element/messages.ts'
import type { LoadSecond } from './second-file.ts'
import { emit } from '../element/state-events.ts'
import { formView } from '../views/form-view.ts'
import { loadingView, pageView } from '../views/page-view.ts'

export type MountedCheckout = ReturnType<typeof mountCheckout>

type Parts = {
  mounting: Mounting
  screen: CheckoutScreen
  form: MountedForm
  second: ReturnType<typeof fetchSecond>
  guarded: Guard
  paintForm: ReturnType<typeof createFormPainter>
}

const guardedBy =
  (fail: (error: unknown) => void): Guard =>
  (act) =>
  (...given) => {
    try {
      act(...given)
    } catch (error) {
      fail(error)
    }
  }

/** Draws the form. Our own page has it from the server, and returns to it only by a new load. */
const createFormPainter =
  ({ ui }: Mounting, screen: CheckoutScreen) =>
  (state: FormState, parts?: Parameters<typeof formView>[2]) =>
    screen.paint(
      state,
      () => HOSTED_CHECKOUT_SURFACE !== 'hosted' && pageView(state, ui, formView(state, ui, parts)),
    )

function show(
  { mounting: { onState, ui }, form, second, paintForm }: Parts,
  state: CheckoutState,
  before: CheckoutState,
) {
  // Fields of an address are drawn by the second file.
  const isCalm =
    state.type === 'ready' && !state.problem && (ui.hosted || !state.view.deliveryCountries)
  if (second.outcomes || second.isAwaited || !isCalm)
    return second.later((outcomes) => outcomes.show(state, before))
  onState(state)
  paintForm(state)
  form.show(state)
}

/**
 * Writes what the server could not know, once the form can be used. Making the first format takes a
 * browser longer than all the rest, so each step has a task of its own.
 */
async function drawFormatted(
  { mounting: { ui }, screen, form, guarded }: Parts,
  painted: CheckoutView,
) {
  for (const step of [
    () => ui.money(0, painted),
    () => form.drawAmounts(),
    screen.showLocalTimes,
  ]) {
    await nextTask()
    guarded<[]>(step)()
  }
}

function start(parts: Parts, painted: CheckoutView | undefined) {
  const { mounting, screen, guarded } = parts
  const { checkout, ui } = mounting
  const { state } = checkout
  const onState = guarded((now: CheckoutState, before: CheckoutState) => show(parts, now, before))
  if (HOSTED_CHECKOUT_SURFACE !== 'embedded' && painted) {
    screen.takeOver(afterView(state, painted))
    restorePage(mounting, painted)
    void checkout.start(onState).then(() => drawFormatted(parts, painted))
  } else {
    if (HOSTED_CHECKOUT_SURFACE !== 'hosted')
      screen.paint(state, () => pageView(state, ui, loadingView(ui)))
    void checkout.start(onState)
  }
}

function onClick({ mounting, second }: Parts, event: Event) {
  const pressed = (event.target as Element).closest<HTMLElement>('a, button')
  if (!pressed) return
  const { outcomes } = second
  const [name] = Object.keys(pressed.dataset)
  // The page around may prevent it only while the event is dispatched.
  if (name === 'cancel') {
    if (!emit(mounting, 'hc-cancel')) event.preventDefault()
  } else if (outcomes) outcomes.onClick(event, pressed)
  else
    // Whatever waits runs first, and may draw another button instead of this one.
    second.later((late) => {
      if (HOSTED_CHECKOUT_SURFACE === 'embedded') return late.onClick(event, pressed)
      void nextTask().then(() => {
        const there = mounting.root.querySelector<HTMLElement>(`[data-${name}]`)
        if (there) late.onClick(event, there)
      })
    })
}

function listen(parts: Parts, signal: AbortSignal, pay: () => Promise<void>) {
  const { mounting, screen, form, second } = parts
  listenToBuyer(mounting.root, {
    signal,
    onClick: (event) => onClick(parts, event),
    onTyped(event) {
      form.onTyped(event)
      second.outcomes?.onTyped(event)
    },
    onSubmit: () => void pay(),
    onConnection: () => (second.outcomes ? second.outcomes.onConnection() : screen.sayConnection()),
    onReturn: () => void mounting.checkout.refresh(),
  })
}

/**
 * One session shown in one root, from when the element is connected until it leaves or shows
 * another session. The form is drawn here. Whatever follows the form is in a second file.
 */
export function mountCheckout(mounting: Mounting, load: LoadSecond) {
  const { checkout, ui } = mounting
  const life = new AbortController()
  const { signal } = life
  const screen = createScreen(mounting)
  const form = new MountedForm(mounting, screen, {
    // Before the second file is there, nobody has typed what could be wrong.
    afterPress: (act) => (second.outcomes ? second.outcomes.afterPress(act) : act()),
    onSubmit: (by) => void pay(by),
    onLoad: () => void second.keepFetching(),
    onUnreachable: () => second.later((outcomes) => outcomes.onUnreachable()),
  })
  const guarded = guardedBy(fail)
  const paintForm = createFormPainter(mounting, screen)
  const handed = { screen, form, fail, guarded, paintForm, goPlain }
  const second = fetchSecond(mounting, { load, handed, signal })
  const parts = { ...handed, mounting, second }

  function stop() {
    checkout.stop()
    life.abort()
    second.outcomes?.stop()
    form.remove()
  }

  function fail(error: unknown) {
    if (signal.aborted) return
    life.abort()
    showBroken(mounting, error)
    stop()
  }

  /** When the same thing has failed twice although the browser is online. */
  function goPlain(times: number) {
    if (HOSTED_CHECKOUT_SURFACE === 'embedded' || !ui.hosted) return false
    if (times < 2 || !navigator.onLine || signal.aborted) return false
    stop()
    showPlain(mounting)
    return true
  }

  /** Nothing is sent before the file is there that can show the result. */
  async function pay(by?: FramePress) {
    if (mounting.isDisabled()) return
    if (await second.fetch()) return await second.outcomes?.pay(by)
    if (HOSTED_CHECKOUT_SURFACE !== 'embedded' && goPlain(second.failures)) return
    if (!signal.aborted) form.say(ui.t('card.unreachable.do'))
  }

  listen(parts, signal, pay)
  const begin = (painted: CheckoutView | undefined) => start(parts, painted)
  return { form, start: guarded(begin), stop, pay, validate: () => validate(parts) }
}

/** The browser checks the fields as long as the second file is missing. */
const validate = ({ second: { outcomes }, screen: { form } }: Parts) =>
  outcomes?.validate() ?? form?.find<HTMLFormElement>('form')?.reportValidity() ?? false
