import type { Page, Route } from '@playwright/test'
import { CARDS, CheckoutPage } from './checkout.page.ts'
import { expect, test } from './fixtures.ts'

const SCRIPT = /\/hosted-checkout-[\w.-]+\.js$/

const SECOND_FILE = /\/hosted-checkout-outcomes[\w.-]*\.js$/

const onward = (page: Page) => page.getByRole('button', { name: 'Continue to card details' })

async function typeDetails(page: Page) {
  await page.getByLabel('Full name').fill('Ana Example')
  await page.getByLabel('Phone').fill('+34 600 000 000')
  await page.getByLabel('Delivery address').fill('Calle Mayor 1\n28013 Madrid')
  await onward(page).click()
}

async function typeCard(page: Page, number = '4242 4242 4242 4242') {
  await page.getByLabel('Card number').fill(number)
  await page.getByLabel('Expiry').fill('12/40')
  await page.getByLabel('Security code').fill('123')
  await page.getByRole('button', { name: 'Pay' }).click()
}

test.describe('The hosted page whose script does not come', () => {
  test('stopped on its way: the buyer pays all the same', async ({ api, shop, page, checkout }) => {
    await page.route(SCRIPT, (route) => route.abort('blockedbyclient'))
    const url = await api.createSession(shop)
    await page.goto(url)
    await expect(checkout.payButton).toBeHidden()
    await typeDetails(page)
    await typeCard(page)
    await expect(checkout.heading('Payment received')).toBeVisible()
    expect((await api.getSession(shop, url)).status).toBe('complete')
  })

  test('its second file stopped on its way: Pay leads on to the card all the same', async ({
    api,
    shop,
    page,
    checkout,
  }) => {
    await page.route(SECOND_FILE, (route) => route.abort('blockedbyclient'))
    const url = await api.createSession(shop)
    await page.goto(url)
    await checkout.expectReady()
    await checkout.fillBuyer()
    await expect(async () => {
      if (await checkout.payButton.isVisible()) await checkout.payButton.click()
      await expect(onward(page)).toBeFocused({ timeout: 1_000 })
    }).toPass()
    await expect(checkout.payButton).toBeHidden()
    await onward(page).click()
    await typeCard(page)
    await expect(checkout.heading('Payment received')).toBeVisible()
    expect((await api.getSession(shop, url)).status).toBe('complete')
  })

  for (const [what, file] of [
    ['script', SCRIPT],
    ['second file', SECOND_FILE],
  ] as const)
    test(
      `its ${what} stopped on its way while a payment goes on: a link looks again`,
      { tag: '@long' },
      async ({ api, context, shop, page, checkout }) => {
        test.setTimeout(90_000)
        const url = await api.createSession(shop)
        const paying = new CheckoutPage(await context.newPage())
        await paying.page.goto(url)
        await paying.payWith(CARDS.slow)
        await expect(paying.page.getByRole('status')).toContainText('We do not know yet')
        await page.route(file, (route) => route.abort('blockedbyclient'))
        await page.goto(url)
        await expect(page.getByText('Your payment is being processed.')).toBeVisible()
        await expect(checkout.payButton).toBeHidden()
        await expect(async () => {
          await page.getByRole('link', { name: 'Check again' }).click({ timeout: 5_000 })
          await expect(checkout.heading('Payment received')).toBeVisible({ timeout: 1_000 })
        }).toPass({ timeout: 50_000 })
      },
    )

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
    await expect(onward(page)).toBeVisible()
    await expect(checkout.payButton).toBeHidden()
  })

  test('late, the form goes on without it after 10 s; what was typed is there when it comes', async ({
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
    await expect(onward(page)).toBeHidden()
    await page.clock.fastForward(10_000)
    await expect(onward(page)).toBeVisible()
    await expect(checkout.payButton).toBeHidden()
    await page.clock.resume()
    await (await asked).continue()
    await expect(checkout.payButton).toBeVisible()
    await expect(onward(page)).toBeHidden()
    await expect(checkout.name).toHaveValue('Ana Example')
  })

  test('Pay, pressed before it came, goes on without it, and no address holds name or phone', async ({
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
    await typeCard(page)
    await expect(checkout.heading('Payment received')).toBeVisible()
    expect(addresses.join('\n')).not.toMatch(/Example|Calle|%2B34/)
    expect((await api.getSession(shop, url)).status).toBe('complete')
  })
})

