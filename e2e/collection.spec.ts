import { type Page, expect } from '@playwright/test'
import { CARDS, type CheckoutPage } from './checkout.page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { MerchantPage } from './merchant.page.ts'
import { PlainPage } from './plain.page.ts'
import { test } from './store-fixtures.ts'

const SHOP = {
  id: 'shop',
  name: 'Collect it in the shop',
  fee: 0,
  kind: 'collection',
  place: {
    name: 'Loom & Co, Malasaña',
    address: 'Calle Luna 4\n28004 Madrid',
    hours: 'Monday to Friday, 9:00 to 18:00',
  },
}
const POST = { id: 'post', name: 'Post', fee: 490 }
const COLLECTED = {
  method: 'DELIVERY',
  details: 'Collect it in the shop, Loom & Co, Malasaña, Calle Luna 4\n28004 Madrid',
  fee: 0,
}

const option = (page: Page, name: RegExp) => page.getByRole('radio', { name })

async function payCollected(checkout: CheckoutPage) {
  await checkout.name.fill('Ana Example')
  await checkout.phone.fill('+34 600 123 456')
  await option(checkout.page, /^Collect it/).check()
  await expect(checkout.addressText).toBeHidden()
  await checkout.fillCard(CARDS.succeeds)
  await checkout.pay()
  await checkout.expectReceipt()
  await expect(checkout.page.getByText('Pick up at')).toBeVisible()
  await expect(checkout.page.getByText('Calle Luna 4')).toBeVisible()
}

test.describe('decision 77: a buyer collects the order', { tag: '@long' }, () => {
  test('a buyer on our page collects without an address, and form and receipt say where', async ({
    api,
    page,
    checkout,
  }) => {
    const shop = await api.createShop({ deliveryOptions: [POST, SHOP] })
    await api.putProduct(shop, 10)
    const url = await api.createSession(shop)
    await page.goto(url)
    await checkout.addressText.fill('My own house')
    await option(page, /^Collect it/).check()
    await expect(checkout.addressText).toBeHidden()
    await expectAccessible(page)
    await page.reload()
    await expect(option(page, /^Collect it/)).toBeChecked()
    await option(page, /^Post/).check()
    await expect(checkout.addressText).toHaveValue('My own house')
    await payCollected(checkout)
    await expectAccessible(page)
    expect((await api.getSession(shop, url)).order?.['fulfillment']).toEqual(COLLECTED)
  })

  test('a buyer in a merchant’s page collects, and the order says where', async ({
    api,
    page,
    merchant,
  }) => {
    const shop = await api.createShop({ deliveryOptions: [POST, SHOP] })
    await api.putProduct(shop, 10)
    const url = await api.createSession(shop)
    const merchantPage = new MerchantPage(page, merchant.origin)
    await merchantPage.open(url)
    await payCollected(merchantPage.checkout)
    expect((await api.getSession(shop, url)).order?.['fulfillment']).toEqual(COLLECTED)
  })

  test('a buyer without script collects, with a choice and without one', async ({
    api,
    browser,
  }) => {
    const context = await browser.newContext({ javaScriptEnabled: false })
    for (const deliveryOptions of [[POST, SHOP], [SHOP]]) {
      const shop = await api.createShop({ deliveryOptions })
      await api.putProduct(shop, 10)
      const url = await api.createSession(shop)
      const page = await context.newPage()
      const plain = new PlainPage(page)
      await page.goto(url)
      await plain.fillBuyer()
      if (deliveryOptions.length > 1) {
        await plain.onward.click()
        await expect(page.getByText('Enter your delivery address')).toBeVisible()
        await option(page, /^Collect it/).check()
      }
      await expect(plain.addressText).toBeHidden()
      await plain.onward.click()
      await expect(page.getByText('Pickup', { exact: true }).first()).toBeVisible()
      await plain.payByCard()
      await expect(page.getByText('Pick up at')).toBeVisible()
      expect((await api.getSession(shop, url)).order?.['fulfillment']).toEqual(COLLECTED)
    }
    await context.close()
  })
})

test.describe('decision 77: a store has a place to collect', { tag: '@long' }, () => {
  test('the owner sets a place to collect under Settings, Delivery', async ({
    page,
    openStore,
  }) => {
    await openStore('/settings/delivery')
    const add = page.getByRole('region', { name: 'Add an option' })
    await expect(add.getByLabel('Where buyers collect it')).toBeHidden()
    await add.getByLabel('Name', { exact: true }).fill('Collect it')
    await add.getByLabel(/^Price/).fill('0')
    await add.getByLabel('How buyers get it').selectOption('collection')
    await add.getByLabel('Where buyers collect it').fill('Loom & Co')
    await add.getByRole('button', { name: 'Add option' }).click()
    await expect(
      page.getByRole('link', { name: 'Enter the address of the place, of 1 to 300 characters.' }),
    ).toBeVisible()
    await expectAccessible(page)
    await page.getByLabel('Address of that place').fill('Calle Luna 4\n28004 Madrid')
    await page.getByRole('button', { name: 'Add option' }).click()
    await expect(page.getByText('Collect at Loom & Co, Calle Luna 4, 28004 Madrid')).toBeVisible()
    await expectAccessible(page)
  })
})
