import { readFile } from 'node:fs/promises'
import { CARDS } from './checkout.page.ts'
import { expect, test as base } from './fixtures.ts'
import { MerchantPage } from './merchant.page.ts'

const test = base.extend<{ shopPage: MerchantPage }>({
  shopPage: async ({ page, merchant }, use) => {
    await use(new MerchantPage(page, merchant.origin))
  },
})

test.describe('checkout page §7: the element in a merchant’s page', () => {
  test('the element tells its page of a payment, from the form to the receipt', async ({
    api,
    shop,
    shopPage,
  }) => {
    const url = await api.createSession(shop)
    await shopPage.open(url)
    await shopPage.checkout.payWith(CARDS.succeeds)
    await shopPage.checkout.expectReceipt()
    const emitted = await shopPage.emitted()
    const session = url.split('/').at(-1)
    expect(emitted.map(({ type }) => type)).toEqual([
      'hc-ready',
      'hc-submit',
      'hc-processing',
      'hc-complete',
    ])
    expect(emitted.map(({ detail }) => detail['session'])).toEqual([
      session,
      session,
      session,
      session,
    ])
    expect(emitted[0]?.detail['loadMs']).toBeGreaterThan(0)
    expect(emitted[1]?.detail).toMatchObject({
      amount: 5390,
      currency: 'EUR',
      snapshot: { id: session, status: 'open' },
    })
    expect(emitted[3]?.detail).toMatchObject({
      orderNumber: (await api.getSession(shop, url)).order?.['orderNumber'],
      amountTotal: 5390,
      successUrl: null,
      snapshot: { status: 'complete' },
    })
    expect(JSON.stringify(emitted)).not.toMatch(
      /Ana Example|600 ?123|Calle Mayor|"4242"|4242 ?4242/,
    )
  })
})

test.describe('checkout page §7: the element is moved', () => {
  test('moveBefore keeps what was typed, the card included', async ({
    api,
    shop,
    shopPage,
    page,
  }) => {
    await shopPage.open(await api.createSession(shop))
    const { checkout } = shopPage
    await checkout.fillBuyer()
    await checkout.fillCard(CARDS.succeeds)
    await page.evaluate(() => {
      const dialog = document.body.appendChild(document.createElement('section'))
      dialog.moveBefore(document.querySelector('hosted-checkout')!, null)
    })
    await expect(page.locator('section > hosted-checkout')).toBeVisible()
    await checkout.pay()
    await checkout.expectReceipt()
    expect((await shopPage.emitted()).map(({ type }) => type)).toEqual([
      'hc-ready',
      'hc-submit',
      'hc-processing',
      'hc-complete',
    ])
  })
})

test.describe('checkout page §7: the page that the guide shows', { tag: '@long' }, () => {
  test('the page that the guide shows takes a payment', async ({
    api,
    shop,
    shopPage,
    page,
    merchant,
  }) => {
    const url = await api.createSession(shop)
    const guide = await readFile(new URL('../docs/guide/embed.md', import.meta.url), 'utf8')
    const [, block = ''] = /^```html\n([^]*?)^```/m.exec(guide) ?? []
    const here = block
      .replaceAll('http://localhost:4242/checkout', url.slice(0, url.lastIndexOf('/')))
      .replaceAll('cs_…', url.slice(url.lastIndexOf('/') + 1))
    await page.goto(`${merchant.origin}/empty`)
    await page.setContent(`<!doctype html>${here}`)
    await shopPage.checkout.payWith(CARDS.succeeds)
    await shopPage.checkout.expectReceipt()
  })
})

test.describe('checkout page §7: the element in a page that the store does not allow', () => {
  test('in a page that is not allowed, the element says it cannot be used, and tells the page why', async ({
    api,
    shopPage,
  }) => {
    const shop = await api.createShop({ allowedOrigins: ['https://elsewhere.example'] })
    await api.putProduct(shop, 10)
    await shopPage.open(await api.createSession(shop))
    await expect(shopPage.checkout.heading('This checkout cannot be shown here')).toBeVisible()
    const [error] = await shopPage.emitted('hc-error')
    expect(error?.detail).toMatchObject({ code: 'origin_not_allowed', snapshot: null })
    expect(error?.detail['message']).toContain('/docs#when-it-cannot-be-shown')
  })
})

test.describe(
  'checkout page §7: the element in a page whose policy forgot something',
  { tag: '@long' },
  () => {
    test('the element says what the page’s policy lacks when that keeps it from the checkout', async ({
      api,
      shop,
      shopPage,
      watched,
    }) => {
      const url = await api.createSession(shop)
      await shopPage.open(url, { lacks: 'connect-src' })
      await expect.poll(() => shopPage.emitted('hc-error')).not.toHaveLength(0)
      const { origin } = new URL(url)
      expect((await shopPage.emitted('hc-error'))[0]?.detail).toMatchObject({
        code: 'csp_blocked',
        message: `Add ${origin} to connect-src of your page’s policy.`,
      })
      await shopPage.page.goto(String((await shopPage.emitted('hc-error'))[0]?.detail['docs']))
      await expect(
        shopPage.page.getByRole('heading', { name: 'When it cannot be shown' }),
      ).toBeInViewport()
      expect(watched.violations.splice(0)).not.toEqual([])
    })

    test('the element says what the page’s policy lacks when that keeps the card fields from it', async ({
      api,
      shop,
      shopPage,
      watched,
    }) => {
      await shopPage.open(await api.createSession(shop), { lacks: 'frame-src' })
      await expect(shopPage.page.getByRole('alert')).toContainText(
        'The card fields could not be loaded.',
      )
      expect((await shopPage.emitted('hc-error'))[0]?.detail).toMatchObject({
        code: 'csp_blocked',
        message: expect.stringMatching(/^Add http:\S+ to frame-src of your page’s policy\.$/),
      })
      expect(watched.violations.splice(0)).not.toEqual([])
    })
  },
)

test.describe(
  'checkout page §7: the element in a page whose policy names a nonce',
  { tag: '@long' },
  () => {
    test('a page whose policy names a nonce takes a payment, and stops nothing of the element', async ({
      api,
      shop,
      shopPage,
    }) => {
      await shopPage.open(await api.createSession(shop), { nonce: 'of-this-page' })
      await shopPage.checkout.payWith(CARDS.succeeds)
      await shopPage.checkout.expectReceipt()
    })
  },
)

test.describe('checkout page §7: the element and a bad connection', { tag: '@long' }, () => {
  test('where the answer to Pay got lost, the element shows the receipt, and it is paid once', async ({
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
