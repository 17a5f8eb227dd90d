import { CARDS } from './checkout.page.ts'
import { PLACES, expect, test } from './fixtures.ts'

const UNKNOWN = 'We do not know yet if the payment went through. Do not pay again.'

const refusal = (status: number, code: string) => ({
  status,
  headers: { 'access-control-allow-origin': '*', 'retry-after': '10' },
  json: { error: { code, message: 'Not now.' } },
})

test('a provider that is slow to answer: the page does not know, says so, and becomes the receipt by itself', async ({
  api,
  shop,
  open,
  page,
}) => {
  test.slow()
  const url = await api.createSession(shop)
  const checkout = await open('hosted', url)
  await checkout.payWith(CARDS.slow)
  await expect(page.getByText(UNKNOWN).filter({ visible: true }).first()).toBeVisible()
  await expect(checkout.payButton).toHaveAttribute('aria-disabled', 'true')
  await expect(checkout.heading('Payment received')).toBeVisible({ timeout: 60_000 })
  expect((await api.listPayments(shop)).data.map(({ status }) => status)).toEqual(['captured'])
  expect(await api.getSession(shop, url)).toMatchObject({ status: 'complete' })
})

for (const place of PLACES) {
  test.describe(`What pay may answer, ${place}`, () => {
    test('not knowing is not taken back by waiting longer', async ({ api, shop, open, page }) => {
      await page.clock.install()
      const checkout = await open(place, await api.createSession(shop))
      await checkout.expectReady()
      await page.route('**/pay', (route) =>
        route.fulfill({ ...refusal(202, ''), json: { status: 'processing' } }),
      )
      await page.route('**/view', (route) => route.abort())
      await page.route('**/events', (route) => route.abort())
      await checkout.payWith(CARDS.succeeds)
      await expect(page.getByText(UNKNOWN).filter({ visible: true }).first()).toBeVisible()
      await page.clock.runFor(12_000)
      await expect(page.getByText(UNKNOWN).filter({ visible: true }).first()).toBeVisible()
    })

    test('payments that are not possible right now: nothing was charged, and the next try pays', async ({
      api,
      shop,
      open,
      page,
    }) => {
      const checkout = await open(place, await api.createSession(shop))
      await page.route('**/pay', (route) => route.fulfill(refusal(503, 'payments_unavailable')), {
        times: 1,
      })
      await checkout.payWith(CARDS.succeeds)
      await expect(page.getByRole('alert')).toHaveText(
        /Payments are not possible right now\s*You were not charged\. Try again in a minute\./,
      )
      await expect(page.getByText(UNKNOWN)).toHaveCount(0)
      await checkout.pay()
      await checkout.expectReceipt()
    })

    test('too many tries in a short time: nothing was charged, and the next try pays', async ({
      api,
      shop,
      open,
      page,
    }) => {
      const checkout = await open(place, await api.createSession(shop))
      await page.route('**/pay', (route) => route.fulfill(refusal(429, 'rate_limited')), {
        times: 1,
      })
      await checkout.payWith(CARDS.succeeds)
      await expect(page.getByRole('alert')).toHaveText(
        /Too many tries in a short time\s*You were not charged\. Try again in a minute\./,
      )
      await checkout.pay()
      await checkout.expectReceipt()
    })

    test('the fifth card that fails is the last: no pay button, the way back to the store', async ({
      api,
      shop,
      open,
      page,
      merchant,
    }) => {
      const url = await api.createSession(shop, { cancelUrl: `${merchant.origin}/basket` })
      const checkout = await open(place, url)
      await checkout.fillBuyer()
      for (let attempt = 1; attempt <= 4; attempt += 1) {
        await checkout.fillCard(CARDS.declined)
        await checkout.pay()
        await expect(
          page.getByRole('alert').filter({ hasText: 'Your card was declined.' }),
        ).toBeVisible()
        await expect(checkout.code).toHaveValue('')
      }
      await checkout.fillCard(CARDS.declined)
      await checkout.pay()
      for (const when of ['at once', 'after a reload']) {
        const text =
          'This link takes no further card. You were not charged. Go back to Loom & Co to start again.'
        await expect(page.getByText(text), when).toBeVisible()
        await expect(checkout.heading('Your payment did not go through')).toBeVisible()
        await expect(checkout.payButton).toHaveCount(0)
        await expect(page.locator('iframe')).toHaveCount(0)
        if (when === 'at once') await page.reload()
      }
      await page.getByRole('link', { name: 'Back to Loom & Co' }).click()
      await page.waitForURL(/\/basket/)
    })
  })
}
