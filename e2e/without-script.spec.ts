import type { Page, Route } from '@playwright/test'
import {
  CARD_JOURNEYS,
  type CardJourney,
  PAID,
  expectPayments,
  expectSold,
  travel,
} from './card-journeys.ts'
import { CARDS, CheckoutPage } from './checkout.page.ts'
import { expect, test as base } from './fixtures.ts'
import type { Shop, merchantApi } from './merchant-api.ts'
import { PlainPage } from './plain.page.ts'

const test = base.extend<{ plain: PlainPage }>({
  plain: async ({ page }, use) => {
    await use(new PlainPage(page))
  },
})

const SCRIPT = /\/hosted-checkout-[\w.-]+\.js$/

const SECOND_FILE = /\/hosted-checkout-outcomes[\w.-]*\.js$/

/**
 * Follows "Check again" until the receipt is there. Until then no page says that nothing was
 * charged.
 */
async function checkAgainUntilPaid(page: Page, isOver: () => Promise<boolean>) {
  const again = page.getByRole('link', { name: 'Check again' })
  await expect(page.getByText('Your payment is being processed.')).toBeVisible()
  await again.click()
  await expect(page.getByText(/not charged|Nothing was charged/)).toHaveCount(0)
  await expect.poll(isOver, { timeout: 60_000, intervals: [500] }).toBe(true)
  await expect(async () => {
    await expect(page.getByText(/not charged|Nothing was charged/)).toHaveCount(0)
    await again.or(page.getByRole('heading', { name: PAID })).waitFor()
    if (await again.isVisible()) await again.click()
    await expect(page.getByRole('heading', { name: PAID })).toBeVisible({ timeout: 1_000 })
  }).toPass()
}

test.describe('decision 69: the hosted page whose script does not come', () => {
  test('a page whose script is stopped leads a buyer to the receipt', async ({
    api,
    shop,
    page,
    checkout,
    plain,
  }) => {
    await page.route(SCRIPT, (route) => route.abort('blockedbyclient'))
    const url = await api.createSession(shop)
    await page.goto(url)
    await expect(checkout.payButton).toBeHidden()
    await plain.payWith(CARDS.succeeds)
    await plain.expectPaid()
    await expectSold({ api, shop, url })
  })

  test(
    'a page whose second file is stopped leads on to the card',
    { tag: '@long' },
    async ({ api, shop, page, checkout, plain }) => {
      await page.route(SECOND_FILE, (route) => route.abort('blockedbyclient'))
      const url = await api.createSession(shop)
      await page.goto(url)
      await checkout.expectReady()
      await checkout.fillBuyer()
      await expect(async () => {
        if (await checkout.payButton.isVisible()) await checkout.payButton.click()
        await expect(plain.onward).toBeFocused({ timeout: 1_000 })
      }).toPass()
      await expect(checkout.payButton).toBeHidden()
      await plain.onward.click()
      await plain.payByCard()
      await plain.expectPaid()
      await expectSold({ api, shop, url })
    },
  )

  for (const [what, file] of [
    ['script', SCRIPT],
    ['second file', SECOND_FILE],
  ] as const)
    test(
      `a page whose ${what} is stopped while a payment goes on has a link that looks again`,
      { tag: '@long' },
      async ({ api, context, shop, page, checkout }) => {
        const url = await api.createSession(shop)
        const paying = new CheckoutPage(await context.newPage())
        await paying.page.goto(url)
        await paying.payWith(CARDS.slow)
        await expect(paying.page.getByRole('status')).toContainText('Still waiting for your bank')
        await paying.page.close()
        await page.route(file, (route) => route.abort('blockedbyclient'))
        await page.goto(url)
        await expect(checkout.payButton).toBeHidden()
        await checkAgainUntilPaid(
          page,
          async () => (await api.getSession(shop, url)).status === 'complete',
        )
      },
    )

  test(
    'a page whose script cannot be trusted, or breaks, is as good as one without',
    { tag: '@long' },
    async ({ api, shop, page, checkout, plain }) => {
      await page.clock.install()
      await page.route(SCRIPT, (route) =>
        route.fulfill({ contentType: 'text/javascript', body: '' }),
      )
      await page.goto(await api.createSession(shop))
      await page.clock.fastForward(10_000)
      await expect(plain.onward).toBeVisible()
      await expect(checkout.payButton).toBeHidden()
    },
  )

  test(
    'a page goes on without a script that is late, and has what was typed when it comes',
    { tag: '@long' },
    async ({ api, shop, page, checkout, plain }) => {
      const { promise: asked, resolve: ask } = Promise.withResolvers<Route>()
      await page.clock.install()
      await page.route(SCRIPT, ask)
      await page.goto(await api.createSession(shop), { waitUntil: 'commit' })
      await checkout.fillBuyer()
      await expect(plain.onward).toBeHidden()
      await page.clock.fastForward(10_000)
      await expect(plain.onward).toBeVisible()
      await expect(checkout.payButton).toBeHidden()
      await page.clock.resume()
      await (await asked).continue()
      await expect(checkout.payButton).toBeVisible()
      await expect(plain.onward).toBeHidden()
      await expect(checkout.name).toHaveValue('Ana Example')
    },
  )

  test(
    'Pay pressed before the script came goes on without it, and no address holds name or phone',
    { tag: '@long' },
    async ({ api, shop, page, checkout, plain }) => {
      const url = await api.createSession(shop)
      const addresses: string[] = []
      page.on('request', (request) => addresses.push(request.url()))
      await page.route(SCRIPT, () => {})
      await page.goto(url, { waitUntil: 'commit' })
      await checkout.fillBuyer()
      await checkout.payButton.click()
      await plain.payByCard()
      await plain.expectPaid()
      expect(addresses.join('\n')).not.toMatch(/Example|Calle|%2B34/)
      await expectSold({ api, shop, url })
    },
  )
})

