import { type Place, test as base } from './fixtures.ts'
import { LIVE } from './merchant-api.ts'
import { startStripeService } from './stripe-service.ts'
import { StripeCheckoutPage } from './stripe.page.ts'

type Fixtures = {
  /** More of the shop than its seller. */
  shopFields: Record<string, unknown>
  openStripe: (place: Place, url: string) => Promise<StripeCheckoutPage>
}

export const test = base.extend<
  Fixtures,
  { service: Awaited<ReturnType<typeof startStripeService>> }
>({
  service: [
    async ({ program }, use) => {
      const service = await startStripeService(program)
      await use(service)
      await service.stop()
    },
    { scope: 'worker' },
  ],

  shopFields: [{}, { option: true }],

  shop: async ({ api, shopFields }, use) => {
    const shop = await api.createShop({ ...LIVE, ...shopFields })
    await api.putProduct(shop, 10)
    await use(shop)
  },

  openStripe: async ({ page, open }, use) => {
    await use(async (place, url) => {
      await open(place, url)
      return new StripeCheckoutPage(page)
    })
  },
})
