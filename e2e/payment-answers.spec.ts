import { CARDS } from './checkout.page.ts'
import { SURFACES, expect, test } from './fixtures.ts'

const SLOW = 'Still waiting for your bank. Keep this page open.'

test.describe('payments §5: a provider that is slow to answer', { tag: '@long' }, () => {
  test('a page whose provider is slow says that it waits for the bank, and becomes the receipt by itself', async ({
    api,
    shop,
    open,
    page,
  }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const url = await api.createSession(shop)
    const checkout = await open('hosted', url)
    await checkout.payWith(CARDS.slow)
    await expect(page.getByText(SLOW).filter({ visible: true }).first()).toBeVisible()
    await expect(checkout.payButton).toHaveAttribute('aria-disabled', 'true')
    await expect(checkout.heading('Payment received')).toBeVisible({ timeout: 60_000 })
    expect((await api.listPayments(shop)).data.map(({ status }) => status)).toEqual(['captured'])
    expect(await api.getSession(shop, url)).toMatchObject({ status: 'complete' })
  })
})

test.describe('decision 26: a store that is tested with stolen cards', { tag: '@long' }, () => {
  for (const surface of SURFACES) {
    test(`a store under stolen cards lets a buyer pay after a moment’s work of the page, ${surface}`, async ({
      api,
      shop,
      open,
    }) => {
      await api.testCards(shop, { sessions: 10, triesEach: 5 })
      const url = await api.createSession(shop)
      const checkout = await open(surface, url)
      await checkout.payWith(CARDS.succeeds)
      await checkout.expectReceipt()
      expect(await api.getSession(shop, url)).toMatchObject({ status: 'complete' })
    })
  }
})
