import { expect, test } from './fixtures.ts'

// What else may end it meanwhile, and in a merchant's page, are journeys of `e2e/engines`.
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
})
