import { CARDS, type CheckoutPage } from './checkout.page.ts'
import { CONTRAST, expectAccessible } from './expect-accessible.ts'
import { PLACES, detailsOf, expect, test } from './fixtures.ts'

/** How a page gets into each state, from a ready form on. */
const STATES: Record<
  string,
  (steps: {
    checkout: CheckoutPage
    soldOut: () => Promise<unknown>
    expire: () => Promise<unknown>
  }) => Promise<void>
> = {
  ready: async () => {},
  invalid: async ({ checkout }) => {
    await checkout.pay()
    await expect(checkout.page.getByText('There is a problem')).toBeVisible()
  },
  declined: async ({ checkout }) => {
    await checkout.payWith(CARDS.declined)
    await expect(checkout.page.getByText('Your card was declined.', { exact: false })).toBeVisible()
  },
  processing: async ({ checkout }) => {
    await checkout.payWith(CARDS.slow)
    await expect(
      checkout.page.getByText('Keep this page open', { exact: false }).first(),
    ).toBeVisible()
  },
  challenge: async ({ checkout }) => {
    await checkout.payWith(CARDS.challenge)
    await expect(
      checkout.bank.getByRole('button', { name: 'Complete authentication' }),
    ).toBeVisible()
  },
  complete: async ({ checkout }) => {
    await checkout.payWith(CARDS.succeeds)
    await checkout.expectReceipt()
  },
  'sold out': async ({ checkout, soldOut }) => {
    await soldOut()
    await checkout.payWith(CARDS.succeeds)
    await expect(checkout.heading('Sold out')).toBeVisible()
  },
  expired: async ({ checkout, expire }) => {
    await expire()
    await expect(checkout.heading('This payment link has expired')).toBeVisible()
  },
}

for (const place of PLACES) {
  test.describe(`Accessible, ${place}`, detailsOf(place), () => {
    test.use({ colorScheme: 'light' })
    for (const [state, enter] of Object.entries(STATES)) {
      test(`axe finds nothing, light and dark: ${state}`, async ({ api, shop, open, page }) => {
        const url = await api.createSession(shop)
        const checkout = await open(place, url)
        await checkout.expectReady()
        await enter({
          checkout,
          soldOut: () => api.putProduct(shop, 0),
          expire: () => api.expireSession(url),
        })
        await expectAccessible(page)
        await page.emulateMedia({ colorScheme: 'dark' })
        await expectAccessible(page, CONTRAST)
      })
    }
  })
}

test.describe('Accessible, narrow', () => {
  test.use({ viewport: { width: 320, height: 640 } })
  for (const place of PLACES) {
    test(`nothing scrolls sideways at 320 px: ${place}`, async ({ api, shop, open, page }) => {
      const checkout = await open(place, await api.createSession(shop))
      await checkout.expectReady()
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(
        320,
      )
    })
  }
})
