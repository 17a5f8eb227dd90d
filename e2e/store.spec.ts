import { expect } from './fixtures.ts'
import { PASSWORD, expectGood, signIn, test } from './store-fixtures.ts'

test.describe('Store application, Sign in', () => {
  test('a merchant signs in and out with a keyboard alone', async ({ page, service, owned }) => {
    await page.goto(`${service.baseUrl}/store`)
    await page.keyboard.press('Tab')
    await page.keyboard.type(owned.email)
    await page.keyboard.press('Tab')
    await page.keyboard.type('not this one')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('You are not signed in.')
    await expect(page.getByLabel('Email')).toHaveValue(owned.email)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Home', level: 1 })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    for (const name of ['Home', 'Orders', 'Products', 'Checkouts', 'Settings', owned.email]) {
      await page.keyboard.press('Tab')
      await expect(page.getByRole('banner').getByRole('link', { name })).toBeFocused()
    }
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible()
  })

  test('Sign in takes an address in whatever letters', async ({ page, service, api }) => {
    const email = `محمد-${crypto.randomUUID()}@متجر.example`
    await api.createShop({ owner: { email, password: PASSWORD } })
    await page.goto(`${service.baseUrl}/store`)
    await signIn(page, { email })
    await expect(page.getByRole('link', { name: email })).toBeVisible()
  })

  test('a form of another page cannot sign in', async ({ page, service, owned }) => {
    const answer = page.waitForResponse(`${service.baseUrl}/store/sign-in`)
    await page.setContent(`<form method="post" action="${service.baseUrl}/store/sign-in">
      <input name="email" value="${owned.email}"><input name="password" value="${PASSWORD}"><button>Win a prize</button></form>`)
    await page.getByRole('button', { name: 'Win a prize' }).click()
    expect((await answer).status()).toBe(403)
    expect(await page.context().cookies()).toEqual([])
  })
})

test.describe('Store application, without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('without script, a merchant signs in, sees the orders and signs out', async ({
    page,
    service,
    owned,
  }) => {
    await page.goto(`${service.baseUrl}/store/orders`)
    await signIn(page, owned)
    await expect(page.getByText('Paid orders appear here', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible()
  })
})

test.describe('Store application, the pages of everybody', () => {
  test('the pages of everybody have nothing that axe finds, and do not scroll sideways', async ({
    page,
    service,
    owned,
    openStore,
  }) => {
    await page.goto(`${service.baseUrl}/store`)
    await expectGood(page)
    await page.getByLabel('Email').fill(owned.email)
    await page.getByLabel('Password').fill('not this one')
    await page.getByRole('button', { name: 'Sign in' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectGood(page)
    await openStore('/payment-problems')
    await expectGood(page)
    await page.setViewportSize({ width: 390, height: 800 })
    const links = page.getByRole('navigation', { name: 'Store' }).getByRole('link')
    await expect(links).toHaveText(['Home', 'Orders', 'Products', 'Checkouts', 'Settings'])
    const tops = await links.evaluateAll((all) =>
      all.map((link) => link.getBoundingClientRect().top),
    )
    expect(new Set(tops).size).toBe(1)
    await page.goto(`${service.baseUrl}/store/orders/00000-00000`)
    await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
    await expectGood(page)
  })
})
