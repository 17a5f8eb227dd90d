import { CARDS } from './checkout.page.ts'
import { PLACES, detailsOf, expect, test } from './fixtures.ts'

// In merchants' pages these three are journeys of `e2e/engines`.
test.describe('When the session cannot be paid, hosted', () => {
  test('it expires while the page is open', async ({ api, shop, open }) => {
    const url = await api.createSession(shop)
    const checkout = await open('hosted', url)
    await checkout.expectReady()
    await api.expireSession(url)
    await expect(checkout.heading('This payment link has expired')).toBeVisible()
    await expect(checkout.page.getByText('You were not charged', { exact: false })).toBeVisible()
    await expect(checkout.payButton).toBeHidden()
  })

  test('the product sells out while the page is open', async ({ api, shop, open }) => {
    const url = await api.createSession(shop)
    const checkout = await open('hosted', url)
    await checkout.expectReady()
    await api.putProduct(shop, 0)
    await checkout.payWith(CARDS.succeeds)
    await expect(checkout.heading('Sold out')).toBeVisible()
    await expect(checkout.page.getByText('You were not charged', { exact: false })).toBeVisible()
    expect((await api.listPayments(shop)).data).toEqual([])
  })

  test('it was paid in another tab', async ({ api, shop, open, context }) => {
    const url = await api.createSession(shop)
    const first = await open('hosted', url)
    await first.expectReady()
    const second = await open('hosted', url, await context.newPage())
    await second.payWith(CARDS.succeeds)
    await second.expectReceipt()
    await first.expectReceipt()
    expect((await api.listPayments(shop)).data).toHaveLength(1)
  })
})

for (const place of PLACES) {
  test(
    `fewer are left than were asked for, ${place}`,
    detailsOf(place),
    async ({ api, shop, open }) => {
      const url = await api.createSession(shop, {
        items: [{ product: 'linen-shirt', size: 'M', color: 'Sand', quantity: 3 }],
      })
      const checkout = await open(place, url)
      await checkout.expectReady()
      await api.putProduct(shop, 2)
      await checkout.payWith(CARDS.succeeds)
      await expect(checkout.heading('Only 2 left')).toBeVisible()
    },
  )
}
