import { appearanceOf } from './appearance.ts'
import { renderInto, type CheckoutForm } from './checkout-form.ts'
import type { FormState } from './checkout-state.ts'
import { mountPaymentFrame } from './elements/payment-frame.ts'
import type { Mounting } from './mounting.ts'
import type { Setting } from './payment-frame/messages.ts'
import { tell } from './state-events.ts'
import { unreachableView } from './views/message-view.ts'

/** What the payment frame follows: how the page looks, and the delivery option that was chosen. */
export const settingOf = ({ root, ui }: Mounting, option: string | undefined): Setting => ({
  ...appearanceOf(root.firstElementChild!, ui.language),
  option,
})

type CardFrame = {
  mounting: Mounting
  form: CheckoutForm
  setting: () => Setting
  onSubmit: () => void
}

/**
 * Puts the payment frame into the form; where it does not come, buyer and developer are told what
 * to do.
 */
export function mountCardFrame(
  { view }: FormState,
  { mounting, form, setting, onSubmit }: CardFrame,
) {
  const { ui, session, checkoutUrl } = mounting
  const url = view.payment.frameUrl
  return mountPaymentFrame(form.card(), {
    url,
    title: ui.t('card.frame'),
    session,
    setting,
    onSubmit,
    onUnreachable: () => {
      renderInto(
        form.card(),
        unreachableView(ui.hosted ? undefined : `${checkoutUrl}/${session}`, ui),
      )
      tell(mounting, 'hc-error', {
        code: 'frame_unreachable',
        message: `No answer from ${url}: check frame-src and allowed origins.`,
      })
    },
  })
}
