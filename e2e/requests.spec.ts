import type { Page, Route } from '@playwright/test'
import { figure } from './figure.ts'
import { expect, test } from './fixtures.ts'

/** Holds what comes to these addresses until it is let go. */
async function hold(page: Page, address: RegExp) {
  const held: Route[] = []
  const go = Promise.withResolvers<void>()
  await page.route(address, async (route) => {
    held.push(route)
    await go.promise
    await route.continue()
  })
  return { held, letGo: go.resolve }
}

/** What is asked for until the card can be typed; what is fetched behind the form has to wait. */
async function countUntilPayable(page: Page, open: () => Promise<unknown>) {
  const asked: string[] = []
  const behind = await hold(page, /-outcomes-/)
  page.on('request', (request) => {
    const address = request.url()
    if (/\/(?:checkout|payment-frame)\//.test(address) && !address.includes('-outcomes-'))
      asked.push(`${request.method()} ${address}`)
  })
  await open()
  await page.locator('iframe[data-ready]').waitFor()
  behind.letGo()
  return asked
}

test.describe('checkout page §1 requests until the form can be paid', () => {
  test('on the hosted page at most 5', async ({ api, shop, page }) => {
    const url = await api.createSession(shop)
    const asked = await countUntilPayable(page, () => page.goto(url))
    figure('requests until the form can be paid, hosted', `${asked.length}`)
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(5)
  })

  test('on the hosted page the frame waits for no script', async ({ api, shop, page }) => {
    const script = await hold(page, /hosted-checkout-page-/)
    const url = await api.createSession(shop)
    const framed = page.waitForRequest(/payment-frame\/cs_/)
    await page.goto(url, { waitUntil: 'commit' })
    await framed
    // The two are asked for at the same time: either may come first.
    await expect.poll(() => script.held).toHaveLength(1)
    const frame = page.frameLocator('[title="Card details"]')
    await expect(frame.getByLabel('Card number')).toBeAttached()
    script.letGo()
    await page.locator('iframe[data-ready]').waitFor()
  })

  test('in a merchant’s page at most 6, none of them a preflight', async ({
    api,
    shop,
    page,
    open,
  }) => {
    const url = await api.createSession(shop)
    const asked = await countUntilPayable(page, () => open('embedded', url))
    figure('requests until the form can be paid, embedded', `${asked.length}`)
    expect(asked.length, asked.join('\n')).toBeLessThanOrEqual(6)
    expect(asked.filter((address) => address.startsWith('OPTIONS'))).toEqual([])
  })

  test('in a merchant’s page texts and view come at once, and then the frame', async ({
    api,
    shop,
    page,
    open,
  }) => {
    const second = await hold(page, /hosted-checkout-form-en-|\/token\?view=1/)
    const opening = open('embedded', await api.createSession(shop))
    await expect.poll(() => second.held).toHaveLength(2)
    const framed = page.waitForRequest(/payment-frame\/cs_/)
    second.letGo()
    await framed
    await opening
    await page.locator('iframe[data-ready]').waitFor()
  })
})
