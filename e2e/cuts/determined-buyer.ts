import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { CheckoutPage } from '../checkout.page.ts'
import { readText } from '../engines/buyer.ts'

const PATIENCE_MS = 120_000
const LOOK_MS = 150
/** People load a page again that shows nothing for that long. */
const STALE_MS = 12_000
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
  while (Date.now() < until) {
    const words = await page.evaluate(readText).catch(() => '')
    if (words.includes('Payment received')) return true
    if (!UNCHARGED.test(words)) readingUntil = 0
    else {
      readingUntil ||= Date.now() + READING_MS
      await purchase.onUncharged(words)
    }
    const isAsking = /Paying|Still waiting|We do not know yet/.test(words)
    if (words !== seen) {
      seen = words
      changedAt = Date.now()
    } else if (!isAsking && Date.now() - changedAt > STALE_MS) {
      changedAt = 0
    }
    if (changedAt === 0) await page.goto(url).catch(() => undefined)
    else if (words.includes('Check again')) await press(checkout, 'Check again')
    else if (words.includes('could not be loaded')) await press(checkout, 'Try again')
    else if (!isAsking && Date.now() > readingUntil) await tryToPay(checkout, purchase)
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

async function tryToPay(checkout: CheckoutPage, { card, onPay }: Purchase) {
  const isReady =
    (await checkout.payButton.isVisible().catch(() => false)) &&
    (await checkout.cardNumber.isVisible().catch(() => false))
  if (!isReady) return
  checkout.page.setDefaultTimeout(2_000)
  try {
    await checkout.fillBuyer()
    await checkout.fillCard(card)
    onPay()
    await checkout.pay()
  } catch {
    // The next look decides.
  }
}
