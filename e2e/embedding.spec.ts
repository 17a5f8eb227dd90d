import type { Locator } from '@playwright/test'
import { CARDS } from './checkout.page.ts'
import { expect, test as base } from './fixtures.ts'
import { MerchantPage } from './merchant.page.ts'

const test = base.extend<{ shopPage: MerchantPage }>({
  shopPage: async ({ page, merchant }, use) => {
    await use(new MerchantPage(page, merchant.origin))
  },
})

const styleOf = (locator: Locator, name: string) =>
  locator.evaluate(
    (element, property) => getComputedStyle(element).getPropertyValue(property),
    name,
  )

test.describe('The element’s appearance in a merchant’s page', () => {
  test('takes tokens of the page’s own, whatever their names', async ({ api, shop, shopPage }) => {
    await shopPage.open([await api.createSession(shop)])
    await shopPage.style(`
      :root { --bg: rgb(250, 245, 235); --text: rgb(40, 20, 10); --accent: rgb(120, 0, 60); --radius: 3px; --size: 18px; }
      hosted-checkout {
        --hc-bg: var(--bg); --hc-text: var(--text); --hc-accent: var(--accent); --hc-radius: var(--radius);
        --hc-font-size: var(--size);
      }`)
    const { checkout } = shopPage
    await checkout.expectReady()
    expect(await styleOf(checkout.payButton, 'background-color')).toBe('rgb(120, 0, 60)')
    expect(await styleOf(checkout.payButton, 'border-top-left-radius')).toBe('3px')
    expect(await styleOf(checkout.name, 'background-color')).toBe('rgb(250, 245, 235)')
    expect(await styleOf(checkout.name, 'color')).toBe('rgb(40, 20, 10)')
    expect(await styleOf(checkout.name, 'font-size')).toBe('18px')
  })

  test('is dark in a light page when it says so', async ({ api, shop, shopPage }) => {
    await shopPage.open([await api.createSession(shop)], { theme: 'dark' })
    await shopPage.checkout.expectReady()
    expect(await styleOf(shopPage.element, 'background-color')).toBe('rgb(15, 18, 24)')
    expect(await styleOf(shopPage.checkout.name, 'color')).toBe('rgb(236, 239, 245)')
    expect(await styleOf(shopPage.checkout.cardNumber, 'color')).toBe('rgb(236, 239, 245)')
  })

  test('runs from right to left with the page', async ({ api, shop, shopPage }) => {
    await shopPage.open([await api.createSession(shop)], { lang: 'ar', dir: 'rtl' })
    const { checkout, page } = shopPage
    await checkout.expectReady()
    const label = (await page.getByText('Full name').boundingBox())!
    const field = (await checkout.name.boundingBox())!
    expect(
      await page.getByText('Full name').evaluate((element) => getComputedStyle(element).direction),
    ).toBe('rtl')
    expect(Math.round(label.x + label.width)).toBe(Math.round(field.x + field.width))
    expect(await styleOf(checkout.cardNumber, 'text-align')).toBe('right')
  })

  test('fits a narrow column of a wide page', async ({ api, shop, shopPage }) => {
    await shopPage.open([await api.createSession(shop)])
    await shopPage.style('main { inline-size: 320px; }')
    await shopPage.checkout.expectReady()
    expect(await shopPage.element.evaluate(({ scrollWidth }) => scrollWidth)).toBeLessThanOrEqual(
      320,
    )
    const summary = (await shopPage.page.getByRole('complementary').boundingBox())!
    expect(summary.y + summary.height).toBeLessThanOrEqual(
      (await shopPage.checkout.name.boundingBox())!.y,
    )
  })
})

