import type { Locator } from '@playwright/test'
import { type CardJourney, expectPayments, expectSold, travel } from './card-journeys.ts'
import { CARDS } from './checkout.page.ts'
import { figure } from './figure.ts'
import { SURFACES, type Surface, detailsOf, expect, test } from './fixtures.ts'

/** From when the page is there to the Enter that pays. */
const MOST_TABS = 8

/** In `npm run test:long` each engine makes all of them on both surfaces. */
const SHORT_JOURNEYS = {
  hosted: 'each card that does not pay is said not to, and the next one pays',
  embedded: 'the bank asks, the buyer confirms, and the order is paid',
} as const satisfies Record<Surface, CardJourney>

test('the number of the test card, which our own page names, fills the card in when it is pressed', async ({
  api,
  shop,
  open,
  page,
}) => {
  const checkout = await open('hosted', await api.createSession(shop))
  await checkout.expectReady()
  await page.getByRole('button', { name: CARDS.succeeds }).click()
  await expect(checkout.cardNumber).toHaveValue(CARDS.succeeds)
  await expect(checkout.code).toHaveValue('123')
})

for (const surface of SURFACES) {
  test.describe(`spec §2.2: a buyer pays and there is an order, ${surface}`, () => {
    test(
      'a buyer pays and sees the receipt, and the merchant’s server reads the complete order',
      detailsOf(surface),
      async ({ api, shop, open }) => {
        const url = await api.createSession(shop)
        const checkout = await open(surface, url)
        await checkout.payWith(CARDS.succeeds)
        await checkout.expectReceipt()
        const { status, order } = await api.getSession(shop, url)
        expect(status).toBe('complete')
        expect(order).toMatchObject({
          amountTotal: 5390,
          quantity: 1,
          customer: { name: 'Ana Example', phone: '+34 600 123 456' },
          fulfillment: {
            method: 'DELIVERY',
            details: 'Standard, Calle Mayor 1, 28013 Madrid',
            fee: 490,
          },
        })
        expect((await api.listOrders(shop)).data).toMatchObject([
          { orderNumber: order?.['orderNumber'] },
        ])
      },
    )

    test(SHORT_JOURNEYS[surface], async ({ api, shop, open }) => {
      const url = await api.createSession(shop)
      const checkout = await open(surface, url)
      await travel(SHORT_JOURNEYS[surface], checkout)
      await checkout.expectReceipt()
      await expectSold({ api, shop, url })
      await expectPayments({ api, shop }, SHORT_JOURNEYS[surface])
    })

    test('a buyer pays with a keyboard alone', async ({ api, shop, open, page }) => {
      const checkout = await open(surface, await api.createSession(shop))
      await checkout.expectReady()
      let tabs = 0
      const tab = async () => {
        tabs += 1
        expect(tabs).toBeLessThanOrEqual(MOST_TABS)
        await page.keyboard.press('Tab')
      }
      const type = async (text: string) => {
        await page.keyboard.type(text)
        await tab()
      }
      do await tab()
      while (!(await hasFocus(checkout.name)))
      await type('Ana Example')
      await type('')
      await type('+34 600 123 456')
      await page.keyboard.press('ArrowDown')
      await tab()
      await type('Calle Mayor 1, 28013 Madrid')
      await expect(checkout.cardNumber).toBeFocused()
      await type('4242424242424242')
      await type('1240')
      await page.keyboard.type('123')
      await page.keyboard.press('Enter')
      await checkout.expectReceipt()
      figure(`Tab until paid, Chromium, ${surface}`, `${tabs}, then Enter`)
      await expect(checkout.heading('Payment received')).toBeFocused()
    })
  })
}

const hasFocus = (target: Locator) => target.evaluate((element) => element.matches(':focus'))
