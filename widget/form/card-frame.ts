import type { CheckoutView } from '../../server/contract/buyer.ts'
import { correctAccent } from '../mount/accent.ts'
import { appearanceOf } from '../mount/appearance.ts'
import { getElement } from '../mount/get-element.ts'
import { mountPaymentFrame, type PaymentFrame } from './payment-frame.ts'
import type { Mounting } from '../mount/mounting.ts'
import type { FramePress, Setting } from '../payment-frame/messages.ts'

export type HeardOfFrame = {
  onSubmit: (by: FramePress) => void
  /** The frame has been loaded, whatever came of it. */
  onLoad: () => void
  onUnreachable: () => void
}

/** The payment frame in the form, as long as there is one. */
export function createCardFrame({ checkout, root, session, ui }: Mounting, heard: HeardOfFrame) {
  let frame: PaymentFrame | undefined

  /** What it follows: how the page looks, and the delivery option that was chosen. */
  const setting = (): Setting => ({
    ...appearanceOf(getElement(root, '.root'), ui.language),
    option: checkout.option,
  })

  const adapt = () => frame?.adapt(setting())

  return {
    get frame() {
      return frame
    },

    load(card: Element, { payment }: CheckoutView) {
      frame?.remove()
      frame = mountPaymentFrame(card, {
        url: payment.frameUrl,
        title: ui.t('card.frame'),
        session,
        setting,
        ...heard,
      })
    },

    adapt,

    /** To how the page around looks. */
    follow() {
      // Our own page's accent is the server's to correct.
      if (HOSTED_CHECKOUT_PLACE !== 'hosted' && root instanceof ShadowRoot) correctAccent(root)
      adapt()
    },

    remove() {
      frame?.remove()
      frame = undefined
    },
  }
}
