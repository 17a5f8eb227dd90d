import { CARDS } from './checkout.page.ts'
import { expect, test } from './fixtures.ts'

test.describe('checkout page §5: a buyer comes back to the hosted page, or leaves it', () => {
  test('after paying, a reload shows the browser that paid the full receipt, others a masked one', async ({
    api,
    shop,
    open,
    page,
    browser,
  }) => {
    const url = await api.createSession(shop)
    const checkout = await open('hosted', url)
    await checkout.payWith(CARDS.succeeds)
    await checkout.expectReceipt()
    await page.reload()
    await expect(page.getByText('Calle Mayor 1')).toBeVisible()
    await expect(page.getByText('+34 600 123 456')).toBeVisible()
    await expect(checkout.payButton).toBeHidden()

    const stranger = await browser.newPage()
    const seen = await open('hosted', url, stranger)
    await seen.expectReceipt()
    await expect(stranger.getByText('Ana E.')).toBeVisible()
    await expect(stranger.getByText(/Example|600 123|Calle Mayor/)).toBeHidden()
    await expect(seen.payButton).toBeHidden()
    await stranger.close()
  })

  test(
    'after paying, Back from another page shows the receipt, never the form',
    { tag: '@long' },
    async ({ api, shop, open, page, merchant }) => {
      const checkout = await open('hosted', await api.createSession(shop))
      await checkout.payWith(CARDS.succeeds)
      await checkout.expectReceipt()
      await page.goto(`${merchant.origin}/elsewhere`)
      await page.goBack()
      await checkout.expectReceipt()
      await expect(checkout.payButton).toBeHidden()
    },
  )

  test('after paying, the page goes to successUrl by itself, with what was in it and session_id', async ({
    api,
    shop,
    open,
    page,
    merchant,
  }) => {
    const url = await api.createSession(shop, {
      successUrl: `${merchant.origin}/thanks?ref=1&session_id=old#top`,
    })
    const checkout = await open('hosted', url)
    await checkout.stopTimeAtReceipt()
    await checkout.payWith(CARDS.succeeds)
    await checkout.expectReceipt()
    await page.clock.runFor(20_000)
    await page.waitForURL(`${merchant.origin}/thanks?ref=1&session_id=${url.split('/').at(-1)}#top`)
  })

  test('before paying, the way back to cancelUrl changes nothing', async ({
    api,
    shop,
    open,
    page,
    merchant,
  }) => {
    const url = await api.createSession(shop, { cancelUrl: `${merchant.origin}/basket` })
    await open('hosted', url)
    await page.getByRole('link', { name: 'Back to Loom & Co' }).first().click()
    await page.waitForURL(`${merchant.origin}/basket`)
    expect(await api.getSession(shop, url)).toEqual({ status: 'open', order: null })
  })
})
