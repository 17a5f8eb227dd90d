import type { Page, Route } from '@playwright/test'
import { expect, test } from './fixtures.ts'

const SCRIPT = /\/hosted-checkout-[\w.-]+\.js$/
const WHAT_TO_DO = /^Paying needs JavaScript, which did not load\./

const notice = (page: Page) => page.getByText(WHAT_TO_DO)

test.describe('The hosted page whose script does not come', () => {
  test('stopped on its way: the page says what to do, and shows no form that looks alive', async ({
    api,
    shop,
    page,
    checkout,
  }) => {
    await page.route(SCRIPT, (route) => route.abort('blockedbyclient'))
    await page.goto(await api.createSession(shop))
    await expect(notice(page)).toBeVisible()
    await expect(checkout.name).toBeHidden()
    await expect(checkout.payButton).toBeHidden()
  })

  test('a script that cannot be trusted, or breaks, is as good as none', async ({
    api,
    shop,
    page,
    checkout,
  }) => {
    await page.clock.install()
    await page.route(SCRIPT, (route) => route.fulfill({ contentType: 'text/javascript', body: '' }))
    await page.goto(await api.createSession(shop))
    await page.clock.fastForward(10_000)
    await expect(notice(page)).toBeVisible()
    await expect(checkout.payButton).toBeHidden()
  })

  test('late, it says what to do after 10 s; what was typed is there when it comes', async ({
    api,
    shop,
    page,
    checkout,
  }) => {
    const { promise: asked, resolve: ask } = Promise.withResolvers<Route>()
    await page.clock.install()
    await page.route(SCRIPT, ask)
    await page.goto(await api.createSession(shop), { waitUntil: 'commit' })
    await checkout.fillBuyer()
    await expect(notice(page)).toBeHidden()
    await page.clock.fastForward(10_000)
    await expect(notice(page)).toBeVisible()
    await expect(checkout.payButton).toBeHidden()
    await page.clock.resume()
    await (await asked).continue()
    await expect(checkout.payButton).toBeVisible()
    await expect(notice(page)).toBeHidden()
    await expect(checkout.name).toHaveValue('Ana Example')
  })

  test('Pay, pressed before it came, is answered plainly, and no address holds name or phone', async ({
    api,
    shop,
    page,
    checkout,
  }) => {
    const url = await api.createSession(shop)
    const addresses: string[] = []
    page.on('request', (request) => addresses.push(request.url()))
    await page.route(SCRIPT, () => {})
    await page.goto(url, { waitUntil: 'commit' })
    await checkout.fillBuyer()
    await checkout.payButton.click()
    await expect(checkout.heading('Your details were not sent')).toBeVisible()
    expect(page.url()).toBe(url)
    expect(addresses.join('\n')).not.toMatch(/Ana|600/)
    await page.unroute(SCRIPT)
    await page.getByRole('link', { name: 'Load the payment page again' }).click()
    await expect(checkout.cardNumber).toBeVisible()
    expect((await api.getSession(shop, url)).status).toBe('open')
  })
})

test.describe('The hosted page without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('says what to do', async ({ api, shop, page, checkout }) => {
    await page.goto(await api.createSession(shop))
    await expect(notice(page)).toBeVisible()
    await expect(checkout.payButton).toBeHidden()
  })
})
