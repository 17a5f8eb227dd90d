import { type Page, test as base } from '@playwright/test'
import { CheckoutPage } from './checkout.page.ts'
import { type Shop, merchantApi } from './merchant-api.ts'
import { startMerchant, startService } from './service.ts'
import { ENGLISH, type Words } from './words.ts'

type Service = Awaited<ReturnType<typeof startService>>
type Merchant = Awaited<ReturnType<typeof startMerchant>>

/** Where the buyer meets the checkout. */
export type Place = 'hosted' | 'embedded'
export const PLACES = ['hosted', 'embedded'] as const satisfies Place[]

/** Of what is the same page in both places, the second one is for `npm run test:long`. */
export const detailsOf = (place: Place) => ({ tag: place === 'hosted' ? [] : ['@long'] })

type Watched = { violations: string[]; foreignRequests: string[] }

/** Opens a session's checkout in that place, in this page or another one, in that language. */
export type Open = (place: Place, url: string, page?: Page, words?: Words) => Promise<CheckoutPage>

type Fixtures = {
  api: ReturnType<typeof merchantApi>
  shop: Shop
  checkout: CheckoutPage
  watched: Watched
  open: Open
}

type Started = {
  /** In the place of the service's own. */
  program: string | undefined
  service: Service
  merchant: Merchant
}

export const test = base.extend<Fixtures, Started>({
  program: [undefined, { option: true, scope: 'worker' }],

  service: [
    async ({ program }, use) => {
      const service = await startService({}, { program })
      await use(service)
      await service.stop()
    },
    { scope: 'worker' },
  ],

  merchant: [
    async ({ service }, use) => {
      const merchant = await startMerchant(
        `${service.baseUrl}/checkout`,
        service.baseUrl.replace('localhost', '127.0.0.1'),
      )
      await use(merchant)
      await merchant.stop()
    },
    { scope: 'worker' },
  ],

  api: async ({ service }, use) => {
    await use(merchantApi(service))
  },

  shop: async ({ api }, use) => {
    const shop = await api.createShop()
    await api.putProduct(shop, 10)
    await use(shop)
  },

  // In every test: nothing is stopped by a policy, and nobody but this machine is asked for
  // anything.
  watched: [
    async ({ context }, use) => {
      const watched: Watched = { violations: [], foreignRequests: [] }
      context.on('console', (message) => {
        if (/Content Security Policy|TrustedHTML|TrustedScript/.test(message.text()))
          watched.violations.push(message.text())
      })
      context.on('request', (request) => {
        const { hostname, protocol } = new URL(request.url())
        if (/^https?:$/.test(protocol) && !['localhost', '127.0.0.1'].includes(hostname))
          watched.foreignRequests.push(request.url())
      })
      await use(watched)
      base.expect(watched).toEqual({ violations: [], foreignRequests: [] })
    },
    { auto: true },
  ],

  checkout: async ({ page }, use) => {
    await use(new CheckoutPage(page))
  },

  open: async ({ page, merchant }, use) => {
    await use(async (place, url, target = page, words = ENGLISH) => {
      const { lang } = words
      await target.goto(
        place === 'hosted'
          ? `${url}?lang=${lang}`
          : `${merchant.origin}/?session=${url.split('/').at(-1)}&lang=${lang}`,
      )
      return new CheckoutPage(target, words)
    })
  },
})

export { expect } from '@playwright/test'
