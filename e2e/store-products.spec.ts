import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { aPicture } from './a-picture.ts'
import { expect } from './fixtures.ts'
import { expectGood, test } from './store-fixtures.ts'

test.use({ isEmpty: true })

const status = (page: Page) => page.getByRole('status')

const upload = async (page: Page, content: string) => {
  await page
    .getByLabel('CSV file')
    .setInputFiles({ name: 'products.csv', mimeType: 'text/csv', buffer: Buffer.from(content) })
  await page.getByRole('button', { name: 'Import', exact: true }).click()
}

test.describe('Store application, Products without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('without script, a merchant makes, changes, counts, archives, exports and imports products', async ({
    page,
    service,
    api,
    owned,
    openStore,
  }) => {
    await test.step('a merchant makes a product, and a price of two readings is asked for again', async () => {
      await openStore('/products')
      await expect(page.getByText('Your products appear here.', { exact: false })).toBeVisible()
      await page.getByRole('link', { name: 'Add a product' }).click()
      await page.getByLabel('Name').fill('Linen shirt')
      await page.getByLabel('Price in EUR').fill('1.990')
      await page.getByLabel('Sizes (optional)').fill('M, L')
      await page.getByLabel('Colors (optional)').fill('Sand')
      await page.getByLabel('Stock of each').fill('10')
      await page.getByRole('button', { name: 'Add the product' }).click()
      await expect(page.getByRole('alert')).toContainText(
        '“1.990” can be read in two ways: write 1990.00 or 1.99.',
      )
      await expect(page.getByLabel('Sizes (optional)')).toHaveValue('M, L')
      await page.getByLabel('Price in EUR').fill('49,00')
      await page.getByRole('button', { name: 'Add the product' }).click()
      await expect(status(page)).toContainText('The product was created')
    })

    await test.step('a merchant changes the price, and removes a variant', async () => {
      await page.getByRole('link', { name: 'Edit' }).click()
      await page.getByLabel('Price in EUR').fill('52')
      const remove = page.getByRole('checkbox', { name: 'remove L, Sand' })
      const row = page.getByRole('row').filter({ has: remove })
      await expect(row.getByRole('cell')).toHaveText(['L', 'Sand', '10 for sale', /remove L, Sand/])
      await remove.check()
      await expect(row.getByText('Goes with 10 units when you save.')).toBeVisible()
      await expect(row.getByRole('cell').first().locator('span')).toHaveCSS(
        'text-decoration-line',
        'line-through',
      )
      await expect(row.getByText('Undo')).toBeVisible()
      await remove.uncheck()
      await expect(remove).not.toBeChecked()
      await expect(row.getByText('Goes with')).toBeHidden()
      await remove.check()
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(status(page)).toContainText('The product was saved. Removed: L, Sand.')
      await expect(page.getByText('€52.00')).toBeVisible()
      await expect(page.getByRole('row', { name: 'L, Sand' })).toHaveCount(0)
    })

    await test.step('a merchant brings a removed variant back with its stock, and removes it again', async () => {
      await page.getByRole('link', { name: 'Undo the removal' }).click()
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByRole('row', { name: 'L, Sand' })).toContainText('10')
      await page.getByRole('link', { name: 'Edit' }).click()
      await page.getByRole('checkbox', { name: 'remove L, Sand' }).check()
      await page.getByRole('button', { name: 'Save changes' }).click()
      await expect(page.getByRole('row', { name: 'L, Sand' })).toHaveCount(0)
    })

    await test.step('a merchant counts the stock, and its history says who did', async () => {
      await page.getByLabel('Change of the stock of M, Sand').fill('-7')
      await page.getByRole('button', { name: 'Change the stock' }).click()
      await expect(status(page)).toContainText('M, Sand: 3 on hand now.')
      await expect(page.getByRole('row', { name: 'M, Sand' })).toContainText('Low stock')
      await page.getByRole('link', { name: 'History' }).click()
      await expect(page.getByRole('row').nth(1)).toContainText('−7')
      await expect(page.getByRole('row').nth(1)).toContainText(owned.email)
    })

    await test.step('a merchant archives a product, which expires its open session, and restores it', async () => {
      const sessionUrl = await api.createSession(owned)
      await page.getByRole('link', { name: 'Linen shirt' }).click()
      await page.getByRole('link', { name: 'Archive' }).click()
      await page.getByLabel('Expire its 1 open session now').check()
      await page.getByRole('button', { name: 'Archive the product' }).click()
      await expect(status(page)).toContainText('The product was archived. 1 open session expired.')
      expect((await api.getSession(owned, sessionUrl)).status).toBe('expired')
      await page.getByRole('button', { name: 'Restore' }).click()
      await expect(status(page)).toContainText('for sale again')
    })

    await test.step('a merchant exports the products, and imports them with a change and a new one', async () => {
      await page.getByRole('link', { name: 'All products' }).click()
      const downloading = page.waitForEvent('download')
      await page.getByRole('link', { name: 'Export' }).click()
      const file = await readFile(await (await downloading).path(), 'utf8')
      await page.goto(`${service.baseUrl}/store/products/-/import`)
      await upload(page, file)
      await expect(status(page)).toContainText('0 changed products, 1 as before.')
      await page.goto(`${service.baseUrl}/store/products/-/import`)
      await upload(page, file.replace('52.00', 'cheap'))
      await expect(page.getByRole('row', { name: 'Write the price as a number' })).toContainText(
        'price',
      )
      await upload(page, `${file.replace('52.00', '55.00')}cup,Cup,,9.90,EUR,,,4,no,,,,,,,,\r\n`)
      await expect(status(page)).toContainText(
        'Imported: 1 new product, 1 changed product, 0 as before.',
      )
      await page.getByLabel('Name or slug').fill('cup')
      await page.getByRole('button', { name: 'Filter' }).click()
      await expect(page.getByRole('row')).toHaveCount(2)
      await expect(page.getByRole('row', { name: 'Cup' })).toContainText('€9.90')
    })
  })
})

