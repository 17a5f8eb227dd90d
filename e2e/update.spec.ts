import { CARDS } from './checkout.page.ts'
import { SURFACES, expect, runWithMerchant, test as base } from './fixtures.ts'
import { startService } from './service.ts'

/** A service of its own, since it is updated. */
const test = base.extend({
  running: async ({}, use) => runWithMerchant(await startService(), use),
})

const SECOND_FILE = /\/hosted-checkout-outcomes[\w.-]*\.js$/

test.describe('contract §5: an update breaks no page that is open', () => {
  test(
    'pages that were opened before an update pay after it',
    { tag: '@long' },
    async ({ api, shop, open, context, service }) => {
      const updated = Promise.withResolvers<void>()
      const secondFiles: string[] = []
      // On a slow network the form is there long before what follows it.
      await context.route(SECOND_FILE, async (route) => {
        secondFiles.push(new URL(route.request().url()).pathname)
        await updated.promise
        await route.continue()
      })
      const before = await (await fetch(`${service.baseUrl}/checkout/integrity.json`)).text()
      const checkouts = []
      for (const surface of SURFACES) {
        const page = await context.newPage()
        checkouts.push(await open(surface, await api.createSession(shop), page))
      }
      await expect.poll(() => secondFiles.length).toBeGreaterThanOrEqual(checkouts.length)

      await service.update('scripts/serve-another-build.ts')

      const after = await (await fetch(`${service.baseUrl}/checkout/integrity.json`)).text()
      for (const path of secondFiles) {
        const name = String(path.split('/').at(-1))
        expect([before.includes(name), after.includes(name)]).toEqual([true, false])
      }
      updated.resolve()
      for (const checkout of checkouts) {
        await checkout.payWith(CARDS.succeeds)
        await checkout.expectReceipt()
      }
    },
  )
})
