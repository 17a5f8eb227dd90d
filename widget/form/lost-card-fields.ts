import type { CheckoutScreen } from './checkout-screen.ts'
import type { MountedForm } from './mounted-form.ts'
import type { Mounting } from '../element/mounting.ts'
import { unreachableView } from '../views/message-view.ts'

/** Shown instead of card fields that did not come, or no longer answer. */
export function createLostCardFields(
  { checkout, checkoutUrl, session, ui, write, emitError }: Mounting,
  {
    screen,
    form,
    goPlain,
  }: { screen: CheckoutScreen; form: MountedForm; goPlain: (failures: number) => boolean },
) {
  let isReportDue = false
  /** How often the buyer has asked for the card fields again. */
  let reloads = 0

  function report() {
    const card = screen.form?.get('[data-card]')
    // A payment may still succeed, so the report waits for its end.
    isReportDue = checkout.state.type === 'processing'
    if (!card || checkout.state.type !== 'ready') return
    write(card, unreachableView(ui.hosted ? undefined : `${checkoutUrl}/${session}`, ui))
    emitError('frame_unreachable')
  }

  return {
    /** Fields that never come may be kept away by a blocker of scripts or frames. */
    onUnreachable() {
      if (checkout.state.type !== 'ready' || !goPlain(reloads)) report()
    },

    reportLate() {
      if (isReportDue) report()
    },

    /** The frame does not answer. */
    onSilent() {
      form.frame?.remove()
      report()
    },

    reload() {
      reloads += 1
      const { state } = checkout
      // The problem that Pay has shown is over when the fields are loaded again.
      if (state.type === 'ready' && state.problem?.type === 'unreachable')
        checkout.enter({ type: 'ready', view: state.view })
      if (!screen.form) return
      // Emptied first, because the same words would not be written a second time.
      write(screen.form.get('[data-card]'), '')
      form.loadFrame()
      // The fields cannot take the focus before they are there, so their title takes it.
      const title = screen.form.get('#card-title')
      title.tabIndex = -1
      title.focus()
    },
  }
}