test.describe('The element’s events', () => {
  test('tell of a payment, from the form to the receipt', async ({ api, shop, shopPage }) => {
    const url = await api.createSession(shop)
    await shopPage.open([url])
    await shopPage.checkout.payWith(CARDS.succeeds)
    await shopPage.checkout.expectReceipt()
    const told = await shopPage.told()
    const session = url.split('/').at(-1)
    expect(told.map(({ type }) => type)).toEqual([
      'hc-ready',
      'hc-submit',
      'hc-processing',
      'hc-complete',
    ])
    expect(told.map(({ detail }) => detail['session'])).toEqual([
      session,
      session,
      session,
      session,
    ])
    expect(told[0]?.detail['loadMs']).toBeGreaterThan(0)
    expect(told[1]?.detail).toMatchObject({
      amount: 5390,
      currency: 'EUR',
      snapshot: { id: session, status: 'open' },
    })
    expect(told[3]?.detail).toMatchObject({
      orderNumber: (await api.getSession(shop, url)).order?.['orderNumber'],
      amountTotal: 5390,
      successUrl: null,
      snapshot: { status: 'complete' },
    })
    expect(JSON.stringify(told)).not.toMatch(/Ana Example|600 ?123|Calle Mayor|4242/)
  })

  test('hc-submit prevented sends nothing', async ({ api, shop, shopPage }) => {
    await shopPage.open([await api.createSession(shop)], { prevented: ['hc-submit'] })
    await shopPage.checkout.payWith(CARDS.succeeds)
    await expect.poll(() => shopPage.told('hc-submit')).toHaveLength(1)
    await expect(shopPage.checkout.payButton).toHaveText('Pay €53.90')
    expect((await api.listPayments(shop)).data).toEqual([])
  })

  test('hc-complete prevented leaves the receipt to the merchant', async ({
    api,
    shop,
    shopPage,
  }) => {
    const url = await api.createSession(shop)
    await shopPage.open([url], { prevented: ['hc-complete'] })
    await shopPage.checkout.payWith(CARDS.succeeds)
    await expect.poll(() => shopPage.told('hc-complete')).toHaveLength(1)
    await expect(shopPage.checkout.heading('Payment received')).toBeHidden()
    await expect(shopPage.element).toHaveAttribute('status', 'complete')
  })

  test('hc-expired prevented keeps what was typed for the session that comes next', async ({
    api,
    shop,
    shopPage,
  }) => {
    const url = await api.createSession(shop)
    await shopPage.open([url], { prevented: ['hc-expired'] })
    const { checkout } = shopPage
    await checkout.expectReady()
    await checkout.fillBuyer()
    await api.expireSession(url)
    await expect.poll(() => shopPage.told('hc-expired')).toHaveLength(1)
    await expect(checkout.heading('This payment link has expired')).toBeHidden()
    const next = await api.createSession(shop)
    await shopPage.show(next)
    await checkout.expectReady()
    await expect(checkout.place).toHaveValue('Calle Mayor 1, 28013 Madrid')
    await checkout.fillCard(CARDS.succeeds)
    await checkout.pay()
    await checkout.expectReceipt()
    expect(await api.getSession(shop, next)).toMatchObject({ status: 'complete' })
  })

  test('hc-cancel prevented keeps the buyer in the page', async ({
    api,
    shop,
    shopPage,
    page,
    merchant,
  }) => {
    await shopPage.open(
      [await api.createSession(shop, { cancelUrl: `${merchant.origin}/basket` })],
      { prevented: ['hc-cancel'] },
    )
    await shopPage.checkout.expectReady()
    await page.getByRole('link', { name: 'Back to Loom & Co' }).click()
    expect(await shopPage.told('hc-cancel')).toHaveLength(1)
    expect(page.url()).not.toContain('/basket')
    await expect(shopPage.checkout.payButton).toBeVisible()
  })

  test('redirect=auto goes to successUrl after the receipt', async ({
    api,
    shop,
    shopPage,
    page,
    merchant,
  }) => {
    await shopPage.open(
      [await api.createSession(shop, { successUrl: `${merchant.origin}/thanks` })],
      { redirect: 'auto' },
    )
    await shopPage.checkout.stopTimeAtReceipt()
    await shopPage.checkout.payWith(CARDS.succeeds)
    await shopPage.checkout.expectReceipt()
    await page.clock.runFor(5_000)
    await page.waitForURL(/\/thanks\?session_id=cs_/)
  })
})

