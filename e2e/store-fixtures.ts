import { type Page, expect } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { test as base } from './fixtures.ts'
import type { Shop } from './merchant-api.ts'

export const PASSWORD = 'correct horse battery staple'

type Fixtures = {
  /** Without a product. (Default: it has ten linen shirts.) */
  isEmpty: boolean
  owned: Shop & { email: string }
  /** Opens a page of the store application as its owner. */
  openStore: (path?: string) => Promise<void>
}

/** Fills in the sign-in that the page shows, and waits for what it leads to. */
export async function signIn(page: Page, { email, password = PASSWORD }: { email: string; password?: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
}

export const test = base.extend<Fixtures>({
  isEmpty: [false, { option: true }],

  owned: async ({ api, isEmpty }, use) => {
    const email = `${crypto.randomUUID()}@loom.example`
    const shop = await api.createShop({ owner: { email, password: PASSWORD } })
    if (!isEmpty) await api.putProduct(shop, 10)
    await use({ ...shop, email })
  },

  openStore: async ({ page, service, owned }, use) => {
    let isSignedIn = false
    await use(async (path = '') => {
      await page.goto(`${service.baseUrl}/store${path}`)
      if (!isSignedIn) await signIn(page, owned)
      isSignedIn = true
    })
  },
})

/** axe finds nothing, and nobody has to scroll sideways. */
export async function expectGood(page: Page) {
  await expectAccessible(page)
  const [needed = 0, given = 0] = await page.evaluate(() => [document.documentElement.scrollWidth, document.documentElement.clientWidth])
  expect(needed).toBeLessThanOrEqual(given)
}
