import { CARDS } from './checkout.page.ts'
import { expect, test as base } from './fixtures.ts'
import { MerchantPage } from './merchant.page.ts'

const test = base.extend<{ shopPage: MerchantPage }>({
  shopPage: async ({ page, merchant }, use) => {
    await use(new MerchantPage(page, merchant.origin))
  },
})

test.describe('The element in a merchant’s page', () => {
  test('tells of a payment, from the form to the receipt', async ({ api, shop, shopPage }) => {
    const url = await api.createSession(shop)
    await shopPage.open(url)
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
})

test.describe('The element in a page that the store does not allow', () => {
  // The refusal carries no CORS header, so its reason cannot be read there.
  test('says that it cannot be used there', async ({ api, shopPage }) => {
    const shop = await api.createShop({ allowedOrigins: ['https://elsewhere.example'] })
    await api.putProduct(shop, 10)
    await shopPage.open(await api.createSession(shop))
    await expect(shopPage.checkout.heading('We cannot reach the checkout')).toBeVisible()
    const [error] = await shopPage.told('hc-error')
    expect(error?.detail).toMatchObject({ code: 'network', snapshot: null })
    expect(error?.detail['message']).toContain('allowed origins')
  })
})

test.describe('The element and a bad connection', () => {
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
    await shopPage.open(await api.createSession(shop))
    await shopPage.checkout.payWith(CARDS.succeeds)
    await shopPage.checkout.expectReceipt()
    expect((await api.listPayments(shop)).data).toHaveLength(1)
  })
})