test.describe('The hosted page without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('takes a purchase from the form to its full receipt', async ({
    api,
    shop,
    page,
    checkout,
  }) => {
    const url = await api.createSession(shop)
    await page.goto(url)
    await typeDetails(page)
    expect(new URL(page.url()).origin).not.toBe(new URL(url).origin)
    await typeCard(page)
    await expect(checkout.heading('Payment received')).toBeVisible()
    await expect(page.getByText('Calle Mayor 1')).toBeVisible()
    // No button that only a script would hear.
    await expect(page.getByRole('button')).toHaveCount(0)
    expect(await api.getSession(shop, url)).toMatchObject({
      status: 'complete',
      order: { customer: { name: 'Ana Example', phone: '+34 600 000 000' } },
    })
    await page.goto(url)
    await expect(checkout.heading('Payment received')).toBeVisible()
    await expect(page.getByText('Calle Mayor 1')).toBeHidden()
  })

  test('says at each field what is wrong with it, and keeps the others', async ({
    api,
    shop,
    page,
  }) => {
    await page.goto(await api.createSession(shop))
    await page.getByLabel('Full name').fill('Ana Example')
    await page.getByLabel('Phone').fill('12')
    await onward(page).click()
    await expect(page).toHaveTitle(/^Error: /)
    await expect(page.getByRole('heading', { name: 'There is a problem' })).toBeVisible()
    await expect(page.getByLabel('Full name')).toHaveValue('Ana Example')
    const phone = page.getByLabel('Phone')
    await expect(phone).toHaveAccessibleDescription(/7 to 15 digits/)
    await expect(phone).toHaveAttribute('aria-invalid', 'true')
    await expect(phone).toBeFocused()
    await phone.fill('+34 600 000 000')
    await page.getByLabel('Delivery address').fill('Calle Mayor 1\n28013 Madrid')
    await onward(page).click()
    await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(
      /Visa, Mastercard, American Express/,
    )
    await page.getByLabel('Card number').fill('1234')
    await page.getByRole('button', { name: 'Pay' }).click()
    await expect(page.getByLabel('Card number')).toHaveAccessibleDescription(
      /Enter a valid card number/,
    )
    await expect(page.getByLabel('Card number')).toHaveValue('')
    await page.getByRole('link', { name: 'Change your details' }).click()
    await expect(page.getByLabel('Delivery address')).toHaveValue('Calle Mayor 1\n28013 Madrid')
  })

  test('a declined card is said at the card, and another one pays', async ({
    api,
    shop,
    page,
    checkout,
  }) => {
    const url = await api.createSession(shop)
    await page.goto(url)
    await typeDetails(page)
    await typeCard(page, '4000 0000 0000 0002')
    await expect(page.getByText('Your card was declined. Nothing was charged')).toBeVisible()
    await typeCard(page)
    await expect(checkout.heading('Payment received')).toBeVisible()
  })

  test('asks the buyer’s bank, and takes its yes and its no', async ({
    api,
    shop,
    page,
    checkout,
  }) => {
    const url = await api.createSession(shop)
    await page.goto(url)
    await typeDetails(page)
    await typeCard(page, '4000 0027 6000 3184')
    await page.getByRole('button', { name: 'Fail authentication' }).click()
    await expect(page.getByText('Your bank could not confirm that it is you.')).toBeVisible()
    await expect(page.getByLabel('Full name')).toHaveValue('Ana Example')
    await onward(page).click()
    await typeCard(page, '4000 0027 6000 3184')
    await page.goto(url)
    await page.getByRole('link', { name: 'Continue to your bank' }).click()
    await page.getByRole('button', { name: 'Complete authentication' }).click()
    await page.goto(url)
    await expect(checkout.heading('Payment received')).toBeVisible()
    expect((await api.getSession(shop, url)).status).toBe('complete')
  })

  test('a page of ours that failed leads back to the session by a link', async ({
    api,
    shop,
    page,
  }) => {
    const url = await api.createSession(shop)
    await page.setContent(
      `<form method="post" action="${url}"><textarea name="place">${'x'.repeat(17_000)}</textarea>
      <button>Send</button></form>`,
    )
    await page.getByRole('button', { name: 'Send' }).click()
    await expect(page.getByText('it shows if you have paid')).toBeVisible()
    await expect(page.getByText(/not charged/)).toBeHidden()
    await page.getByRole('link', { name: 'Try again' }).click()
    await expect(onward(page)).toBeVisible()
  })

  test('a session that expires meanwhile charges nobody, and says so', async ({
    api,
    shop,
    page,
    checkout,
  }) => {
    const url = await api.createSession(shop)
    await page.goto(url)
    await typeDetails(page)
    await api.expireSession(url)
    await typeCard(page)
    await expect(checkout.heading('This payment link has expired')).toBeVisible()
    await expect(page.getByRole('button')).toHaveCount(0)
    expect((await api.getSession(shop, url)).order).toBeNull()
  })

  for (const [left, title] of [
    [0, 'Sold out'],
    [1, 'Only 1 left'],
  ] as const)
    test(`two of which ${left} are left meanwhile: nobody is charged, and it is said`, async ({
      api,
      shop,
      page,
      checkout,
    }) => {
      const items = [{ product: 'linen-shirt', size: 'M', color: 'Sand', quantity: 2 }]
      const url = await api.createSession(shop, { items })
      await page.goto(url)
      await typeDetails(page)
      await api.putProduct(shop, left)
      await typeCard(page)
      await expect(checkout.heading(title)).toBeVisible()
      await expect(page.getByText('You were not charged.')).toBeVisible()
      await expect(page.getByRole('button')).toHaveCount(0)
      expect((await api.listPayments(shop)).data).toEqual([])
      expect(await api.getSession(shop, url)).toMatchObject({ status: 'open', order: null })
    })

  for (const [card, tag] of [
    [CARDS.unknown, []],
    [CARDS.slow, ['@long']],
  ] as const)
    test(
      `a payment whose outcome is not known yet (${card}) is never called uncharged`,
      { tag: [...tag] },
      async ({ api, shop, page, checkout }) => {
        test.setTimeout(90_000)
        const url = await api.createSession(shop)
        await page.goto(url)
        await typeDetails(page)
        await typeCard(page, card)
        await expect(page.getByText('Your payment is being processed.')).toBeVisible()
        await expect(page.getByRole('button')).toHaveCount(0)
        await expect(async () => {
          await expect(page.getByText(/not charged|Nothing was charged/)).toHaveCount(0)
          await page.getByRole('link', { name: 'Check again' }).click({ timeout: 5_000 })
          await expect(checkout.heading('Payment received')).toBeVisible({ timeout: 1_000 })
        }).toPass({ timeout: 60_000 })
        expect((await api.getSession(shop, url)).status).toBe('complete')
      },
    )
})
