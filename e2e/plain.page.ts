import { type Page, expect } from '@playwright/test'
import { type CardBuyer, PAID } from './card-journeys.ts'
import { CARDS } from './checkout.page.ts'

/** The checkout without script: one page for the buyer's details, and one for the card. */
export class PlainPage implements CardBuyer {
  readonly page: Page

  constructor(page: Page) {
    this.page = page
  }

  get onward() {
    return this.page.getByRole('button', { name: 'Continue to card details' })
  }
  get name() {
    return this.page.getByLabel('Full name')
  }
  get phone() {
    return this.page.getByLabel('Phone')
  }
  get addressText() {
    return this.page.getByLabel('Delivery address')
  }
  get cardNumber() {
    return this.page.getByLabel('Card number')
  }
  get payButton() {
    return this.page.getByRole('button', { name: 'Pay' })
  }

  async fillBuyer() {
    await this.name.fill('Ana Example')
    await this.phone.fill('+34 600 123 456')
  }

  /** Called on the page of the card. */
  async payByCard(number: string = CARDS.succeeds) {
    await this.cardNumber.fill(number)
    await this.page.getByLabel('Expiry').fill('12/40')
    await this.page.getByLabel('Security code').fill('123')
    await this.payButton.click()
  }

  async payWith(number: string) {
    await this.fillBuyer()
    await this.addressText.fill('Calle Mayor 1\n28013 Madrid')
    await this.onward.click()
    await this.payByCard(number)
  }

  /**
   * After a decline the buyer is still at the card. After a no to the bank they are at their
   * details, which are kept.
   */
  async payAnew(number: string) {
    await expect(this.onward.or(this.cardNumber)).toBeVisible()
    if (await this.onward.isVisible()) await this.onward.click()
    await this.payByCard(number)
  }

  async answerBank(answer: 'complete' | 'fail') {
    const name = answer === 'complete' ? 'Complete authentication' : 'Fail authentication'
    await this.page.getByRole('button', { name }).click()
  }

  async reads(text: string) {
    await expect(this.page.getByText(text).last()).toBeVisible()
  }

  expectPaid() {
    return this.reads(PAID)
  }
}
