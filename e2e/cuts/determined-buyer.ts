import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { CheckoutPage } from '../checkout.page.ts'
import { readText } from '../engines/buyer.ts'

const PATIENCE_MS = 300_000
const LOOK_MS = 150
/** People load a page again that shows nothing for that long, and for longer the next time. */
const STALE_MS = 12_000
/** How long what is typed or pressed may take; longer each time, for a busy machine. */
const ACTION_MS = 2_000
/** A buyer who reads that nothing was charged does not press Pay in the same second. */
const READING_MS = 6_000

const UNCHARGED = /You were not charged|Nothing was charged|Nothing was sent/

type Purchase = {
  card: string
  /** Called with the page's words whenever they promise that no money was taken. */
  onUncharged: (words: string) => Promise<void>
  /** Called before Pay is pressed. */
  onPay: () => void
}

/**
 * Buys whatever happens: loads the page again, tries again, and presses Pay whenever the page lets
 * it. Answers whether the receipt was seen.
 */
export async function buy(page: Page, url: string, purchase: Purchase): Promise<boolean> {
  const checkout = new CheckoutPage(page)
  const until = Date.now() + PATIENCE_MS
  let seen = ''
  let changedAt = 0
  let readingUntil = 0
  let loads = 0
  let tries = 0
  while (Date.now() < until) {
    const words = await page.evaluate(readText).catch(() => '')
    if (words.includes('Payment received')) return true
    if (!UNCHARGED.test(words)) readingUntil = 0
    else {
      readingUntil ||= Date.now() + READING_MS
      await purchase.onUncharged(words)
    }
    const isAsking = /Processing|Still waiting|We do not know yet/.test(words)
    if (words !== seen) {
      seen = words
      changedAt = Date.now()
    } else if (!isAsking && Date.now() - changedAt > STALE_MS * loads) {
      changedAt = 0
    }
    if (changedAt === 0) {
      loads += 1
      // What is the same as before is new, too.
      seen = ''
      await page.goto(url).catch(() => undefined)
    } else if (words.includes('Check again')) await press(checkout, 'Check again')
    else if (words.includes('could not be loaded')) await press(checkout, 'Try again')
    else if (!isAsking && Date.now() > readingUntil && (await seesForm(checkout))) {
      tries += 1
      page.setDefaultTimeout(tries * ACTION_MS)
      await tryToPay(checkout, purchase)
    }
    await wait(LOOK_MS)
  }
  return false
}

/** Whatever is pressed may vanish meanwhile. Then the next look decides. */
const press = (checkout: CheckoutPage, name: string) =>
  checkout.page
    .getByRole('button', { name })
    .click({ timeout: 1_000 })
    .catch(() => undefined)

const seesForm = async ({ payButton, cardNumber }: CheckoutPage) =>
  (await payButton.isVisible().catch(() => false)) &&
  (await cardNumber.isVisible().catch(() => false))

async function tryToPay(checkout: CheckoutPage, { card, onPay }: Purchase) {
  try {
    await checkout.fillBuyer()
    await checkout.fillCard(card)
    onPay()
    await checkout.pay()
  } catch {
    // The next look decides.
  }
}
