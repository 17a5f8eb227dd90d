import { CheckoutPage } from './checkout.page.ts'

/** The checkout with Stripe’s fields in a frame of theirs, inside the payment frame. */
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

  /** Its button, and its sheet once that was pressed. */
  get wallet() {
    return this.paymentFrame.frameLocator('iframe[title="Wallets"]')
  }

  get paymentFrame() {
    return super.card
  }
  get challengePage() {
    return super.bank
  }
}
