import { type Locator, type Page, expect } from '@playwright/test'
import { CARDS } from './checkout.page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { SURFACES } from './fixtures.ts'
import { LIVE, SELLER } from './merchant-api.ts'
import { MerchantPage } from './merchant.page.ts'
import { PlainPage } from './plain.page.ts'
import { expectGood, test } from './store-fixtures.ts'

const ASKS = { seller: { ...SELLER, mustAgree: true } }
const MISSING = 'Agree to the terms of sale to pay'

const box = (page: Page) => page.getByRole('checkbox', { name: 'I agree to the terms of sale' })

async function expectSeller(page: Page, seller = SELLER) {
  await expect(page.getByText('Loom & Co, S.L., Calle Luna 4, 28004 Madrid')).toBeVisible()
  for (const [name, address] of [
    ['Terms of sale', seller.termsUrl],
    ['Privacy policy', SELLER.privacyUrl],
    ['Withdrawal and returns', SELLER.returnsUrl],
  ] as const) {
    const link = page.getByRole('link', { name: new RegExp(`^${name}`) }).last()
    await expect(link).toHaveAttribute('href', address)
    await expect(link).toHaveAccessibleDescription('Opens in a new tab')
  }
}

test.describe(
  'decision 74: a buyer learns who sells, and agrees to the terms',
  { tag: '@long' },
  () => {
    test('with a keyboard on our page, a buyer agrees to the terms; form and receipt say who sells', async ({
      api,
      page,
      checkout,
      service,
    }) => {
      const seller = { ...SELLER, termsUrl: `${service.baseUrl}/docs` }
      const shop = await api.createShop({ seller: { ...seller, mustAgree: true } })
      await api.putProduct(shop, 10)
      const url = await api.createSession(shop)
      await page.goto(url)
      await expectSeller(page, seller)
      await checkout.payWith(CARDS.succeeds)
      await expect(page.getByText(MISSING)).toBeVisible()
      await expect(box(page)).toBeFocused()
      await expectAccessible(page)
      const terms = page.waitForEvent('popup')
      await page.getByRole('link', { name: 'terms of sale' }).first().click()
      await expect(await terms).toHaveURL(seller.termsUrl)
      await (await terms).close()
      await expect(box(page)).not.toBeChecked()
      await expect(checkout.name).toHaveValue('Ana Example')
      await box(page).press('Space')
      await expect(page.getByText(MISSING)).toBeHidden()
      await checkout.pay()
      await checkout.expectReceipt()
      await expectSeller(page, seller)
      await expectAccessible(page)
    })

    test('a merchant’s page says who sells before and after paying', async ({
      api,
      page,
      merchant,
    }) => {
      const shop = await api.createShop(ASKS)
      await api.putProduct(shop, 10)
      const merchantPage = new MerchantPage(page, merchant.origin)
      await merchantPage.open(await api.createSession(shop))
      await expectSeller(page)
      await merchantPage.checkout.payWith(CARDS.succeeds)
      await expect(box(page)).toBeFocused()
      await box(page).check()
      await merchantPage.checkout.pay()
      await merchantPage.checkout.expectReceipt()
      await expectSeller(page)
    })

    for (const surface of SURFACES)
      test(`the receipt says once where to withdraw, on paper with the address: ${surface}`, async ({
        api,
        page,
        open,
      }) => {
        const shop = await api.createShop(LIVE)
        await api.putProduct(shop, 10)
        const checkout = await open(surface, await api.createSession(shop))
        const withdraw = page.getByRole('link', { name: /^Withdraw from contract/ })
        // The store's own page says it, beside its days.
        await expect(withdraw).toBeHidden()
        await checkout.payWith(CARDS.succeeds)
        await checkout.expectReceipt()
        await expect(withdraw).toHaveAttribute('href', /order=[0-9A-Z-]{11}&session=cs_\w+$/)
        if (surface === 'embedded') return
        const closing = page.getByText('You can close this page.')
        await expect(closing).toBeVisible()
        await page.emulateMedia({ media: 'print' })
        await expect(closing).toBeHidden()
        const added = (link: Locator) =>
          link.evaluate((each) => {
            const { direction, content } = getComputedStyle(each, '::after')
            return { direction, content }
          })
        await page.evaluate(() => (document.documentElement.dir = 'rtl'))
        expect(await added(withdraw)).toEqual({
          direction: 'ltr',
          content: expect.stringMatching(
            /\/withdraw\?lang=en-GB&order=[0-9A-Z-]{11}&session=cs_\w+"$/,
          ),
        })
        const email = page.getByRole('link', { name: LIVE.contactEmail })
        expect(await added(email)).toMatchObject({ content: 'none' })
      })

    test('without script, a buyer learns who sells and agrees to the terms before the card', async ({
      api,
      browser,
    }) => {
      const context = await browser.newContext({ javaScriptEnabled: false })
      const shop = await api.createShop(ASKS)
      await api.putProduct(shop, 10)
      const page = await context.newPage()
      const plain = new PlainPage(page)
      await page.goto(await api.createSession(shop))
      await plain.fillBuyer()
      await plain.addressText.fill('Calle Mayor 1')
      await plain.onward.click()
      await expect(page.getByText(MISSING)).toBeVisible()
      await expect(box(page)).toBeFocused()
      await box(page).check()
      await plain.onward.click()
      await expectSeller(page)
      await plain.payByCard()
      await plain.expectPaid()
      await expectSeller(page)
      await context.close()
    })
  },
)

test.describe('decision 74: an owner says who sells', { tag: '@long' }, () => {
  test('an owner says under Settings who sells, and sees with an order what its buyer was shown', async ({
    page,
    openStore,
    sell,
    service,
  }) => {
    await openStore('/settings/general')
    await page.getByRole('link', { name: 'Say who sells' }).click()
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(
      page.getByRole('link', { name: 'Enter a name of 1 to 200 characters.' }),
    ).toBeVisible()
    await page.getByLabel('Legal name').fill(SELLER.legalName)
    await page.getByLabel('Postal address').fill(SELLER.address)
    await page.getByLabel('Terms of sale').fill(SELLER.termsUrl)
    await page.getByLabel('Privacy policy').fill(SELLER.privacyUrl)
    await page.getByLabel('Withdrawal and returns').fill(SELLER.returnsUrl)
    await expectGood(page)
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('status')).toHaveText('Saved.')
    await expect(page.getByText('Version 1, since')).toBeVisible()
    await expectGood(page)
    await page.goto(`${service.baseUrl}/store/orders/${await sell()}`)
    const shown = page.getByRole('region', { name: 'Seller and terms' })
    await expect(shown.getByText('The buyer was shown this.')).toBeVisible()
    await expect(shown.getByRole('link', { name: SELLER.termsUrl })).toBeVisible()
    await expectGood(page)
  })
})
