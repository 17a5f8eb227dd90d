import { longer } from '../scripts/programs/longer-texts.ts'
import { CARDS, CheckoutPage } from './checkout.page.ts'
import { QUANTITY, WALKS, type Walk, passTime, walk } from './every-state.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expectWhole } from './expect-whole.ts'
import { type Surface, expect, test as base } from './fixtures.ts'
import { LIVE } from './merchant-api.ts'
import { test as stripeTest } from './stripe-fixtures.ts'
import { letBuyersStartAgain, test as store } from './store-fixtures.ts'
import { StripeCheckoutPage } from './stripe.page.ts'
import { ARABIC, ENGLISH, GERMAN, type Words } from './words.ts'

const test = base.extend({
  running: async ({ longer: started }, use) => use(started),
  // The service has longer texts, so these files of it are longer, too.
  context: async ({ context }, use) => {
    await context.route(/\/hosted-checkout-\w+-(?:de|ar)-\w+\.json$/, async (route) => {
      const response = await route.fetch()
      const texts: string[] = await response.json()
      await route.fulfill({ response, json: texts.map(longer) })
    })
    await context.route('**/thanks?*', (route) => route.fulfill({ status: 204 }))
    await use(context)
  },
})

const VIEWPORT = { width: 1280, height: 720 }
const WIDTHS = { '1280 px': { width: 1280 }, '390 px': { width: 390 }, '320 px': { width: 320 } }

/** The store can be gone back to. The automatic return leads nowhere, so that the receipt stays. */
const SESSION = {
  items: [{ product: 'linen-shirt', size: 'M', color: 'Sand', quantity: QUANTITY }],
  successUrl: 'http://localhost/thanks',
  cancelUrl: 'http://localhost/basket',
}

const TIME: Walk = {
  'five minutes left': async ({ checkout }) => {
    const { page } = checkout
    await passTime(page, 25.5)
    await page.reload()
    await expect(page.locator('[data-live=notice] .notice')).toBeVisible()
  },
}

/** Every state from right to left in our own page, and from left to right in a narrower one. */
const SHOWN: { surface: Surface; words: Words; walks: Walk[] }[] = [
  { surface: 'hosted', words: ARABIC, walks: [...WALKS, TIME] },
  { surface: 'embedded', words: GERMAN, walks: [...WALKS, TIME] },
]

for (const { surface, words, walks } of SHOWN)
  test.describe(`checkout page §6: texts 40 % longer break nothing, ${surface}, ${words.lang}`, () => {
    for (const states of walks) {
      const names = Object.keys(states)
      if (surface === 'embedded' && names.includes('unknown link')) continue
      test(
        `longer texts are not cut off, and axe finds nothing: ${names.join(', ')}`,
        { tag: '@long' },
        async ({ api, shop, open, page }) => {
          const url = await api.createSession(shop, SESSION)
          const openSo: typeof open = (where, address, target) =>
            open(where, address, target, words)
          const checkout = await openSo(surface, url)
          await checkout.expectReady()
          await expect(page.locator('label[for=name]')).toHaveText(longer(words.name))
          await walk(states, { checkout, api, shop, url, open: openSo }, async (seen) => {
            await expectWhole(seen, WIDTHS)
            // Where only the page's time has passed, the card's frame does not come.
            if (words === ARABIC && states !== TIME) {
              await expectAccessible(seen)
              await expectWhole(seen)
            }
            await seen.setViewportSize(VIEWPORT)
          })
        },
      )
    }
  })

test.describe('checkout page §6: texts 40 % longer break nothing without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  for (const words of [GERMAN, ARABIC])
    test(
      `without script nothing of longer texts is cut off, from the form to the receipt, ${words.lang}`,
      { tag: '@long' },
      async ({ api, shop, page }) => {
        await page.goto(`${await api.createSession(shop, SESSION)}?lang=${words.lang}`)
        await expectWhole(page, WIDTHS)
        const goOn = page.locator('button.pay:visible')
        const problem = page.locator('[data-problem]')
        await goOn.click()
        await expect(problem).toBeVisible()
        await expectWhole(page, WIDTHS)
        await new CheckoutPage(page, words).fillBuyer()
        await goOn.click()
        const number = page.getByLabel(words.number)
        await expect(number).toBeVisible()
        await goOn.click()
        await expect(problem).toBeVisible()
        await expectWhole(page, WIDTHS)
        for (const card of [CARDS.declined, CARDS.succeeds]) {
          await number.fill(card)
          await page.getByLabel(words.expiry).fill('12/40')
          await page.getByLabel(words.code).fill('123')
          await goOn.click()
          await expect(page.locator('[data-problem], .number code')).toBeVisible()
          await expectWhole(page, WIDTHS)
        }
        await expect(page.locator('.number code')).toBeVisible()
      },
    )
})

stripeTest.describe('checkout page §6: texts 40 % longer break nothing around Stripe', () => {
  for (const words of [GERMAN, ARABIC])
    stripeTest(
      `around Stripe nothing of longer texts is cut off in any way to pay, ${words.lang}`,
      { tag: '@long' },
      async ({ api, open, page }) => {
        const shop = await api.createShop({
          ...LIVE,
          currency: 'PLN',
          paymentMethods: ['blik', 'paypal'],
        })
        await api.putProduct(shop, 10)
        const { number, expiry, code } = ENGLISH
        await open('hosted', await api.createSession(shop), page, words)
        const checkout = new StripeCheckoutPage(page, { ...words, number, expiry, code })
        const ways = checkout.paymentFrame.getByRole('radio')
        const pay = page.locator('[data-pay]')
        await expect(ways).toHaveCount(3)
        for (const way of (await ways.all()).toReversed()) {
          await way.check()
          await pay.click()
          await expect(page.locator('[data-problem]')).toBeVisible()
          await expectWhole(page, WIDTHS)
        }
        await checkout.fillBuyer()
        await checkout.fillCard(CARDS.challenge)
        await page.route('**/stripe.js', (route) => route.abort())
        await pay.click()
        await expect(checkout.challengePage.getByRole('button')).toBeVisible()
        await expectWhole(page, WIDTHS)
      },
    )
})

const storeTest = store.extend({
  running: async ({ longer: started }, use) => use(started),
})

storeTest.describe('checkout page §6: texts 40 % longer break nothing for who starts again', () => {
  storeTest(
    'a longer text cuts off neither the button to start again nor another total',
    { tag: '@long' },
    async ({ api, owned, open, openStore, page, context }) => {
      await letBuyersStartAgain(page, openStore)
      const buyer = await context.newPage()
      const url = await api.createSession(owned, SESSION)
      await (await open('hosted', url, buyer, GERMAN)).expectReady()
      await api.expireSession(url)
      await expect(buyer.locator('[data-start]')).toBeVisible()
      await expectWhole(buyer, WIDTHS)
      await api.putProduct(owned, 10, { price: 5900 })
      await buyer.locator('[data-start]').click()
      await expect(buyer.locator('[data-live=notice] .notice')).toBeVisible()
      await expectWhole(buyer, WIDTHS)
    },
  )
})
