import type { Router } from 'express'
import type { CheckoutDeps } from '../checkout/checkout-deps.ts'
import type { PaymentProvider } from '../checkout/ports/provider.ts'
import type { CardFields, FrameContext, FramePage } from '../web/frame-page.ts'

/** All that a payment provider brings; the composition root mounts it. */
export type ProviderParts = {
  provider: PaymentProvider
  /** For the provider's script in the buyer's browser, where it has one. */
  publishableKey?: string
  /** The document with the card fields of a session, in the payment frame. */
  renderCardFields(
    context: FrameContext,
    page: FramePage & { sessionId: string },
  ): Promise<CardFields>
  /** Beside that document, under the same address. */
  frameRoutes(context: FrameContext): Router
  /** What the platform may see and do of it. */
  platformRoutes?(context: { checkout: CheckoutDeps }): Router
}