test.describe('The element in the page’s life', () => {
  test('is taken out and put back, with what was typed', async ({ api, shop, shopPage }) => {
    await shopPage.open([await api.createSession(shop)])
    const { checkout } = shopPage
    await checkout.expectReady()
    await checkout.fillBuyer()
    await shopPage.element.evaluate((element) => {
      const { parentElement } = element
      element.remove()
      parentElement?.append(element)
    })
    await checkout.expectReady()
    await expect(checkout.name).toHaveValue('Ana Example')
    await checkout.fillCard(CARDS.succeeds)
    await checkout.pay()
    await checkout.expectReceipt()
  })

  test('two in one page are two checkouts', async ({ api, shop, shopPage, page }) => {
    const urls = [await api.createSession(shop), await api.createSession(shop)]
    await shopPage.open(urls)
    await expect(page.getByRole('button', { name: 'Pay €53.90' })).toHaveCount(2)
    await shopPage.element.nth(1).getByLabel('Full name').fill('Second')
    await expect(shopPage.element.nth(0).getByLabel('Full name')).toHaveValue('')
    await expect.poll(() => shopPage.told('hc-ready')).toHaveLength(2)
  })

  // The refusal carries no CORS header, so its reason cannot be read there.
  test('says that it cannot be used where the store does not allow the page’s origin', async ({
    api,
    shopPage,
  }) => {
    const shop = await api.createShop({ allowedOrigins: ['https://elsewhere.example'] })
    await api.putProduct(shop, 10)
    await shopPage.open([await api.createSession(shop)])
    await expect(shopPage.checkout.heading('We cannot reach the checkout')).toBeVisible()
    const [error] = await shopPage.told('hc-error')
    expect(error?.detail).toMatchObject({ code: 'network', snapshot: null })
    expect(error?.detail['message']).toContain('allowed origins')
  })
})

test.describe('The element and a bad connection', () => {
  test('asks for another token when the server refuses the one it has', async ({
    api,
    shop,
    shopPage,
    page,
  }) => {
    await page.route(
      '**/view',
      (route) =>
        route.fulfill({
          status: 401,
          headers: { 'access-control-allow-origin': '*' },
          json: { error: { code: 'invalid_token', message: 'Expired.' } },
        }),
      { times: 1 },
    )
    await shopPage.open([await api.createSession(shop)])
    await shopPage.checkout.expectReady()
  })

  test('sends nothing while the buyer is offline, and says so', async ({
    api,
    shop,
    shopPage,
    page,
    context,
  }) => {
    await shopPage.open([await api.createSession(shop)])
    const { checkout } = shopPage
    await checkout.expectReady()
    await checkout.fillBuyer()
    await checkout.fillCard(CARDS.succeeds)
    await context.setOffline(true)
    await checkout.pay()
    await expect(page.getByText('You are offline. Nothing was sent.').first()).toBeVisible()
    await context.setOffline(false)
    await expect(page.getByText('You are offline. Nothing was sent.')).toHaveCount(0)
    await checkout.pay()
    await checkout.expectReceipt()
    expect((await api.listPayments(shop)).data).toHaveLength(1)
  })

  test('an answer to Pay that gets lost becomes the receipt by itself, paid once', async ({
    api,
    shop,
    shopPage,
    page,
  }) => {
    await page.route('**/pay', async (route) => {
      await route.fetch()
      await route.abort()
    })
    await shopPage.open([await api.createSession(shop)])
    await shopPage.checkout.payWith(CARDS.succeeds)
    await shopPage.checkout.expectReceipt()
    expect((await api.listPayments(shop)).data).toHaveLength(1)
  })
})
