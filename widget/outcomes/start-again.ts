import type { RestartResponse } from '../../server/contract/buyer.ts'
import type { BuyerErrorEnvelope } from '../../server/contract/errors.ts'
import type { CheckoutScreen } from '../form/checkout-screen.ts'
import type { CheckoutState } from '../session/checkout-state.ts'
import type { MountedForm } from '../form/mounted-form.ts'
import type { Mounting } from '../element/mounting.ts'
import { emit } from '../element/state-events.ts'
import { totalBefore } from '../views/total-before.ts'
import { findTyped, forgetTyped, keepTyped } from '../element/typed-values.ts'

type Answer = Partial<RestartResponse & BuyerErrorEnvelope>

type RestartDeps = {
  screen: CheckoutScreen
  form: MountedForm
  show: (state: CheckoutState, before: CheckoutState) => void
}

async function askForNext(sessionUrl: string): Promise<Answer> {
  try {
    // Sent as text, which needs no preflight. The server does not read it.
    const init = { method: 'POST', body: '{}' }
    return await (await fetch(`${sessionUrl}/restart`, init)).json()
  } catch {
    return {}
  }
}

/**
 * Opens a new session instead of the one that is over, or goes on with that one where it is
 * still open.
 */
export function createStartAgain(mounting: Mounting, { screen, form, show }: RestartDeps) {
  const { element, root, checkout, checkoutUrl, session, ui, write, restart } = mounting
  let isStarting = false

  /** The total may be another one now, and only this page knows which one the buyer saw. */
  function keepTotal(next: string) {
    const { state } = checkout
    if (!('view' in state)) return
    form.typed.before = { session: next, ...totalBefore(state.view, form.typed.option) }
  }

  function goOnWith(next: string) {
    keepTotal(next)
    if (ui.hosted) {
      // A buyer who has come back to this page may have typed something else there since.
      keepTyped(next, { ...form.typed, ...findTyped(next) })
      if (next !== session) forgetTyped(session)
      return location.assign(`${checkoutUrl}/${next}${location.search}`)
    }
    // The button that was pressed, and had the focus, is gone then.
    element.addEventListener('hc-ready', () => element.focus(), { once: true })
    if (next === session) return restart()
    emit(mounting, 'hc-restarted', { next })
    element.setAttribute('session', next)
  }

  /**
   * Draws the state anew even where it is shown already: a second press gets its answer said again.
   */
  function become(state: CheckoutState) {
    const before = checkout.state
    checkout.state = state
    screen.takeOver({ type: 'loading' })
    show(state, before)
  }

  function refuse({ code, left }: Partial<BuyerErrorEnvelope['error']> = {}) {
    const { state } = checkout
    if (state.type !== 'expired' && state.type !== 'unavailable') return
    const { view } = state
    if (code === 'sold_out' || code === 'insufficient_stock')
      return become({ type: 'unavailable', view, why: { reason: code, left } })
    if (code === 'not_restartable' || code === 'product_not_found' || code === 'variant_not_found')
      return become({ ...state, view: { ...view, canRestart: undefined } })
    // Another try may succeed.
    const text = ui.t(code ? 'problem.later.do' : 'error.text')
    write(root.querySelector('[data-live=notice]'), text)
  }

  return async () => {
    if (isStarting) return
    isStarting = true
    const { session: next, error } = await askForNext(checkout.client.sessionUrl)
    isStarting = false
    if (next) goOnWith(next)
    else refuse(error)
  }
}
