import { type BrowserContext, type Page, expect } from '@playwright/test'
import { CARDS } from './checkout.page.ts'
import { COLOURS, expectAccessible } from './expect-accessible.ts'
import { test as base } from './fixtures.ts'
import type { Shop } from './merchant-api.ts'

export const PASSWORD = 'correct horse battery staple'

type Fixtures = {
  /** Whether the store has no product. (Default: it has ten linen shirts.) */
  isEmpty: boolean
  owned: Shop & { email: string }
  /** Opens a page of the store application as its owner. */
  openStore: (path?: string) => Promise<void>
  /** A buyer pays in a page beside the merchant's. Answers with the order's number. */
  sell: () => Promise<string>
}

/** Fills in the sign-in that the page shows, and waits for the page that follows. */
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

/** Does what the form does, without showing it: most tests are about what comes after it. */
export async function signInUnseen(context: BrowserContext, storeUrl: string, email: string) {
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

/** The owner turns it on, on the page that explains it. */
export async function letBuyersStartAgain(page: Page, openStore: (path: string) => Promise<void>) {
  await openStore('/settings/general')
  await page.getByLabel(/Buyers may start again/).check()
  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await expect(page.getByText('Saved.')).toBeVisible()
}

const expectNoScrolling = async (page: Page, width: number) =>
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)

/** Buttons that stand in a row, each pair with another height than the other. */
function findUneven() {
  const buttons = [...document.querySelectorAll('.button, .quiet')].filter((one) =>
    one.checkVisibility(),
  )
  const boxes = buttons.map((one) => ({
    text: one.textContent.trim(),
    box: one.getBoundingClientRect(),
  }))
  const rows = buttons.map((one) => one.closest('tr, .actions, .heading, .filters, .rail, dialog'))
  return boxes.flatMap(({ text, box }, index) =>
    boxes
      .filter((_, other) => other > index && rows[other] !== null && rows[other] === rows[index])
      .filter((other) => other.box.top < box.bottom && box.top < other.box.bottom)
      .filter((other) => Math.abs(other.box.height - box.height) > 0.5)
      .map((other) => `${text}: ${box.height}, ${other.text}: ${other.box.height}`),
  )
}

/** Addresses of members that are cut off, or broken elsewhere than between their words. */
function findBrokenAddresses() {
  return [...document.querySelectorAll('.email')].flatMap((address) => {
    const { left, right } = address.parentElement?.getBoundingClientRect() ?? new DOMRect()
    return [...address.childNodes]
      .filter((node) => node instanceof Text)
      .filter((word) => {
        const range = document.createRange()
        range.selectNodeContents(word)
        const lines = range.getClientRects()
        const [first] = lines
        return lines.length > 1 || (first && (first.left < left - 1 || first.right > right + 1))
      })
      .map(({ data }) => `${address.textContent}: ${data}`)
  })
}

async function expectInShape(page: Page) {
  expect(await page.evaluate(findUneven)).toEqual([])
  expect(await page.evaluate(findBrokenAddresses)).toEqual([])
}

/**
 * axe finds nothing, on a small light screen and on a large dark one, where only colours differ.
 * Nobody has to scroll sideways, buttons in a row have one height, and no address is broken.
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
    await expectInShape(page)
    await expectAccessible(page, rules)
  }
  for (const width of [640, 1024]) {
    await page.setViewportSize({ width, height: 800 })
    await expectNoScrolling(page, width)
    await expectInShape(page)
  }
}
