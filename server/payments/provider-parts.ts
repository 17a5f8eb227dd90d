import type { Router } from 'express'
import type { CheckoutDeps } from '../checkout/checkout-deps.ts'
import type { TestPaymentMethodRequest } from '../contract/test-provider.ts'
import type { PaymentProvider } from '../checkout/ports/provider.ts'
import type { CardFields, FrameContext, FramePage } from '../web/frame-page.ts'

/**
 * All that a payment provider brings; the composition root mounts it.
 */
export type ProviderParts = {
  provider: PaymentProvider
  /** For the provider's script in the buyer's browser, where it has one. */
  publishableKey?: string
  /** The document with the card fields of a session, in the payment frame. */
  renderCardFields(
    context: FrameContext,
    page: FramePage & { sessionId: string },
  ): Promise<CardFields>
  /**
   * A payment method for a card that came with a plain form of ours, where cards may pass through us.
   * @throws {CheckoutError} invalid_request
   */
  takePlainCard?(card: TestPaymentMethodRequest, now: Date): Promise<string>
  /** Beside that document, under the same address. */
  cardRoutes?(context: FrameContext): Router
  /**
   * Where buyers answer their bank, in the payment frame; addresses of other providers' questions
   * are passed on.
   */
  challengeRoutes(context: FrameContext): Router
  /** What the platform may see and do of it. */
  platformRoutes?(context: { checkout: CheckoutDeps }): Router
}
