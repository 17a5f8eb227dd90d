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

/** Stops the clock of a page that the test controls, at a moment a little ahead. */
export const pauseTime = (page: Page) => page.clock.pauseAt(Date.now() + 3_000)

/** Stops the time in the page, so that nothing there has waited for long. */
export async function stopTime(page: Page) {
  await page.clock.install()
  await pauseTime(page)
}

/**
 * The checkout as a buyer meets it, hosted or embedded. Everything is found by roles and labels.
 */
export class CheckoutPage implements CardBuyer {
  readonly page: Page
  readonly #words: Words
  /** The part of the page that holds this checkout, where there are several. */
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
  get addressText() {
    return this.#within.getByLabel(this.#words.addressText)
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
    await this.addressText.fill('Calle Mayor 1, 28013 Madrid')
  }

  async fillCard(number: string) {
    // The page may have moved the focus just now, as after a decline. A press surely takes it into
    // the frame.
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
   * Presses for as long as the page takes to draw what the press does. `part` is from the top.
   */
  async hold(target: Locator, part: number, by: 'mouse' | 'touch' = 'mouse') {
    await target.scrollIntoViewIfNeeded()
    await this.#drawn()
    const { x: left, y: top, width, height } = (await target.boundingBox())!
    const [x, y] = [left + width / 2, top + height * part]
    if (by === 'mouse') {
      await this.page.mouse.move(x, y)
      await this.page.mouse.down()
      await this.#drawn()
      return this.page.mouse.up()
    }
    const finger = await this.page.context().newCDPSession(this.page)
    await finger.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [{ x, y }] })
    await this.#drawn()
    await finger.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] })
    return finger.detach()
  }

  /**
   * Stops the time in the page when Pay is answered, so that a slow test sees the receipt before
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

  /** Pays with another card after one that did not pay. The rest of the form is still filled in. */
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
   * Chromium decides by the picture that it drew last which frame gets a click. A click during a
   * scroll, or while a frame appears, would miss it. No hand is that fast.
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
