import { CheckoutPage } from './checkout.page.ts'

/** The checkout with Stripe’s fields in their own frame, inside the payment frame. */
export class StripeCheckoutPage extends CheckoutPage {
  override get card() {
    return this.paymentFrame.frameLocator('iframe[title="Secure payment input frame"]')
  }
  override get bank() {
    return this.challengePage.frameLocator('iframe[title="Bank"]')
  }

  async pressWallet() {
    await this.wallet.getByRole('button', { name: 'Double Pay' }).click()
  }

  /** The wallet's button above the form, and its sheet after a press. */
  get wallet() {
    return this.page
      .frameLocator('iframe[title="Express checkout"]')
      .frameLocator('iframe[title="Wallets"]')
  }

  get paymentFrame() {
    return super.card
  }
  get challengePage() {
    return super.bank
  }
}
