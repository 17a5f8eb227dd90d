import type { Router } from 'express'
import type { CheckoutDeps } from '../checkout/checkout-deps.ts'
import type { TestPaymentMethodRequest } from '../contract/test-provider.ts'
import type { PaymentProvider } from '../checkout/ports/provider.ts'
import type { FrameContext, RenderCardFields } from '../web/answers/frame-page.ts'
import type { ListedScript } from '../contract/listed-script.ts'
import type { WidgetAssets } from '../web/answers/widget-assets.ts'

/** All that a payment provider brings. The composition root mounts it. */
export type ProviderParts = {
  provider: PaymentProvider
  /** The key for the provider's script in the buyer's browser, if it has a script. */
  publishableKey?: string
  /** For the payment frame. */
  renderCardFields: RenderCardFields
  /** All that runs in the payment frame and where the bank asks. */
  scripts(assets: WidgetAssets): ListedScript[]
  /**
   * A payment method for a card from a plain form of ours, if cards may pass through us.
   * @throws {CheckoutError} invalid_request
   */
  takePlainCard?(card: TestPaymentMethodRequest, now: Date): Promise<string>
  /** Mounted beside that document, under the same address. */
  cardRoutes?(context: FrameContext): Router
  /** Where buyers answer their bank, in the frame. Other providers' questions are passed on. */
  challengeRoutes(context: FrameContext): Router
  /** What the platform may see and do at the provider. */
  platformRoutes?(context: { checkout: CheckoutDeps }): Router
}
