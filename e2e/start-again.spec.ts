import { type Page, expect } from '@playwright/test'
import { CARDS, CheckoutPage } from './checkout.page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { MerchantPage } from './merchant.page.ts'
import { letBuyersStartAgain, test } from './store-fixtures.ts'

const EXPIRED = 'This payment link has expired'

const idOf = (url: string) => new URL(url).pathname.split('/').at(-1) ?? ''
const startAgain = (page: Page) => page.getByRole('button', { name: 'Start again' })

test.describe('decision 73: a buyer starts again', () => {
  test.beforeEach(({ page, openStore }) => letBuyersStartAgain(page, openStore))

  test(
    'a buyer starts again on our page: what was typed is there, and the new price is said',
    { tag: '@long' },
    async ({ api, owned, merchant, context }) => {
      const url = await api.createSession(owned, { successUrl: `${merchant.origin}/thanks` })
      const checkout = new CheckoutPage(await context.newPage())
      await checkout.page.goto(url)
      await checkout.fillBuyer()
      await api.putProduct(owned, 10, { price: 5900 })
      await api.expireSession(url)
      await expect(checkout.heading(EXPIRED)).toBeVisible()
      await expectAccessible(checkout.page)
      await checkout.page.route('**/restart', (route) => route.abort())
      await startAgain(checkout.page).click()
      await expect(checkout.page.getByRole('alert')).toHaveText(/Try again in a moment/)
      await checkout.page.unroute('**/restart')
      await startAgain(checkout.page).click()
      await checkout.page.waitForURL(
        (at) => at.href.includes('/cs_') && !at.href.includes(idOf(url)),
      )
      const next = idOf(checkout.page.url())
      const said = 'The total has changed from €53.90 to €63.90.'
      await expect(checkout.page.getByText(said).first()).toBeVisible()
      await expect(checkout.page.getByRole('status')).toHaveText(said)
      await expect(checkout.name).toHaveValue('Ana Example')
      await expect(checkout.addressText).toHaveValue('Calle Mayor 1, 28013 Madrid')
      await expectAccessible(checkout.page)
      await checkout.fillCard(CARDS.succeeds)
      await checkout.pay()
      await checkout.expectReceipt()
      const back = checkout.page.getByRole('link', { name: 'Return to Loom & Co' })
      await expect(back).toHaveAttribute('href', `${merchant.origin}/thanks?session_id=${next}`)
      expect((await api.getSession(owned, url)).status).toBe('expired')
    },
  )

  test('a buyer starts again in a merchant’s page: the element goes over, tells it, and is paid', async ({
    api,
    owned,
    merchant,
    context,
  }) => {
    const url = await api.createSession(owned)
    const shop = new MerchantPage(await context.newPage(), merchant.origin)
    await shop.open(url)
    const { checkout } = shop
    await checkout.fillBuyer()
    await api.expireSession(url)
    await startAgain(shop.page).click()
    await expect(checkout.name).toHaveValue('Ana Example')
    await expect(checkout.name).toBeFocused()
    await checkout.fillCard(CARDS.succeeds)
    await checkout.pay()
    await checkout.expectReceipt()
    const emitted = await shop.page.evaluate(() =>
      window.emitted.filter(({ type }) => type === 'hc-restarted').map(({ detail }) => detail),
    )
    expect(emitted).toMatchObject([
      { session: idOf(url), next: expect.stringMatching(/^cs_\w{32}$/) },
    ])
    await expect(shop.element).toHaveAttribute('session', String(emitted[0]?.['next']))
  })

  test(
    'a buyer starts again without script, by a button',
    { tag: '@long' },
    async ({ api, owned, browser }) => {
      const url = await api.createSession(owned)
      await api.expireSession(url)
      const plain = await browser.newContext({ javaScriptEnabled: false })
      const checkout = new CheckoutPage(await plain.newPage())
      await checkout.page.goto(url)
      await startAgain(checkout.page).click()
      await expect(checkout.name).toBeVisible()
      expect(checkout.page.url()).not.toContain(idOf(url))
      await plain.close()
    },
  )
})