test.describe('Store application, Products: a new one', () => {
  test('a new product is added with the keyboard alone', async ({ page, openStore }) => {
    await openStore('/products')
    await page.getByRole('link', { name: 'Add a product' }).focus()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Add a product', level: 1 })).toBeVisible()
    await page.getByLabel('Name').focus()
    for (const text of ['Cup', '9.90', '', '', '', '', '', '', '', '', '4', '', '']) {
      await page.keyboard.type(text)
      await page.keyboard.press('Tab')
    }
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Cup', level: 1 })).toBeVisible()
    await page.getByLabel('Change of the stock of Cup').focus()
    await page.keyboard.type('+1')
    await page.keyboard.press('Enter')
    await expect(status(page)).toContainText('Cup: 5 on hand now.')
  })
})

test.describe('Store application, Products: the form', () => {
  test('the picture is a field beside the variants, one is removed with a key and kept with another', async ({
    page,
    api,
    owned,
    openStore,
  }) => {
    await api.putProduct(owned, 3, {}, [{ size: 'L', colorName: 'Sand', stock: 4 }])
    await openStore('/products/linen-shirt')
    await page.getByRole('link', { name: 'Add one' }).click()
    await page.getByLabel(/^Choose/).setInputFiles({ ...aPicture(), name: 'shirt.png' })
    await expect(page.getByText(/^Not saved yet/)).toHaveText('Not saved yet: Picture')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await expect(page.getByRole('img', { name: 'The product’s picture' })).toBeVisible()
    await page.getByRole('link', { name: 'Edit' }).click()
    const table = await page.getByRole('table', { name: 'Variants' }).boundingBox()
    const picture = page.getByRole('img', { name: 'The product’s picture' })
    const beside = await picture.boundingBox()
    expect(beside?.x).toBeGreaterThan((table?.x ?? 0) + (table?.width ?? 0))
    expect([beside?.width, beside?.height]).toEqual([300, 300])
    const remove = page.getByRole('checkbox', { name: 'remove L, Sand' })
    await remove.press('Space')
    await expect(page.getByText(/^Not saved yet/)).toHaveText('Not saved yet: Remove L, Sand')
    await page.keyboard.press('Space')
    await expect(page.getByText(/^Not saved yet/)).toBeHidden()
    await page.getByLabel('New variant 1: size').fill('XL')
    await page.getByRole('link', { name: 'Orders' }).press('Enter')
    const dialog = page.getByRole('dialog', { name: 'Leave without saving?' })
    await expect(dialog.getByRole('listitem')).toHaveText('New variant 1: size: nothing → XL')
    await dialog.getByRole('button', { name: 'Keep editing' }).press('Enter')
    await page.getByRole('button', { name: 'Save changes' }).press('Enter')
    await expect(page.getByRole('row', { name: 'XL' })).toContainText('No stock yet')
    await page.getByRole('link', { name: 'All products' }).click()
    await expect(page.getByRole('row', { name: 'Linen shirt' })).toContainText(
      /Low stock\s*7\s*XL: no stock yet, and 2 more\s*in 3 variants/,
    )
  })
})

test.describe('Store application, Products: every page', () => {
  test('every page of Products has nothing that axe finds, and does not scroll sideways', async ({
    page,
    service,
    api,
    owned,
    openStore,
  }) => {
    const products = `${service.baseUrl}/store/products`
    await openStore('/products')
    await expectGood(page)
    await api.putProduct(owned, 3)
    await api.createSession(owned)
    await page.goto(`${products}/-/new`)
    await page.getByLabel('Name').fill('قميص كتان بأكمام طويلة')
    await page.getByLabel('Price in EUR').fill('1.990')
    await page.getByLabel('Sizes (optional)').fill(`صغير, ${'long-'.repeat(20)}`)
    await page.getByRole('button', { name: 'Add the product' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectGood(page)
    await page.getByLabel('Price in EUR').fill('19.90')
    await page.getByRole('button', { name: 'Add the product' }).click()
    await page.getByLabel('Change of the stock of صغير').fill('5')
    await page.getByRole('button', { name: 'Change the stock' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectGood(page)
    const pages = ['', '/edit', '/history', '/archive'].map((part) => `/linen-shirt${part}`)
    for (const path of ['', '?search=none', ...pages, '/-/import']) {
      await page.goto(`${products}${path}`)
      await expectGood(page)
    }
    await upload(page, 'slug,name,price\nlinen-shirt,Shirt,1.990\n')
    await expect(page.getByRole('alert')).toBeVisible()
    await expectGood(page)
  })
})
