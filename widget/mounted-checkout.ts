import type { CheckoutView } from '../server/contract/buyer.ts'
import { listenToBuyer } from './buyer-listening.ts'
import { createScreen } from './checkout-screen.ts'
import {
  afterView,
  isForm,
  type CardField,
  type CheckoutState,
  type FieldName,
} from './checkout-state.ts'
import { createMountedForm } from './mounted-form.ts'
import type { Mounting } from './mounting.ts'
import { createReceiptActions } from './receipt-actions.ts'
import { returnAddress } from './return-address.ts'
import { announce, tell } from './state-events.ts'

export type MountedCheckout = ReturnType<typeof mountCheckout>

/**
 * One session shown in one root, from the moment the element is connected to the moment it leaves
 * or shows another.
 */
export function mountCheckout(mounting: Mounting) {
  const { element, root, draw, checkout, ui, redirects, onState, restart } = mounting
  const listening = new AbortController()
  const screen = createScreen(mounting)
  const form = createMountedForm(mounting, { screen, fail })
  const receipt = createReceiptActions({ root, ui, say: screen.say })

  /** Said in plain text: what draws everything else may be what broke. */
  function fail(error: unknown) {
    if (listening.signal.aborted) return
    listening.abort()
    console.error(error)
    const text = document.createElement('p')
    text.role = 'alert'
    text.textContent = ui.t('error.broken')
    draw(text)
    checkout.state = { type: 'error', code: 'internal' }
    onState(checkout.state)
    tell(mounting, 'hc-error', {
      code: 'internal',
      message: `The checkout broke: ${String(error)}`,
    })
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

  function show(given: CheckoutState, before: CheckoutState) {
    const state =
      given.type === 'complete' ? { ...given, returning: given.returning && redirects() } : given
    const hadFocus = ui.hosted || before.type === 'processing' || element.matches(':focus-within')
    onState(state)
    if (!announce(mounting, { state, before })) return form.remove()
    const isNew = screen.paint(state)
    if (isForm(state)) return form.show(state, before)
    form.remove()
    if (isNew && before.type !== 'loading') screen.introduce(hadFocus ? 'focus' : 'say')
    if (state.type === 'complete') finish(state)
  }

  function finish({ view, returning }: Extract<CheckoutState, { type: 'complete' }>) {
    form.forget()
    const address = returnAddress(view.successUrl, view.id)
    if (address && returning) receipt.returnSoon(address)
  }

  function onClick(event: Event) {
    const target = (event.target as Element).closest<HTMLElement>('a, button')
    if (!target) return
    const { go, cancel, stay, copy, print, again, check, bank } = target.dataset
    if (go) {
      event.preventDefault()
      form.focus(go as FieldName | CardField)
    }
    if (cancel !== undefined && !tell(mounting, 'hc-cancel')) event.preventDefault()
    if (stay !== undefined) receipt.stay(target)
    if (copy !== undefined) void receipt.copy(target)
    if (print !== undefined) window.print()
    if (again !== undefined) restart()
    if (check !== undefined) checkout.checkAgain()
    if (bank !== undefined) form.showChallenge(checkout.state, 'again')
  }

  function stop() {
    checkout.stop()
    listening.abort()
    receipt.stop()
    form.remove()
  }

  listenToBuyer(root, {
    signal: listening.signal,
    onClick,
    onTyped: form.onTyped,
    onSubmit: form.pay,
    onConnection: form.onConnection,
    onReturn: () => void checkout.refresh(),
  })

  return {
    get typed() {
      return form.typed
    },

    start: guarded((painted: CheckoutView | undefined) => {
      if (painted) screen.takeOver(afterView(checkout.state, painted))
      else screen.paint(checkout.state)
      void checkout.start({ onState: guarded(show), onDeadline: guarded(form.onDeadline) })
    }),

    stop,

    adaptFrame: form.adaptFrame,
  }
}
