import { expect } from './fixtures.ts'
import { signIn, test } from './store-fixtures.ts'

// The files whose names begin with `store` test what else members of a store do.
test.describe('Store application, Sign in: a merchant', () => {
  test.use({ timezoneId: 'Europe/Madrid' })

  test('a merchant finds the order that a buyer has just paid, and is forgotten with signing out', async ({
    page,
    service,
    owned,
    sell,
  }) => {
    const orderNumber = await sell()
    await page.goto(`${service.baseUrl}/store/orders`)
    await signIn(page, owned)
    const row = page.getByRole('row', { name: orderNumber })
    await expect(row.getByRole('cell', { name: 'Ana Example' })).toBeVisible()
    await expect(row.getByRole('cell', { name: '€53.90' })).toBeVisible()
    await expect(page.getByText('Time zone: Europe/Madrid')).toBeVisible()
    await page.getByRole('link', { name: orderNumber }).click()
    await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible()
    await expect(page.getByText('Standard, Calle Mayor 1, 28013 Madrid')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Metadata' })).toContainText('"cart": "c_42"')

    expect(
      (await page.context().cookies()).filter(({ name }) => name === '__Host-sid'),
    ).toMatchObject([{ httpOnly: true, secure: true, sameSite: 'Lax', path: '/' }])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible()
    expect(await page.context().cookies()).toEqual([])
    await page.goto(`${service.baseUrl}/store/orders/${orderNumber}`)
    await expect(page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible()
  })
})
