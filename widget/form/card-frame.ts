import type { CheckoutView } from '../../server/contract/buyer.ts'
import { appearanceOf } from '../mount/appearance.ts'
import { mountPaymentFrame } from './payment-frame.ts'
import type { Mounting } from '../mount/mounting.ts'
import type { FramePress, Setting } from '../payment-frame/messages.ts'

/** What the payment frame follows: how the page looks, and the delivery option that was chosen. */
export const settingOf = ({ root, ui, checkout: { option } }: Mounting): Setting => ({
  ...appearanceOf(root.firstElementChild!, ui.language),
  option,
})

type CardFrame = {
  mounting: Mounting
  view: CheckoutView
  setting: () => Setting
  onSubmit: (by: FramePress) => void
  onLoad: () => void
  onUnreachable: () => void
}

/** Puts the payment frame into the form. */
export const mountCardFrame = (
  card: HTMLElement,
  { mounting: { ui, session }, view, ...heard }: CardFrame,
) =>
  mountPaymentFrame(card, {
    url: view.payment.frameUrl,
    title: ui.t('card.frame'),
    session,
    ...heard,
  })
