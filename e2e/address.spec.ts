import { type Page, expect } from '@playwright/test'
import { CARDS } from './checkout.page.ts'
import { expectAccessible } from './expect-accessible.ts'
import type { merchantApi } from './merchant-api.ts'
import { MerchantPage } from './merchant.page.ts'
import { PlainPage } from './plain.page.ts'
import { test } from './store-fixtures.ts'

const POST = { id: 'post', name: 'Post', fee: 490 }
const SHIPPED = {
  method: 'DELIVERY',
  details: 'Post, 548 Market St\nSan Francisco, CA 94016\nUnited States',
  fee: 490,
}

const part = (page: Page, name: string) =>
  page.getByRole('textbox', { name: new RegExp(`^${name}`) })

const country = (page: Page) => page.getByRole('combobox', { name: 'Country' })

/** Opens a session of a store that delivers to these countries. */
async function openTo(api: ReturnType<typeof merchantApi>, deliveryCountries: string[]) {
  const shop = await api.createShop({ deliveryOptions: [POST], deliveryCountries })
  await api.putProduct(shop, 10)
  return { shop, url: await api.createSession(shop) }
}

async function fillAmerican(page: Page) {
  await page.getByLabel('Full name').fill('Ana Example')
  await page.getByLabel('Phone').fill('+1 415 555 0100')
  await country(page).selectOption('US')
  await part(page, 'Street and number').fill('548 Market St')
  await part(page, 'Town or city').fill('San Francisco')
}

test.describe(
  'decision 81: a store names the countries that it delivers to',
  { tag: '@long' },
  () => {
    test('the address on our page has the fields of its country, and they are back after a reload', async ({
      api,
      page,
      checkout,
    }) => {
      const { shop, url } = await openTo(api, ['ES', 'US'])
      await page.goto(url)
      await expect(country(page)).toHaveValue('ES')
      await fillAmerican(page)
      await expectAccessible(page)
      await page.reload()
      await expect(country(page)).toHaveValue('US')
      await expect(part(page, 'Town or city')).toHaveValue('San Francisco')
      await checkout.fillCard(CARDS.succeeds)
      await checkout.pay()
      await page.getByRole('link', { name: 'Fill in “State”' }).click()
      await expect(part(page, 'State')).toBeFocused()
      await page.keyboard.type('CA')
      await page.keyboard.press('Tab')
      await page.keyboard.type('94016')
      await checkout.pay()
      await checkout.expectReceipt()
      expect((await api.getSession(shop, url)).order?.['fulfillment']).toEqual(SHIPPED)
    })

    test('an order from a merchant’s page has the address as its country writes it', async ({
      api,
      page,
      merchant,
    }) => {
      const { shop, url } = await openTo(api, ['ES', 'US'])
      const merchantPage = new MerchantPage(page, merchant.origin)
      await merchantPage.open(url)
      const { checkout } = merchantPage
      await fillAmerican(page)
      await part(page, 'State').fill('CA')
      await part(page, 'Postal code').fill('94016')
      await checkout.fillCard(CARDS.succeeds)
      await checkout.pay()
      await checkout.expectReceipt()
      expect((await api.getSession(shop, url)).order?.['fulfillment']).toEqual(SHIPPED)
    })

    test('without script, another country’s fields come with what is missing in them', async ({
      api,
      browser,
    }) => {
      const { shop, url } = await openTo(api, ['DE', 'US'])
      const context = await browser.newContext({ javaScriptEnabled: false })
      const page = await context.newPage()
      const plain = new PlainPage(page)
      await page.goto(url)
      await expect(part(page, 'State')).toBeHidden()
      await fillAmerican(page)
      await part(page, 'Postal code').fill('94016')
      await plain.onward.click()
      await expect(page.getByText('Fill in “State”').first()).toBeVisible()
      await expect(country(page)).toHaveValue('US')
      await expect(part(page, 'Postal code')).toHaveValue('94016')
      await part(page, 'State').fill('CA')
      await plain.onward.click()
      await plain.payByCard()
      await plain.expectPaid()
      await context.close()
      expect((await api.getSession(shop, url)).order?.['fulfillment']).toEqual(SHIPPED)
    })

    test('the owner sets the countries of delivery under Settings, Delivery', async ({
      page,
      openStore,
    }) => {
      await openStore('/settings/delivery')
      const countries = page.getByRole('group', { name: /^Where you deliver to/ })
      await countries.getByText('European Union: 0 of 27').press('Enter')
      await countries.getByLabel('All of the European Union').press('Space')
      await countries.getByLabel('Malta').press('Space')
      await expectAccessible(page)
      await page.getByLabel('First country').selectOption('Spain')
      await page.getByRole('button', { name: 'Save the countries' }).click()
      await expect(countries.getByText('European Union: 26 of 27')).toBeVisible()
      await expect(countries.getByLabel('Spain')).toBeChecked()
      await expect(countries.getByLabel('Malta')).not.toBeChecked()
      await expect(countries.getByLabel('All of the European Union')).not.toBeChecked()
      await expect(page.getByLabel('First country')).toHaveValue('ES')
    })
  },
)
