import type { Page } from '@playwright/test'
import { type Surface, test as base } from './fixtures.ts'
import { LIVE } from './merchant-api.ts'
import type { startStripeService } from './stripe-service.ts'
import { StripeCheckoutPage } from './stripe.page.ts'

type Fixtures = {
  service: Awaited<ReturnType<typeof startStripeService>>
  /** What the shop has beside its seller. */
  shopFields: Record<string, unknown>
  openStripe: (surface: Surface, url: string) => Promise<StripeCheckoutPage>
}

/** The browser has a wallet. */
export const offerWallets = (page: Page) =>
  page.addInitScript(() => {
    window.offersWallets = true
  })

export const test = base.extend<Fixtures>({
  running: async ({ stripe }, use) => use(stripe),
  service: async ({ stripe }, use) => use(stripe.service),

  shopFields: [{}, { option: true }],

  shop: async ({ api, shopFields }, use) => {
    const shop = await api.createShop({ ...LIVE, ...shopFields })
    await api.putProduct(shop, 10)
    await use(shop)
  },

  openStripe: async ({ page, open }, use) => {
    await use(async (surface, url) => {
      await open(surface, url)
      return new StripeCheckoutPage(page)
    })
  },
})
