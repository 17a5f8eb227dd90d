import { type Page, test as base } from '@playwright/test'
import { CheckoutPage } from './checkout.page.ts'
import { type Shop, merchantApi } from './merchant-api.ts'
import { startDemoShop } from './demo-shop.ts'
import { startMerchant, startService } from './service.ts'
import { startStripeService } from './stripe-service.ts'
import { ENGLISH, type Words } from './words.ts'

/** The surface on which a buyer meets the checkout. */
export type Surface = 'hosted' | 'embedded'
export const SURFACES = ['hosted', 'embedded'] as const satisfies Surface[]

/** For details that are the same on both surfaces: the second one runs in `npm run test:long`. */
export const detailsOf = (surface: Surface) => ({ tag: surface === 'hosted' ? [] : ['@long'] })

type PageFaults = { violations: string[]; foreignRequests: string[] }

/** Opens a session's checkout on that surface in that language, in this page or another one. */
export type Open = (
  surface: Surface,
  url: string,
  page?: Page,
  words?: Words,
) => Promise<CheckoutPage>

type Fixtures = {
  /** The service of this test. */
  running: Running
  service: Running['service']
  merchant: Running['merchant']
  api: ReturnType<typeof merchantApi>
  shop: Shop
  checkout: CheckoutPage
  watched: PageFaults
  open: Open
}

/**
 * A worker starts these when a test first asks for them. A browser for each test would cost more.
 */
type WorkerServices = {
  usual: Running
  /** A service whose German and Arabic texts are 40 % longer. */
  longer: Running
  stripe: Running<Awaited<ReturnType<typeof startStripeService>>>
  demo: Awaited<ReturnType<typeof startDemoShop>>
}

type Running<Service = Awaited<ReturnType<typeof startService>>> = {
  service: Service
  /** The page in which it is embedded. */
  merchant: Awaited<ReturnType<typeof startMerchant>>
}

/** Runs a service and a merchant's page beside it, until `use` is over. */
export async function runWithMerchant<Service extends Running['service']>(
  service: Service,
  use: (running: Running<Service>) => Promise<void>,
) {
  const { baseUrl } = service
  const frameOrigin = baseUrl.replace('localhost', '127.0.0.1')
  const merchant = await startMerchant(`${baseUrl}/checkout`, frameOrigin)
  await use({ service, merchant })
  await merchant.stop()
  await service.stop()
}

const LONGER = 'scripts/serve-longer-texts.ts'

export const test = base.extend<Fixtures, WorkerServices>({
  usual: [async ({}, use) => runWithMerchant(await startService(), use), { scope: 'worker' }],
  longer: [
    async ({}, use) => runWithMerchant(await startService({}, { program: LONGER }), use),
    { scope: 'worker' },
  ],
  stripe: [
    async ({}, use) => runWithMerchant(await startStripeService(LONGER), use),
    { scope: 'worker' },
  ],
  demo: [
    async ({ usual }, use) => {
      const shop = await startDemoShop(usual.service)
      await use(shop)
      await shop.stop()
    },
    { scope: 'worker' },
  ],

  // A page may still ask for something behind what a test looks at.
  context: async ({ context }, use) => {
    await use(context)
    for (const routed of [...context.pages(), context])
      await routed.unrouteAll({ behavior: 'ignoreErrors' })
  },

  running: async ({ usual }, use) => use(usual),
  service: async ({ running }, use) => use(running.service),
  merchant: async ({ running }, use) => use(running.merchant),

  api: async ({ service }, use) => {
    await use(merchantApi(service))
  },

  shop: async ({ api }, use) => {
    const shop = await api.createShop()
    await api.putProduct(shop, 10)
    await use(shop)
  },

  // Checked in every test: no policy stops anything, and nothing is asked of other machines.
  watched: [
    async ({ context }, use) => {
      const watched: PageFaults = { violations: [], foreignRequests: [] }
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
    await use(async (surface, url, target = page, words = ENGLISH) => {
      const { lang } = words
      await target.goto(
        surface === 'hosted'
          ? `${url}?lang=${lang}`
          : `${merchant.origin}/?session=${url.split('/').at(-1)}&lang=${lang}`,
      )
      return new CheckoutPage(target, words)
    })
  },
})

export { expect } from '@playwright/test'