type Sale = { api: ReturnType<typeof merchantApi>; shop: Shop; url: string }

/** What may have happened to the session when the card is sent. */
const ENDS = [
  {
    end: 'the session expires',
    arrange: ({ api, url }: Sale) => api.expireSession(url),
    title: 'This payment link has expired',
    status: 'expired',
  },
  {
    end: 'the last one is sold',
    arrange: ({ api, shop }: Sale) => api.putProduct(shop, 0),
    title: 'Sold out',
    status: 'open',
  },
  {
    end: 'fewer are left than were asked for',
    arrange: ({ api, shop }: Sale) => api.putProduct(shop, 1),
    title: 'Only 1 left',
    status: 'open',
  },
]

test.describe('decision 69: the hosted page without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('without JavaScript, a purchase goes from the form to its full receipt', async ({
    api,
    shop,
    page,
    plain,
  }) => {
    const url = await api.createSession(shop)
    await page.goto(url)
    await plain.fillBuyer()
    await plain.addressText.fill('Calle Mayor 1\n28013 Madrid')
    await plain.onward.click()
    expect(new URL(page.url()).origin).not.toBe(new URL(url).origin)
    await plain.payByCard()
    await plain.expectPaid()
    await expect(page.getByText('Calle Mayor 1')).toBeVisible()
    // There is no button that only a script would hear.
    await expect(page.getByRole('button')).toHaveCount(0)
    await expectSold({ api, shop, url })
    await page.goto(url)
    await plain.expectPaid()
    await expect(page.getByText('Calle Mayor 1')).toBeHidden()
  })

  for (const journey of Object.keys(CARD_JOURNEYS) as CardJourney[])
    test(`without JavaScript, ${journey}`, { tag: '@long' }, async ({ api, shop, page, plain }) => {
      const url = await api.createSession(shop)
      await page.goto(url)
      await travel(journey, plain)
      // The bank's page leads back, or the buyer looks at the page again.
      await page.goto(url)
      await plain.expectPaid()
      await expectSold({ api, shop, url })
      await expectPayments({ api, shop }, journey)
    })

  test(
    'without JavaScript, the page leads back to a bank that the buyer has left',
    { tag: '@long' },
    async ({ api, shop, page, plain }) => {
      const url = await api.createSession(shop)
      await page.goto(url)
      await plain.payWith(CARDS.challenge)
      await page.goto(url)
      await page.getByRole('link', { name: 'Continue to your bank' }).click()
      await plain.answerBank('complete')
      await page.goto(url)
      await plain.expectPaid()
      await expectSold({ api, shop, url })
    },
  )

  test(
    'without JavaScript, the page says at each field what is wrong, and keeps the others',
    { tag: '@long' },
    async ({ api, shop, page, plain }) => {
      await page.goto(await api.createSession(shop))
      await plain.name.fill('Ana Example')
      await plain.phone.fill('12')
      await plain.onward.click()
      await expect(page).toHaveTitle(/^Error: /)
      await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
      await expect(plain.name).toHaveValue('Ana Example')
      await expect(plain.phone).toHaveAccessibleDescription(/7 to 15 digits/)
      await expect(plain.phone).toHaveAttribute('aria-invalid', 'true')
      await expect(plain.phone).toBeFocused()
      await plain.phone.fill('+34 600 000 000')
      await plain.addressText.fill('Calle Mayor 1\n28013 Madrid')
      await plain.onward.click()
      await expect(plain.cardNumber).toHaveAccessibleDescription(
        /Visa, Mastercard, American Express/,
      )
      await plain.payButton.click()
      await expect(plain.cardNumber).toHaveAccessibleDescription(/Enter the card number/)
      await plain.cardNumber.fill('1234')
      await plain.payButton.click()
      await expect(plain.cardNumber).toHaveAccessibleDescription(/Enter a valid card number/)
      await expect(plain.cardNumber).toHaveValue('')
      await page.getByRole('link', { name: 'Change your details' }).click()
      await expect(plain.addressText).toHaveValue('Calle Mayor 1\n28013 Madrid')
    },
  )

  test(
    'without JavaScript, a link leads back to the session where a page of ours failed',
    { tag: '@long' },
    async ({ api, shop, page, plain }) => {
      const url = await api.createSession(shop)
      await page.setContent(
        `<form method="post" action="${url}"><textarea name="place">${'x'.repeat(17_000)}</textarea>
      <button>Send</button></form>`,
      )
      await page.getByRole('button', { name: 'Send' }).click()
      await expect(page.getByText('to see whether you have paid')).toBeVisible()
      await expect(page.getByText(/not charged/)).toBeHidden()
      await page.getByRole('link', { name: 'Try again' }).click()
      await expect(plain.onward).toBeVisible()
    },
  )

  for (const { end, arrange, title, status } of ENDS)
    test(
      `without JavaScript, nobody is charged where ${end} meanwhile, and the page says so`,
      { tag: '@long' },
      async ({ api, shop, page, checkout, plain }) => {
        const items = [{ product: 'linen-shirt', size: 'M', color: 'Sand', quantity: 2 }]
        const url = await api.createSession(shop, { items })
        await page.goto(url)
        await plain.fillBuyer()
        await plain.addressText.fill('Calle Mayor 1')
        await plain.onward.click()
        await arrange({ api, shop, url })
        await plain.payByCard()
        await expect(checkout.heading(title)).toBeVisible()
        await expect(page.getByText('You were not charged.')).toBeVisible()
        await expect(page.getByRole('button')).toHaveCount(0)
        expect((await api.listPayments(shop)).data).toEqual([])
        expect(await api.getSession(shop, url)).toMatchObject({ status, order: null })
      },
    )

  for (const [what, card] of [
    ['cannot be known yet', CARDS.unknown],
    ['is long in coming', CARDS.slow],
  ] as const)
    test(
      `without JavaScript, no payment is called uncharged whose outcome ${what}`,
      { tag: '@long' },
      async ({ api, shop, page, plain }) => {
        const url = await api.createSession(shop)
        await page.goto(url)
        await plain.payWith(card)
        await expect(page.getByRole('button')).toHaveCount(0)
        await checkAgainUntilPaid(
          page,
          async () => (await api.getSession(shop, url)).status === 'complete',
        )
      },
    )
})
