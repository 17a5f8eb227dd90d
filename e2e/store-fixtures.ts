import { type BrowserContext, type Page, expect } from '@playwright/test'
import { CARDS } from './checkout.page.ts'
import { COLOURS, expectAccessible } from './expect-accessible.ts'
import { test as base } from './fixtures.ts'
import type { Shop } from './merchant-api.ts'

export const PASSWORD = 'correct horse battery staple'

type Fixtures = {
  /** Without a product. (Default: it has ten linen shirts.) */
  isEmpty: boolean
  owned: Shop & { email: string }
  /** Opens a page of the store application as its owner. */
  openStore: (path?: string) => Promise<void>
  /** A buyer pays, in a page beside the merchant's; returns the order's number. */
  sell: () => Promise<string>
}

/** Fills in the sign-in that the page shows, and waits for all of what it leads to. */
export async function signIn(
  page: Page,
  { email, password = PASSWORD }: { email: string; password?: string },
) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await expect(page.getByRole('button', { name: 'Sign out' })).toBeVisible()
  await page.waitForLoadState()
}

/** Fills in the page that asks who it is before something that could harm the store. */
export async function confirm(page: Page, password = PASSWORD) {
  await page.getByLabel('Your password').fill(password)
  await page.getByRole('button', { name: 'Confirm' }).click()
}

/** What the form does, without showing it: most tests are about what comes after. */
async function signInUnseen(context: BrowserContext, storeUrl: string, email: string) {
  const answer = await fetch(`${storeUrl}/sign-in`, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: new URL(storeUrl).origin, 'sec-fetch-site': 'same-origin' },
    body: new URLSearchParams({ email, password: PASSWORD }),
  })
  const cookies = answer.headers.getSetCookie().map((cookie) => {
    const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? []
    return { name, value }
  })
  if (!cookies.some(({ name }) => name === '__Host-sid'))
    throw new Error(`${email} is not signed in: ${answer.status}`)
  await context.addCookies(
    cookies.map((cookie) => ({
      ...cookie,
      domain: new URL(storeUrl).hostname,
      path: '/',
      secure: true,
      httpOnly: true,
      sameSite: 'Lax',
    })),
  )
}

export const test = base.extend<Fixtures>({
  isEmpty: [false, { option: true }],

  owned: async ({ api, isEmpty }, use) => {
    const email = `${crypto.randomUUID()}@loom.example`
    const shop = await api.createShop({ owner: { email, password: PASSWORD } })
    if (!isEmpty) await api.putProduct(shop, 10)
    await use({ ...shop, email })
  },

  openStore: async ({ page, context, service, owned }, use) => {
    const storeUrl = `${service.baseUrl}/store`
    let isSignedIn = false
    await use(async (path = '') => {
      if (!isSignedIn) await signInUnseen(context, storeUrl, owned.email)
      isSignedIn = true
      await page.goto(`${storeUrl}${path}`)
    })
  },

  sell: async ({ api, owned, open, context }, use) => {
    await use(async () => {
      const url = await api.createSession(owned, { metadata: { cart: 'c_42' } })
      const buyer = await context.newPage()
      const checkout = await open('hosted', url, buyer)
      await checkout.payWith(CARDS.succeeds)
      await checkout.expectReceipt()
      await buyer.close()
      return String((await api.getSession(owned, url)).order?.['orderNumber'])
    })
  },
})

/** The owner turns it on where the setting says what it means. */
export async function letBuyersStartAgain(page: Page, openStore: (path: string) => Promise<void>) {
  await openStore('/settings/general')
  const section = page.getByRole('region', { name: 'After the checkout' })
  await section.getByLabel(/Buyers may start again/).check()
  await section.getByRole('button', { name: 'Save these choices' }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
}

const expectNoScrolling = async (page: Page, width: number) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)

/**
 * axe finds nothing, on a small light screen and on a large dark one, where only colours differ;
 * nobody has to scroll sideways.
 */
export async function expectGood(page: Page) {
  await page.waitForLoadState()
  for (const [colorScheme, width, rules] of [
    ['light', 320, undefined],
    ['dark', 1280, COLOURS],
  ] as const) {
    await page.emulateMedia({ colorScheme })
    await page.setViewportSize({ width, height: 800 })
    await expectNoScrolling(page, width)
    await expectAccessible(page, rules)
  }
  for (const width of [640, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoScrolling(page, width)
  }
}
