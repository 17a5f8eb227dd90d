import { CARDS } from './checkout.page.ts'
import { expectWhole } from './expect-whole.ts'
import { SURFACES, expect, test } from './fixtures.ts'

/** The most that a merchant can ask for. */
const MOST = 999_999_999_999
const TOTAL = '€1,009,999,999,998.99'

for (const surface of SURFACES)
  test(
    `the largest amounts break no layout, from the form to the receipt: ${surface}`,
    { tag: '@long' },
    async ({ api, open, page }) => {
      const shop = await api.createShop({
        deliveryOptions: [
          { id: 'far', name: 'Far', fee: MOST },
          { id: 'farther', name: 'Farther', fee: MOST },
        ],
      })
      await api.putProduct(shop, 100, { price: MOST })
      const items = [{ product: 'linen-shirt', size: 'M', color: 'Sand', quantity: 100 }]
      const checkout = await open(surface, await api.createSession(shop, { items }))
      await checkout.expectReady()
      await expect(page.getByText(TOTAL).first()).toBeVisible()
      await expectWhole(page)
      await checkout.payWith(CARDS.succeeds)
      await checkout.expectReceipt()
      await expectWhole(page)
    },
  )
