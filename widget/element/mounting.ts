import type { CheckoutController } from '../session/checkout-controller.ts'
import type { CheckoutState, Failure } from '../session/checkout-state.ts'
import type { CheckoutElement } from './checkout-element.ts'
import type { TypedValues } from './typed-values.ts'
import type { Ui } from '../views/ui.ts'

/** Where one session is shown and with what, and what its element wants to hear of it. */
export type Mounting = {
  element: CheckoutElement
  root: HTMLElement | ShadowRoot
  /** Puts a view into the root, instead of the one before. */
  draw: (view: unknown) => void
  /** Puts a view into a part of the root. */
  write: (container: Element | null, view: unknown) => void
  session: string
  checkoutUrl: string
  checkout: CheckoutController
  ui: Ui
  /** What the buyer typed in a session that this one replaces. */
  typed: TypedValues
  /** The value of `performance.now()` at that moment. */
  startedAt: number
  isDisabled: () => boolean
  redirects: () => boolean
  onState: (state: CheckoutState) => void
  /** `message` replaces the usual advice. */
  emitError: (code: Failure, message?: string) => void
  restart: () => void
}
