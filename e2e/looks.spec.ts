import type { Locator } from '@playwright/test'
import { CARDS } from './checkout.page.ts'
import { expect, test } from './fixtures.ts'

const LOOKS = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'light', forcedColors: 'active' },
  { colorScheme: 'dark', forcedColors: 'active' },
] as const

const coloursOf = (element: Locator) =>
  element.evaluate((each) => {
    const { backgroundColor, borderTopColor, color, cursor } = getComputedStyle(each)
    return { backgroundColor, borderTopColor, color, cursor }
  })

test.describe('checkout page §8: in light, dark and forced colours', { tag: '@long' }, () => {
  test('a button that is paying does not look as if it could be pressed', async ({
    api,
    shop,
    open,
    page,
  }) => {
    // An answer that does not come.
    await page.route('**/pay', () => {})
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const checkout = await open('hosted', await api.createSession(shop))
    const looks = async () => {
      const seen = []
      for (const look of LOOKS) {
        await page.emulateMedia(look)
        seen.push(await coloursOf(checkout.payButton))
      }
      return seen
    }
    await checkout.fillBuyer()
    await checkout.fillCard(CARDS.succeeds)
    const idle = await looks()
    await checkout.pay()
    await expect(checkout.payButton).toHaveText('Paying…')
    const paying = await looks()
    for (const [index, { color, borderTopColor, cursor }] of paying.entries()) {
      expect(color, JSON.stringify(LOOKS[index])).not.toBe(idle[index]!.color)
      expect(borderTopColor, JSON.stringify(LOOKS[index])).not.toBe(idle[index]!.borderTopColor)
      expect(cursor).toBe('default')
    }
  })

  test('the bank’s question has an edge in every scheme', async ({ api, shop, open, page }) => {
    const checkout = await open('hosted', await api.createSession(shop))
    await checkout.payWith(CARDS.challenge)
    const box = page.locator('dialog .bank')
    await expect(box).toBeVisible()
    for (const look of LOOKS) {
      await page.emulateMedia(look)
      const { borderTopColor, backgroundColor } = await coloursOf(box)
      expect(borderTopColor).not.toBe(backgroundColor)
      await expect(box).toHaveCSS('border-top-width', '1px')
    }
  })
})
