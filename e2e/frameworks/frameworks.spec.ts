import { CARDS, CheckoutPage } from '../checkout.page.ts'
import { expect, test as base } from '../fixtures.ts'
import { startService } from '../service.ts'

/** From `npm run test:frameworks`, which has built them for a service at this port. */
const { SHOPS = '[]', CHECKOUT_PORT } = process.env
const shops = JSON.parse(SHOPS) as { name: string; address: string }[]

const test = base.extend<object, { service: Awaited<ReturnType<typeof startService>> }>({
  service: [
    async ({}, use) => {
      const service = await startService({}, Number(CHECKOUT_PORT))
      await use(service)
      await service.stop()
    },
    { scope: 'worker' },
  ],
})

for (const { name, address } of shops) {
  const addressOf = (url: string, more = '') =>
    `${address}/?session=${url.split('/').at(-1)}${more}`

  test.describe(`A shop in ${name}`, () => {
    test('sets an attribute and a property, and keeps the receipt away by the event', async ({
      api,
      shop,
      page,
    }) => {
      const url = await api.createSession(shop)
      await page.goto(addressOf(url))
      const checkout = new CheckoutPage(page)
      await checkout.expectReady()
      await expect(checkout.name, 'the property').toHaveValue('Ana Example')
      await expect(page.getByText('Linen shirt'), 'the attribute').toBeHidden()
      await checkout.payWith(CARDS.succeeds)
      await expect(page.getByText(/^Thank you: [0-9A-Z]{5}-[0-9A-Z]{5}$/)).toBeVisible()
      await expect(checkout.heading('Payment received')).toHaveCount(0)
      const { status, order } = await api.getSession(shop, url)
      expect(status).toBe('complete')
      await expect(page.locator('output')).toContainText(String(order?.['orderNumber']))
    })

    test('gives a session that comes late', async ({ api, shop, page }) => {
      await page.goto(addressOf(await api.createSession(shop), '&late'))
      await page.waitForFunction(() => customElements.get('hosted-checkout'))
      const checkout = new CheckoutPage(page)
      await expect(checkout.payButton).toHaveCount(0)
      await page.getByRole('button', { name: 'Continue' }).click()
      await checkout.expectReady()
      await expect(checkout.name).toHaveValue('Ana Example')
    })

    test('draws the element again without losing what was typed', async ({ api, shop, page }) => {
      await page.goto(addressOf(await api.createSession(shop)))
      const checkout = new CheckoutPage(page)
      await checkout.expectReady()
      await checkout.fillBuyer()
      const before = await page.locator('hosted-checkout').elementHandle()
      await page.getByRole('button', { name: 'Draw again' }).click()
      await expect
        .poll(() => before?.evaluate((element) => element.isConnected), 'is another element')
        .toBe(false)
      await checkout.expectReady()
      await expect(checkout.phone).toHaveValue('+34 600 123 456')
      await expect(checkout.place).toHaveValue('Calle Mayor 1, 28013 Madrid')
      await checkout.fillCard(CARDS.succeeds)
      await checkout.pay()
      await expect(page.getByText(/^Thank you: /)).toBeVisible()
    })
  })
}
