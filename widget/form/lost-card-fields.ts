import type { CheckoutScreen } from '../mount/checkout-screen.ts'
import type { MountedForm } from './mounted-form.ts'
import type { Mounting } from '../mount/mounting.ts'
import { unreachableView } from '../views/message-view.ts'

/** What stands in the place of card fields that did not come, or answer no more. */
export function createLostCardFields(
  { checkout, checkoutUrl, session, ui, write, tellError }: Mounting,
  {
    screen,
    form,
    goPlain,
  }: { screen: CheckoutScreen; form: MountedForm; goPlain: (failures: number) => boolean },
) {
  let isToBeTold = false
  /** How often the buyer has asked for them again. */
  let reloads = 0

  function tell() {
    const card = screen.form?.get('[data-card]')
    // Not while something is being paid, which may go through all the same.
    isToBeTold = checkout.state.type === 'processing'
    if (!card || checkout.state.type !== 'ready') return
    write(card, unreachableView(ui.hosted ? undefined : `${checkoutUrl}/${session}`, ui))
    tellError('frame_unreachable')
  }

  return {
    /** What keeps them away again and again may be a blocker of scripts or frames. */
    onUnreachable() {
      if (checkout.state.type !== 'ready' || !goPlain(reloads)) tell()
    },

    tellWhatIsLeft() {
      if (isToBeTold) tell()
    },

    /** The frame does not answer. */
    onSilent() {
      form.frame?.remove()
      tell()
    },

    reload() {
      reloads += 1
      const { state } = checkout
      // What Pay said stands no longer than the fields are away.
      if (state.type === 'ready' && state.problem?.type === 'unreachable')
        checkout.enter({ type: 'ready', view: state.view })
      if (!screen.form) return
      // Otherwise the same words would not be written the next time.
      write(screen.form.get('[data-card]'), '')
      form.loadFrame()
      // The fields themselves cannot take the focus before they are there.
      const title = screen.form.get('#card-title')
      title.tabIndex = -1
      title.focus()
    },
  }
}
