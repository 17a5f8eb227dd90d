import type { CheckoutView } from '../../server/contract/buyer.ts'
import { listenToBuyer } from './buyer-listening.ts'
import { createScreen } from './checkout-screen.ts'
import { afterView, type CheckoutState, type FormState } from '../session/checkout-state.ts'
import { createMountedForm } from '../form/mounted-form.ts'
import { nextTask } from './next-task.ts'
import type { Mounting } from './mounting.ts'
import type { Outcomes } from '../outcomes/outcomes.ts'
import type { FramePress } from '../payment-frame/messages.ts'
import { tell } from '../session/state-events.ts'
import { takeQuery } from '../form/typed-values.ts'
import { formView } from '../views/form-view.ts'
import { loadingView, pageView } from '../views/page-view.ts'

export type MountedCheckout = ReturnType<typeof mountCheckout>

type Act = (outcomes: Outcomes) => void

const RETRY_MS = { first: 1_000, most: 30_000 }

/**
 * One session shown in one root, from the moment the element is connected to the moment it leaves
 * or shows another. The form is drawn here; all that comes of it, in a file fetched behind it.
 */
export function mountCheckout(mounting: Mounting) {
  const { root, draw, checkout, ui, onState } = mounting
  const listening = new AbortController()
  const { signal } = listening
  const screen = createScreen(mounting)
  const form = createMountedForm(mounting, screen, {
    onSubmit: (by) => void pay(by),
    onLoad: () => void keepFetching(),
    onUnreachable: () => later((outcomes) => outcomes.onUnreachable()),
  })
  const waiting: Act[] = []
  let outcomes: Outcomes | undefined
  let fetching: ReturnType<Mounting['loadOutcomes']> | undefined
  let isKeeping = false
  let failures = 0

  /** Said in plain text: what draws everything else may be what broke. */
  function fail(error: unknown) {
    if (signal.aborted) return
    listening.abort()
    console.error(error)
    const text = document.createElement('p')
    text.role = 'alert'
    text.textContent = ui.t('error.broken')
    draw(text)
    checkout.state = { type: 'error', code: 'internal' }
    onState(checkout.state)
    mounting.tellError('internal', `The checkout broke: ${String(error)}`)
    stop()
  }

  const guarded =
    <Given extends unknown[]>(act: (...given: Given) => void) =>
    (...given: Given) => {
      try {
        act(...given)
      } catch (error) {
        fail(error)
      }
    }

  /** False when the second file did not come. */
  async function fetchOutcomes(): Promise<boolean> {
    try {
      begin(await (fetching ??= mounting.loadOutcomes()))
      return true
    } catch {
      fetching = undefined
      if (HOSTED_CHECKOUT_PLACE !== 'embedded') failures += 1
      return false
    }
  }

  const begin = guarded(({ createOutcomes }: Awaited<NonNullable<typeof fetching>>) => {
    if (outcomes || signal.aborted) return
    outcomes = createOutcomes(mounting, { screen, form, fail, guarded, paintForm, goPlain })
    for (const act of waiting.splice(0)) act(outcomes)
    outcomes.start()
  })

  async function keepFetching() {
    if (isKeeping) return
    isKeeping = true
    for (
      let waitMs = RETRY_MS.first;
      !signal.aborted;
      waitMs = Math.min(waitMs * 2, RETRY_MS.most)
    ) {
      if (await fetchOutcomes()) return
      // The page says nothing of its own as long as what it is to show waits for that file.
      if (HOSTED_CHECKOUT_PLACE !== 'embedded' && waiting.length > 0 && goPlain(failures)) return
      mounting.tellError('network')
      await new Promise((resolve) => setTimeout(resolve, waitMs))
    }
  }

  /** What only the second file can do, in order, as soon as it is there. */
  function later(act: Act) {
    if (outcomes) return act(outcomes)
    waiting.push(act)
    void keepFetching()
  }

  /** Nothing is sent before that is here which shows what came of it. */
  async function pay(by?: FramePress) {
    if (mounting.isDisabled()) return
    if (await fetchOutcomes()) return await outcomes?.pay(by)
    if (HOSTED_CHECKOUT_PLACE !== 'embedded' && goPlain(failures)) return
    if (!signal.aborted) form.say(ui.t('card.unreachable.do'))
  }

  /**
   * Once something has failed twice although there is a connection, as where no script runs: our own
   * page's form goes to the server, and its links lead on.
   */
  function goPlain(times: number) {
    if (HOSTED_CHECKOUT_PLACE === 'embedded' || !ui.hosted) return false
    if (times < 2 || !navigator.onLine || signal.aborted) return false
    stop()
    mounting.element.removeAttribute('status')
    document.documentElement.dataset['stuck'] = ''
    root.querySelector<HTMLElement>('button.noscript')?.focus()
    return true
  }

  /** Our own page has it from the server, and comes back to it by loading the page alone. */
  const paintForm = (state: FormState, parts?: Parameters<typeof formView>[2]) =>
    screen.paint(
      state,
      () => HOSTED_CHECKOUT_PLACE !== 'hosted' && pageView(state, ui, formView(state, ui, parts)),
    )

  function show(state: CheckoutState, before: CheckoutState) {
    // The second file draws the fields of an address, too.
    const isCalm =
      state.type === 'ready' && !state.problem && (ui.hosted || !state.view.deliveryCountries)
    if (outcomes || waiting.length > 0 || !isCalm) return later((all) => all.show(state, before))
    onState(state)
    paintForm(state)
    form.show(state)
  }

  /**
   * The buyer has confirmed on another page: what came of it is news, and told once, in the language
   * that they had left in.
   */
  function comeBack(view: CheckoutView) {
    const { href } = location
    const address = href.replace(/[?&]returned$/, '')
    if (address === href) return
    const query = takeQuery()
    if (query) return location.replace(`${address}${query}&returned`)
    history.replaceState(null, '', address)
    checkout.state = { type: 'processing', view, wait: 'bank', sending: false }
  }

  /**
   * What the server could not know, once the form that it painted can be used. To make its first
   * format takes a browser longer than all the rest: each step has a task of its own.
   */
  async function drawFormatted(painted: CheckoutView) {
    for (const step of [() => ui.money(0, painted), form.drawAmounts, screen.showLocalTimes]) {
      await nextTask()
      guarded<[]>(step)()
    }
  }

  function stop() {
    checkout.stop()
    listening.abort()
    outcomes?.stop()
    form.remove()
  }

  listenToBuyer(root, {
    signal,
    onClick(event) {
      const pressed = (event.target as Element).closest<HTMLElement>('a, button')
      // To be prevented, it has to be told while it happens.
      if (!pressed) return
      if (pressed.dataset['cancel'] === undefined) later((all) => all.onClick(event, pressed))
      else if (!tell(mounting, 'hc-cancel')) event.preventDefault()
    },
    onTyped(event) {
      form.onTyped(event)
      outcomes?.onTyped(event)
    },
    onSubmit: () => void pay(),
    onConnection: () => (outcomes ? outcomes.onConnection() : screen.sayConnection()),
    onReturn: () => void checkout.refresh(),
  })

  return {
    get typed() {
      return form.typed
    },

    start: guarded((painted: CheckoutView | undefined) => {
      const { state } = checkout
      if (HOSTED_CHECKOUT_PLACE !== 'embedded' && painted) {
        screen.takeOver(afterView(state, painted))
        comeBack(painted)
        void checkout.start(guarded(show)).then(() => drawFormatted(painted))
      } else {
        if (HOSTED_CHECKOUT_PLACE !== 'hosted')
          screen.paint(state, () => pageView(state, ui, loadingView(ui)))
        void checkout.start(guarded(show))
      }
    }),

    stop,
    pay,

    /** The browser's own judgement, as long as ours has not come. */
    validate: () =>
      outcomes?.validate() ?? screen.form?.find<HTMLFormElement>('form')?.reportValidity() ?? false,

    tellReady: form.tellReady,
    adaptForm: form.adapt,
    adaptFrame: form.adaptFrame,
  }
}
