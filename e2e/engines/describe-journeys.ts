import { type LaunchOptions, expect, test as base } from '@playwright/test'
import { expectSold } from '../card-journeys.ts'
import { countMinutes, figure } from '../figure.ts'
import { SURFACES, type Surface } from '../fixtures.ts'
import { merchantApi } from '../merchant-api.ts'
import { startMerchant, startService } from '../service.ts'
import { BANK_JOURNEYS } from './bank-journeys.ts'
import type { Engine } from './buyer.ts'
import { CARDS } from '../checkout.page.ts'
import { JOURNEYS_BY_CARD } from './card-journeys.ts'
import { payByKeyboard, payWith, see, tabTo } from './journey.ts'
import { JOURNEYS } from './journeys.ts'
import { readPrintedCode } from './printed-code.ts'

type Service = Awaited<ReturnType<typeof startService>>
type Merchant = Awaited<ReturnType<typeof startMerchant>>

type Browser = {
  name: string
  /**
   * `undefined` where the browser is not installed. `chromium` says how the other tests start
   * theirs.
   */
  open: ((chromium: LaunchOptions) => Promise<Engine>) | undefined
  /** (Default: everywhere.) */
  surfaces?: readonly Surface[]
}

const TRAVELLED = { ...JOURNEYS, ...JOURNEYS_BY_CARD, ...BANK_JOURNEYS }

/** Runs every journey in that browser over plain http. */
export function describeJourneys({ name, open, surfaces = SURFACES }: Browser) {
  if (!open) return
  const test = base.extend<object, { service: Service; merchant: Merchant; engine: Engine }>({
    service: [
      async ({}, use) => {
        const service = await startService()
        await use(service)
        await service.stop()
      },
      { scope: 'worker' },
    ],

    merchant: [
      async ({ service }, use) => {
        const frameOrigin = service.baseUrl.replace('localhost', '127.0.0.1')
        const merchant = await startMerchant(`${service.baseUrl}/checkout`, frameOrigin)
        await use(merchant)
        await merchant.stop()
      },
      { scope: 'worker' },
    ],

    engine: [
      async ({ launchOptions }, use) => {
        const engine = await open(launchOptions)
        console.log(`journeys in ${engine.name}`)
        await use(engine)
        await engine.close()
      },
      { scope: 'worker' },
    ],
  })

  test(`contract §7: in ${name}, a product is bought by the link of a printed QR code`, async ({
    service,
    engine,
  }) => {
    const api = merchantApi(service)
    const shop = await api.createShop()
    await api.putProduct(shop, 10, {}, [{ size: 'L', colorName: 'Sand', stock: 3 }])
    const link = `${service.baseUrl}/checkout/buy/${shop.storeId}/linen-shirt`
    const tab = await engine.openTab()
    try {
      await tab.open(`${link}.svg?lang=en`)
      const printed = await readPrintedCode(await tab.picture(600))
      expect(printed).toBe(`${link}?lang=en`)
      await tab.open(printed)
      await tab.click('[name=size][value=L]')
      await tab.click('.pay')
      await payWith(tab, CARDS.succeeds)
      await see(async () => expect(await tab.text()).toMatch('Payment received'))
      const { data } = await api.listOrders(shop)
      expect(data).toMatchObject([{ size: 'L', color: 'Sand', quantity: 1 }])
    } finally {
      await tab.close()
    }
  })

  test(`contract §8: in ${name}, a stranger creates a store and sells a product of their own, by keyboard`, async ({
    service,
    engine,
  }) => {
    const tab = await engine.openTab()
    const fillIn = async (fields: Record<string, string>) => {
      for (const [field, text] of Object.entries(fields)) await tab.type(field, text)
      await tab.press('Enter')
    }
    const reads = (text: string) =>
      see(async () => expect(await tab.text()).toContain(text), 60_000)
    try {
      const minutesNow = countMinutes()
      await tab.open(`${service.baseUrl}/store/new`)
      // As narrow as a phone.
      await tab.picture(390)
      await fillIn({
        code: service.platformToken,
        name: 'Loom & Co',
        email: `${crypto.randomUUID()}@loom.example`,
        'new-password': 'correct horse battery staple',
      })
      await reads('Loom & Co is created, and you are signed in.')
      await tab.open(`${service.baseUrl}/store/products/-/new`)
      await fillIn({ name: 'Linen shirt', price: '49.00', stock: '3' })
      await reads('The product was created and is for sale.')
      const [link] = /http\S+\/buy\/st_\w+\/linen-shirt/.exec(await tab.text()) ?? []
      await tab.open(`${link}?lang=en`)
      await tabTo(tab, /^button: Buy/)
      await tab.press('Enter')
      await payByKeyboard(tab, { choosesDelivery: false })
      await reads('Payment received')
      await tab.open(`${service.baseUrl}/store/orders`)
      await reads('Linen shirt')
      figure(`from the printed code to a paid order, ${name}`, `${minutesNow().toFixed(1)} minutes`)
    } finally {
      await tab.close()
    }
  })

  for (const surface of surfaces) {
    test.describe(`checkout page §4: in ${name}, ${surface}, a checkout`, () => {
      for (const [title, travel] of Object.entries(TRAVELLED)) {
        test(title, async ({ service, merchant, engine }) => {
          const api = merchantApi(service)
          const shop = await api.createShop()
          await api.putProduct(shop, 10)
          const url = await api.createSession(shop)
          const openTab = async () => {
            const tab = await engine.openTab()
            await tab.open(
              surface === 'hosted' ? url : `${merchant.origin}/?session=${url.split('/').at(-1)}`,
            )
            return tab
          }
          const tab = await openTab()
          try {
            await travel({
              surface,
              url,
              elsewhere: surface === 'hosted' ? `${url}?lang=` : `${merchant.origin}/elsewhere`,
              shop,
              api,
              engine,
              tab,
              openAnother: openTab,
              says: (text, said = tab) => see(async () => expect(await said.text()).toMatch(text)),
              hasFocus: (element) => see(async () => expect(await tab.focused()).toBe(element)),
              isPaid: () => expectSold({ api, shop, url }),
            })
          } finally {
            await tab.close()
          }
        })
      }
    })
  }
}
