import { expect, test as base } from '@playwright/test'
import { findEngines } from '../../scripts/programs/engines.ts'
import { merchantApi } from '../merchant-api.ts'
import { startMerchant, startService } from '../service.ts'
import { openFirefox } from './firefox.ts'
import { openWebKit } from './webkit.ts'

type Service = Awaited<ReturnType<typeof startService>>
type Merchant = Awaited<ReturnType<typeof startMerchant>>

const test = base.extend<object, { service: Service; merchant: Merchant }>({
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
})

const { firefox, webkit } = findEngines()
const firefoxBuyer = firefox === undefined ? undefined : () => openFirefox(firefox)
const webkitBuyer = webkit === undefined ? undefined : () => openWebKit(webkit)

const ENGINES = [
  { name: 'Firefox', packages: 'firefox-esr', open: firefoxBuyer },
  {
    name: 'WebKit',
    packages: 'webkit2gtk-driver and xvfb',
    open: webkitBuyer,
  },
]

for (const { name, packages, open } of ENGINES) {
  for (const place of ['hosted', 'embedded'] as const) {
    test(`the purchase is made in ${name}, ${place}, over plain http`, async ({
      service,
      merchant,
    }) => {
      test.skip(!open, `SKIPPED: Debian's ${packages} cannot be found or installed here`)
      const api = merchantApi(service)
      const shop = await api.createShop()
      await api.putProduct(shop, 10)
      const url = await api.createSession(shop)
      const buyer = await open!()
      try {
        await buyer.open(
          place === 'hosted' ? url : `${merchant.origin}/?session=${url.split('/').at(-1)}`,
        )
        await buyer.typeInCard('number', '4242424242424242')
        await buyer.typeInCard('exp', '1240')
        await buyer.typeInCard('cvc', '123')
        await buyer.type('name', 'Ana Example')
        await buyer.type('phone', '+34 600 123 456')
        await buyer.type('place', 'Calle Mayor 1, 28013 Madrid')
        await buyer.pay()
        const orderNumber = await buyer.readReceipt()
        console.log(`paid in ${buyer.engine}, ${place}: ${orderNumber}`)
        expect(await api.getSession(shop, url)).toMatchObject({
          status: 'complete',
          order: { orderNumber, customer: { name: 'Ana Example' } },
        })
      } finally {
        await buyer.close()
      }
    })
  }
}
