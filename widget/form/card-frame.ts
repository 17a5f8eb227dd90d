import type { CheckoutView } from '../../server/contract/buyer.ts'
import { correctAccent } from '../element/accent.ts'
import { appearanceOf } from '../element/appearance.ts'
import { getElement } from '../element/get-element.ts'
import { mountPaymentFrame, type PaymentFrame } from './payment-frame.ts'
import type { Mounting } from '../element/mounting.ts'
import type { AfterPress } from './watch-pointer.ts'
import type { FramePress, Setting } from '../element/messages.ts'

export type FrameListeners = {
  afterPress: AfterPress
  onSubmit: (by: FramePress) => void
  /** The frame has been loaded, with or without success. */
  onLoad: () => void
  onUnreachable: () => void
}

type WalletOffer = { title: string; onOffer: () => void }
type More = { title: string } & Partial<FrameListeners & WalletOffer>

/** The payment frames in the form. There are none before the form and after it. */
export function createCardFrame({ checkout, root, session, ui }: Mounting, heard: FrameListeners) {
  let frame: PaymentFrame | undefined
  let wallets: PaymentFrame | undefined

  /** What the frame follows: how the page looks, and which delivery option is chosen. */
  const setting = (): Setting => ({
    ...appearanceOf(getElement(root, '.root'), ui.language),
    option: checkout.option,
  })

  const mount = (container: Element, { payment }: CheckoutView, more: More) =>
    mountPaymentFrame(container, { url: payment.frameUrl, session, setting, ...heard, ...more })

  function adapt() {
    frame?.adapt(setting())
    wallets?.adapt(setting())
  }

  return {
    get frame() {
      return frame
    },
    get wallets() {
      return wallets
    },

    load(card: Element, view: CheckoutView) {
      frame?.remove()
      frame = mount(card, view, { title: ui.t('card.frame') })
    },

    /** Without wallets the card is all there is, and nothing is said of it. */
    loadWallets(container: Element, view: CheckoutView, offered: WalletOffer) {
      wallets = mount(container, view, { onLoad() {}, onUnreachable() {}, ...offered })
    },

    adapt,

    /** Follows how the page around the element looks. */
    follow() {
      // On our own page the server corrects the accent.
      if (HOSTED_CHECKOUT_SURFACE !== 'hosted' && root instanceof ShadowRoot) correctAccent(root)
      adapt()
    },

    remove() {
      frame?.remove()
      wallets?.remove()
      frame = wallets = undefined
    },
  }
}
