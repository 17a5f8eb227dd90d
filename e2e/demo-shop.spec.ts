import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { CARDS, CheckoutPage } from './checkout.page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './fixtures.ts'

type List = { data: object[] }

test.describe('contract §1: the demo shop', { tag: '@long' }, () => {
  test('a buyer goes from "Buy now" over the hosted page to an order that the shop packs and sends', async ({
    page,
    demo,
  }) => {
    await page.goto(demo.url)
    await page.getByRole('link', { name: /Lookout mug/ }).click()
    await page.getByRole('button', { name: 'Buy now' }).click()
    await page.waitForURL(/\/checkout\/cs_/)
    const checkout = new CheckoutPage(page)
    await checkout.stopTimeAtReceipt()
    await checkout.payWith(CARDS.succeeds)
    await checkout.expectReceipt()
    const orderNumber = await page.getByText(/^[0-9A-Z]{5}-[0-9A-Z]{5}$/).textContent()
    await page.clock.runFor(20_000)
    await page.waitForURL(/\/success\?session_id=cs_/)
    await expect(page.getByText(orderNumber ?? '')).toBeVisible()
    // The shop packs only what has a receipt of the checkout.
    await expect
      .poll(() => demo.printed.join(''))
      .toContain(`"order to pack","orderNumber":"${orderNumber}"`)
    await page.getByRole('link', { name: 'packing table' }).click()
    await page.getByRole('button', { name: `Mark as sent ${orderNumber}` }).click()
    await expect(page.getByText('Sent', { exact: true })).toBeVisible()
  })

  test('the shop is told of each payment by a webhook, which it believes because it is signed', async ({
    page,
    demo,
    service,
    request,
  }) => {
    await page.goto(`${demo.url}/products/lookout-mug`)
    await page.getByRole('button', { name: 'Buy now' }).click()
    await page.waitForURL(/\/checkout\/cs_/)
    const checkout = new CheckoutPage(page)
    await checkout.payWith(CARDS.succeeds)
    await checkout.expectReceipt()
    const file = await readFile(join(service.dataDir, 'demo-shop.json'), 'utf8')
    const { storeId } = JSON.parse(file) as { storeId: string }
    const deliveries = `${service.baseUrl}/platform/v1/stores/${storeId}/webhook-deliveries`
    const headers = { authorization: `Bearer ${service.platformToken}` }
    await expect
      .poll(
        async () => ((await (await request.get(deliveries, { headers })).json()) as List).data[0],
      )
      .toMatchObject({
        type: 'checkout.session.completed',
        status: 'delivered',
        attempts: [{ status: 204 }],
      })
    const forged = await request.post(`${demo.url}/webhooks`, {
      data: { type: 'checkout.session.completed', data: { sessionId: 'cs_forged' } },
    })
    expect(forged.status()).toBe(400)
  })

  test('the shop takes the payment in its own page at "Pay right here"', async ({ page, demo }) => {
    await page.goto(`${demo.url}/products/harbour-jumper`)
    await page.getByRole('button', { name: 'Pay right here' }).click()
    const checkout = new CheckoutPage(page)
    await checkout.payWith(CARDS.succeeds)
    await checkout.expectReceipt()
    await page.getByRole('link', { name: 'See what our server says' }).click()
    await expect(page.getByText(/[0-9A-Z]{5}-[0-9A-Z]{5}/).first()).toBeVisible()
  })

  test('the shop says plainly at its success address that nothing is paid, where nothing is', async ({
    page,
    demo,
  }) => {
    await page.goto(`${demo.url}/products/lookout-mug`)
    await page.getByRole('button', { name: 'Buy now' }).click()
    await page.waitForURL(/\/checkout\/cs_/)
    await page.goto(`${demo.url}/success?session_id=${page.url().split('/').at(-1)}`)
    await expect(page.getByRole('heading', { name: 'Not paid yet' })).toBeVisible()
  })

  test('the shop has an accessible packing table', async ({ page, demo }) => {
    await page.goto(`${demo.url}/packing`)
    await expect(page.getByRole('button', { name: /^Mark as sent/ })).not.toHaveCount(0)
    await expectAccessible(page)
  })

  test('the shop does not sell what is sold out', async ({ page, demo }) => {
    await page.goto(`${demo.url}/products/window-candle`)
    await expect(page.getByText('Sold out').first()).toBeVisible()
    await expect(page.getByRole('button', { name: 'Buy now' })).toHaveCount(0)
  })
})
