import type { Page } from '@playwright/test'
import { CARDS, CheckoutPage } from '../checkout.page.ts'
import { expect, runWithMerchant, test as base } from '../fixtures.ts'
import { startService } from '../service.ts'

declare global {
  interface Window {
    /** The element that the page's HTML had before any module ran. */
    drawn: Element | null | undefined
  }
}

/** Set by `npm run lab -- frameworks`, which has built the shops for a service at this port. */
const { SHOPS = '[]', CHECKOUT_PORT } = process.env
const shops = JSON.parse(SHOPS) as { name: string; address: string; isDrawnByServer: boolean }[]

const test = base.extend({
  usual: [
    async ({}, use) =>
      runWithMerchant(await startService({}, { port: Number(CHECKOUT_PORT) }), use),
    { scope: 'worker' },
  ],
})

const idOf = (url: string) => url.split('/').at(-1)

/**
 * Collects what a framework writes to the console when the page differs from what its server has
 * drawn.
 */
function hearComplaints(page: Page) {
  const complaints: string[] = []
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) complaints.push(message.text())
  })
  return complaints
}

for (const { name, address, isDrawnByServer } of shops) {
  const addressOf = (url: string, more = '') => `${address}/?session=${idOf(url)}${more}`

  test.describe(`checkout page §7: a shop in ${name}`, () => {
    test(`a shop in ${name} sets an attribute and a property, and prevents the receipt by the event`, async ({
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
      await expect(checkout.payButton, 'the form goes').toHaveCount(0)
      await expect(checkout.heading('Payment received')).toHaveCount(0)
      const { status, order } = await api.getSession(shop, url)
      expect(status).toBe('complete')
      await expect(page.locator('output')).toContainText(String(order?.['orderNumber']))
    })

    test(`a shop in ${name} gives its element a session that comes late`, async ({
      api,
      shop,
      page,
    }) => {
      await page.goto(addressOf(await api.createSession(shop), '&late'))
      await page.waitForFunction(() => customElements.get('hosted-checkout'))
      const checkout = new CheckoutPage(page)
      await expect(checkout.payButton).toHaveCount(0)
      await page.getByRole('button', { name: 'Continue' }).click()
      await checkout.expectReady()
      await expect(checkout.name).toHaveValue('Ana Example')
    })

    test(`a shop in ${name} draws the element again without losing what was typed`, async ({
      api,
      shop,
      page,
    }) => {
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
      await expect(checkout.addressText).toHaveValue('Calle Mayor 1, 28013 Madrid')
      await checkout.fillCard(CARDS.succeeds)
      await checkout.pay()
      await expect(page.getByText(/^Thank you: /)).toBeVisible()
    })

    if (!isDrawnByServer) return

    test(`a shop in ${name} is drawn by its server, and the browser goes on with that element`, async ({
      api,
      shop,
      page,
    }) => {
      const url = await api.createSession(shop)
      const complaints = hearComplaints(page)
      await page.addInitScript(() => {
        document.addEventListener('readystatechange', () => {
          window.drawn ??= document.querySelector('hosted-checkout')
        })
      })
      const sent = await page.goto(addressOf(url))
      expect(await sent?.text()).toMatch(
        new RegExp(`<hosted-checkout(?=[^>]* summary="none")[^>]* session="${idOf(url)}"`),
      )
      const checkout = new CheckoutPage(page)
      await checkout.expectReady()
      await expect(checkout.name).toHaveValue('Ana Example')
      expect(
        await page.evaluate(() => document.querySelector('hosted-checkout') === window.drawn),
      ).toBe(true)
      expect(complaints).toEqual([])
    })
  })
}
