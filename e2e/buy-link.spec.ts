import { aPicture } from './a-picture.ts'
import { CARDS } from './checkout.page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test } from './fixtures.ts'

test.describe('contract §7: a product is sold by its link', { tag: '@long' }, () => {
  test('the link’s page is accessible, also when something cannot be sold', async ({
    page,
    api,
    shop,
    service,
  }) => {
    const imageUrl = `${service.baseUrl}/pictures/of-the-shirt.webp`
    const { buffer: body } = aPicture({ height: 560 })
    await page.route(imageUrl, (route) => route.fulfill({ contentType: 'image/png', body }))
    await api.putProduct(shop, 4, { imageUrl, description: 'Woven in Galicia.' }, [
      { size: 'L', colorName: 'Deep navy', stock: 3 },
      { size: 'XL', colorName: 'Sand', stock: 0 },
    ])
    await page.goto(`${service.baseUrl}/checkout/buy/${shop.storeId}/linen-shirt`)
    const { width, height } = (await page.locator('.grid > img').boundingBox())!
    expect(width, 'a square picture has no bars beside it').toBe(height)
    await expectAccessible(page)
    await page.getByRole('radio', { name: /^L/ }).check()
    await page.getByRole('radio', { name: 'Sand' }).check()
    await page.getByRole('button', { name: 'Buy now' }).click()
    const alert = page.getByRole('alert')
    await expect(alert).toHaveText('Sold out')
    await expect(alert.locator('.icon')).toBeVisible()
    await expectAccessible(page)
  })

  test('a button sells in a merchant’s page with a strict policy, there and on our page', async ({
    page,
    checkout,
    merchant,
    shop,
  }) => {
    await page.goto(`${merchant.origin}/buttons?store=${shop.storeId}`)
    await page.getByRole('button', { name: 'Buy here' }).click()
    await checkout.payWith(CARDS.succeeds)
    await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
    await page.getByRole('button', { name: 'Buy now' }).click()
    await page.waitForURL(/\/checkout\/cs_\w+\?lang=en$/)
    await checkout.payWith(CARDS.succeeds)
    await expect(page.getByRole('heading', { name: 'Payment received' })).toBeVisible()
  })
})
