import { type Locator, type Page, expect } from '@playwright/test'
import type { BankAnswer, CardBuyer } from './card-journeys.ts'
import { ENGLISH, type Words } from './words.ts'

export const CARDS = {
  succeeds: '4242 4242 4242 4242',
  declined: '4000 0000 0000 0002',
  challenge: '4000 0027 6000 3184',
  challengeDeclined: '4000 0084 0000 1629',
  slow: '4000 0000 0000 0259',
  unknown: '4000 0000 0000 0341',
} as const

/** Where the page's clock is in the test's hands: it stands still from a moment ahead on. */
export const pauseTime = (page: Page) => page.clock.pauseAt(Date.now() + 3_000)

/** Time stands still in the page: nobody there has waited for anything. */
export async function stopTime(page: Page) {
  await page.clock.install()
  await pauseTime(page)
}

/** The checkout as a buyer meets it, hosted or embedded: by roles and labels only. */
export class CheckoutPage implements CardBuyer {
  readonly page: Page
  readonly #words: Words
  /** What it stands in, where there is more than one of it. */
  readonly #within: Page | Locator

  constructor(page: Page, words: Words = ENGLISH, within: Page | Locator = page) {
    this.page = page
    this.#words = words
    this.#within = within
  }

  get card() {
    return this.#within.frameLocator(`iframe[title^="${this.#words.card}"]`)
  }
  get cardNumber() {
    return this.card.getByLabel(this.#words.number)
  }
  get expiry() {
    return this.card.getByLabel(this.#words.expiry)
  }
  get code() {
    return this.card.getByLabel(this.#words.code)
  }
  get name() {
    return this.#within.getByLabel(this.#words.name)
  }
  get phone() {
    return this.#within.getByLabel(this.#words.phone)
  }
  get email() {
    return this.#within.getByLabel(this.#words.email)
  }
  get place() {
    return this.#within.getByLabel(this.#words.place)
  }
  option(name: string) {
    return this.#within.getByLabel(name)
  }
  get payButton() {
    return this.#within.getByRole('button', { name: this.#words.pay })
  }
  get bank() {
    return this.#within.getByRole('dialog').frameLocator('iframe')
  }

  heading(name: string | RegExp) {
    return this.#within.getByRole('heading', { name })
  }

  async fillBuyer() {
    await this.name.fill('Ana Example')
    await this.phone.fill('+34 600 123 456')
    await this.place.fill('Calle Mayor 1, 28013 Madrid')
  }

  async fillCard(number: string) {
    // The page may have just moved the focus, as after a decline: a press takes it into the frame.
    await this.cardNumber.click()
    await this.cardNumber.fill(number)
    await this.expiry.fill('12/40')
    await this.code.fill('123')
  }

  async payWith(card: string) {
    await this.fillBuyer()
    await this.fillCard(card)
    await this.pay()
  }

  async pay() {
    await this.payButton.scrollIntoViewIfNeeded()
    await this.#drawn()
    await this.payButton.click()
  }

  /**
   * From the answer to Pay on, time stands still in the page: a slow test sees the receipt before
   * the page leaves it.
   */
  async stopTimeAtReceipt() {
    await this.page.clock.install()
    await this.page.route('**/pay', async (route) => {
      const response = await route.fetch()
      await pauseTime(this.page)
      await route.fulfill({ response })
    })
  }

  /** After a card that did not pay: the rest is there still. */
  async payAnew(card: string) {
    await this.fillCard(card)
    await this.pay()
  }

  bankButton(answer: BankAnswer) {
    return this.bank.getByRole('button', { name: answer === 'complete' ? 'Complete' : 'Fail' })
  }

  /** Presses a button of the bank's page. */
  async answerBank(answer: BankAnswer) {
    await this.bankButton(answer).waitFor()
    await this.#drawn()
    await this.bankButton(answer).click()
  }

  async reads(text: string) {
    await expect(this.#within.getByText(text).filter({ visible: true }).first()).toBeVisible()
  }

  /**
   * Chromium tells frames of other origins apart by the picture it drew last: a click in the very
   * moment of a scroll, or in which a frame appears, lands where that picture says. No hand is that
   * fast.
   */
  async #drawn() {
    await this.page.evaluate(
      () =>
        new Promise((drawn) => {
          requestAnimationFrame(() => requestAnimationFrame(drawn))
        }),
    )
  }

  async expectReceipt() {
    await expect(this.heading('Payment received')).toBeVisible()
    await expect(this.#within.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/)).toBeVisible()
  }

  async expectReady() {
    await expect(this.payButton).toBeVisible()
    await expect(this.cardNumber).toBeVisible()
  }
}
