import { setTimeout as wait } from 'node:timers/promises'
import type { Page } from '@playwright/test'
import { CARDS, CheckoutPage } from '../checkout.page.ts'

const PATIENCE_MS = 120_000
const LOOK_MS = 150
/** A page that shows nothing for so long is loaded again, as people do. */
const STALE_MS = 12_000

const UNCHARGED = /You were not charged|Nothing was charged|Nothing was sent/

type Watch = {
  /** Called with the page's words whenever they promise that no money was taken. */
  onUncharged: (words: string) => Promise<void>
}

/**
 * Buys whatever happens: loads the page again, tries again, and presses Pay whenever the page lets
 * it. Answers with whether the receipt was seen.
 */
export async function buy(page: Page, url: string, { onUncharged }: Watch): Promise<boolean> {
  const checkout = new CheckoutPage(page)
  const until = Date.now() + PATIENCE_MS
  let seen = ''
  let changedAt = 0
  while (Date.now() < until) {
    const words = await page
      .locator('body')
      .innerText({ timeout: 2_000 })
      .catch(() => '')
    if (words.includes('Payment received')) return true
    if (UNCHARGED.test(words)) await onUncharged(words)
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
    else if (!isAsking) await tryToPay(checkout)
    await wait(LOOK_MS)
  }
  return false
}

/** Anything may vanish while it is used: then the next look decides. */
const press = (checkout: CheckoutPage, name: string) =>
  checkout.page
    .getByRole('button', { name })
    .click({ timeout: 1_000 })
    .catch(() => undefined)

async function tryToPay(checkout: CheckoutPage) {
  const isReady =
    (await checkout.payButton.isVisible().catch(() => false)) &&
    (await checkout.cardNumber.isVisible().catch(() => false))
  if (!isReady) return
  checkout.page.setDefaultTimeout(2_000)
  await checkout.payWith(CARDS.succeeds).catch(() => undefined)
}
