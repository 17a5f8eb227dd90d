import { CARDS } from './checkout.page.ts'
import { expect, test } from './fixtures.ts'

// Other ends, and those in a merchant's page, are journeys of `e2e/engines`.
test.describe('spec §3: a session that can no longer be paid', () => {
  test('an open page says that its session has expired, and takes no payment', async ({
    api,
    shop,
    open,
  }) => {
    const url = await api.createSession(shop)
    const checkout = await open('hosted', url)
    await checkout.expectReady()
    await api.expireSession(url)
    await expect(checkout.heading('This payment link has expired')).toBeVisible()
    await expect(checkout.page.getByText('You were not charged', { exact: false })).toBeVisible()
    await expect(checkout.payButton).toBeHidden()
  })

  test('an open page is sold out while another buyer holds the rest, and then sells again', async ({
    api,
    shop,
    open,
  }) => {
    const checkout = await open('hosted', await api.createSession(shop))
    await checkout.expectReady()
    await checkout.fillBuyer()
    const held = await api.sellOut(shop, '4000002760003184')
    await expect(checkout.heading('Sold out')).toBeVisible()
    await expect(checkout.payButton).toBeHidden()
    await api.giveUpPayment(held)
    await api.expireSession(held)
    await checkout.expectReady()
    await expect(checkout.addressText).toHaveValue('Calle Mayor 1, 28013 Madrid')
    await checkout.fillCard(CARDS.succeeds)
    await checkout.pay()
    await checkout.expectReceipt()
  })
})
