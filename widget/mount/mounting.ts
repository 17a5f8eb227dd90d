import type { CheckoutController } from '../session/checkout-controller.ts'
import type { CheckoutState, Failure } from '../session/checkout-state.ts'
import type { CheckoutElement } from './checkout-element.ts'
import type { TypedValues } from '../form/typed-values.ts'
import type { Ui } from '../views/ui.ts'

/** Where one session is shown, with what, and what its element wants to hear of it. */
export type Mounting = {
  element: CheckoutElement
  root: HTMLElement | ShadowRoot
  /** Puts a view into the root, in the place of the one before. */
  draw: (view: unknown) => void
  /** Puts a view into a part of it. */
  write: (container: Element | null, view: unknown) => void
  session: string
  checkoutUrl: string
  checkout: CheckoutController
  ui: Ui
  /** Entered before, in a session this one takes the place of. */
  typed: TypedValues
  /** As `performance.now()` was. */
  startedAt: number
  isDisabled: () => boolean
  redirects: () => boolean
  onState: (state: CheckoutState) => void
  /** `message`: instead of what is usually to be done about it. */
  tellError: (code: Failure, message?: string) => void
  restart: () => void
}
