import { AxeBuilder } from '@axe-core/playwright'
import type { Page } from '@playwright/test'
import { CARDS } from './checkout.page.ts'
import { expect, test as base } from './fixtures.ts'
import type { Shop } from './merchant-api.ts'

const PASSWORD = 'correct horse battery staple'

type Owned = Shop & { email: string }

const test = base.extend<{ owned: Owned; signIn: () => Promise<void> }>({
  owned: async ({ api }, use) => {
    const email = `${crypto.randomUUID()}@loom.example`
    const shop = await api.createShop({ owner: { email, password: PASSWORD } })
    await api.putProduct(shop, 10)
    await use({ ...shop, email })
  },
  signIn: async ({ page, service, owned }, use) => {
    await use(async () => {
      await page.goto(`${service.baseUrl}/store`)
      await page.getByLabel('Email').fill(owned.email)
      await page.getByLabel('Password').fill(PASSWORD)
      await page.getByRole('button', { name: 'Sign in' }).click()
      await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
    })
  },
})

async function expectAccessible(page: Page) {
  const { violations } = await new AxeBuilder({ page }).withTags(['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa',
    'best-practice']).analyze()
  expect(violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ target }) => target.join(' ')).join(', ')}`)).toEqual([])
}

test.describe('The store application', () => {
  test('shows the order that a buyer has just paid, and forgets its member with signing out', async ({ page, service, api, owned,
    open, signIn }) => {
    const url = await api.createSession(owned, { metadata: { cart: 'c_42' } })
    const checkout = await open('hosted', url)
    await checkout.payWith(CARDS.succeeds)
    await checkout.expectReceipt()
    const { order } = await api.getSession(owned, url)
    const orderNumber = String(order?.['orderNumber'])

    await signIn()
    const row = page.getByRole('row', { name: orderNumber })
    await expect(row.getByRole('cell', { name: 'Ana Example' })).toBeVisible()
    await expect(row.getByRole('cell', { name: '€53.90' })).toBeVisible()
    await page.getByRole('link', { name: orderNumber }).click()
    await expect(page.getByRole('heading', { name: `Order ${orderNumber}` })).toBeVisible()
    await expect(page.getByText('Standard, Calle Mayor 1, 28013 Madrid')).toBeVisible()
    await expect(page.getByRole('region', { name: 'Metadata' })).toContainText('"cart": "c_42"')

    expect((await page.context().cookies()).filter(({ name }) => name === '__Host-sid')).toMatchObject([{ httpOnly: true,
      secure: true, sameSite: 'Lax', path: '/' }])
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible()
    expect(await page.context().cookies()).toEqual([])
    await page.goto(`${service.baseUrl}/store/orders/${orderNumber}`)
    await expect(page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible()
  })

  test('a keyboard alone is enough to sign in and out', async ({ page, service, owned }) => {
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
    await expect(page.getByRole('heading', { name: 'Orders', level: 1 })).toBeVisible()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
    await page.keyboard.press('Tab')
    await expect(page.getByRole('link', { name: 'Orders' })).toBeFocused()
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible()
  })

  test('a form of another page signs nobody in', async ({ page, service, owned }) => {
    const answer = page.waitForResponse(`${service.baseUrl}/store/sign-in`)
    await page.setContent(`<form method="post" action="${service.baseUrl}/store/sign-in">
      <input name="email" value="${owned.email}"><input name="password" value="${PASSWORD}"><button>Win a prize</button></form>`)
    await page.getByRole('button', { name: 'Win a prize' }).click()
    expect((await answer).status()).toBe(403)
    expect(await page.context().cookies()).toEqual([])
  })
})

test.describe('The store application without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('signs in, shows the orders and signs out', async ({ page, signIn }) => {
    await signIn()
    await expect(page.getByText('Paid orders appear here', { exact: false })).toBeVisible()
    await page.getByRole('button', { name: 'Sign out' }).click()
    await expect(page.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible()
  })
})

for (const colorScheme of ['light', 'dark'] as const) {
  for (const width of [320, 390, 1280]) {
    test.describe(`The store application, ${colorScheme}, ${width} px`, () => {
      test.use({ colorScheme, viewport: { width, height: 800 } })

      test('axe finds nothing on any page, and none scrolls sideways', async ({ page, service, api, owned, open, signIn }) => {
        const expectGood = async () => {
          await expectAccessible(page)
          expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
        }
        await page.goto(`${service.baseUrl}/store`)
        await expectGood()
        await page.getByLabel('Email').fill(owned.email)
        await page.getByLabel('Password').fill('not this one')
        await page.getByRole('button', { name: 'Sign in' }).click()
        await expect(page.getByRole('alert')).toBeVisible()
        await expectGood()
        await signIn()
        await expectGood()
        const checkout = await open('hosted', await api.createSession(owned, { metadata: { note: 'x'.repeat(400),
          list: Array.from({ length: 40 }, (_, index) => index) } }))
        await checkout.payWith(CARDS.succeeds)
        await checkout.expectReceipt()
        await page.goto(`${service.baseUrl}/store/orders`)
        await expectGood()
        await page.getByRole('link', { name: /^[0-9A-Z]{5}-[0-9A-Z]{5}$/ }).click()
        await expect(page.getByRole('heading', { name: 'Summary' })).toBeVisible()
        await expectGood()
        await page.goto(`${service.baseUrl}/store/orders/00000-00000`)
        await expect(page.getByRole('heading', { name: 'Page not found' })).toBeVisible()
        await expectGood()
      })
    })
  }
}
