import type { Locator } from '@playwright/test'
import { aPicture } from './a-picture.ts'
import { CARDS } from './checkout.page.ts'
import { expectAccessible, expectReadable } from './expect-accessible.ts'
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
    await expectReadable(page)
    await page.getByRole('radio', { name: /^L/ }).check()
    await page.getByRole('radio', { name: 'Sand' }).check()
    await page.getByRole('button', { name: 'Buy now' }).click()
    const alert = page.getByRole('alert')
    await expect(alert).toHaveText('Sold out · L · Sand')
    await expect(alert.locator('.icon')).toBeVisible()
    await expectAccessible(page)
  })

  test('on a phone Buy stays in reach, and covers nothing that has the focus', async ({
    page,
    api,
    shop,
    service,
  }) => {
    const size = { width: 390, height: 664 }
    await page.setViewportSize(size)
    const imageUrl = `${service.baseUrl}/pictures/of-the-shirt.webp`
    const { buffer: body } = aPicture({ height: 560 })
    await page.route(imageUrl, (route) => route.fulfill({ contentType: 'image/png', body }))
    await api.putProduct(shop, 4, { imageUrl, description: 'Woven in Galicia. '.repeat(40) }, [
      { size: 'L', colorName: 'Navy', stock: 3 },
    ])
    await page.goto(`${service.baseUrl}/checkout/buy/${shop.storeId}/linen-shirt`)
    const boxOf = async (locator: Locator) => (await locator.boundingBox())!
    const buy = page.getByRole('button', { name: 'Buy now' })
    expect((await boxOf(page.locator('.grid > img'))).height).toBeLessThanOrEqual(
      size.height * 0.38,
    )
    expect((await boxOf(page.getByRole('heading', { level: 1 }))).y).toBeLessThan(
      (await boxOf(page.locator('.grid > img'))).y,
    )
    await expect(buy).toBeInViewport({ ratio: 1 })
    for (const control of [
      page.getByRole('radio', { name: /^M/ }),
      page.getByRole('radio', { name: /^Sand/ }),
      page.getByRole('button', { name: 'One less' }),
      page.getByLabel('Quantity'),
      page.getByRole('button', { name: 'One more' }),
    ]) {
      await page.keyboard.press('Tab')
      while (!(await control.evaluate((element) => element === document.activeElement)))
        await page.keyboard.press('Tab')
      const { y, height } = await boxOf(control)
      expect(y + height).toBeLessThanOrEqual((await boxOf(buy)).y)
    }
    await page.keyboard.press('Enter')
    await expect(page.getByLabel('Quantity')).toHaveValue('2')
  })

  test('a value that is sold out is struck, and as wide as before', async ({
    page,
    api,
    shop,
    service,
  }) => {
    await api.putProduct(shop, 4, {}, [
      { size: 'L', colorName: 'Navy', stock: 3 },
      { size: 'L', colorName: 'Sand', stock: 1 },
    ])
    await page.goto(`${service.baseUrl}/checkout/buy/${shop.storeId}/linen-shirt`)
    const navy = page.locator('.option', { hasText: 'Navy' })
    const look = () =>
      navy.evaluate((option) => {
        const { textDecorationLine, borderStyle, inlineSize } = getComputedStyle(option)
        return { textDecorationLine, borderStyle, inlineSize }
      })
    const gone = await look()
    expect(gone).toMatchObject({ textDecorationLine: 'line-through', borderStyle: 'dashed' })
    await expect(page.getByRole('radio', { name: 'Navy Sold out' })).toBeEnabled()
    await page.getByRole('radio', { name: 'L', exact: true }).check()
    expect(await look()).toEqual({
      textDecorationLine: 'none',
      borderStyle: 'solid',
      inlineSize: gone.inlineSize,
    })
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
