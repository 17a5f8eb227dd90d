import { type Page, expect } from '@playwright/test'
import { CARDS } from './checkout.page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { SURFACES } from './fixtures.ts'
import { LIVE } from './merchant-api.ts'
import { test } from './stripe-fixtures.ts'
import { StripeCheckoutPage } from './stripe.page.ts'
import { ARABIC } from './words.ts'

test.use({ shopFields: { paymentMethods: ['ideal', 'paypal', 'blik'] } })

/** Polish amounts are written differently. */
class PolishPage extends StripeCheckoutPage {
  override get payButton() {
    return this.page.getByRole('button', { name: /^Pay/ })
  }
}

const method = (checkout: StripeCheckoutPage, name: string) =>
  checkout.paymentFrame.getByRole('radio', { name, exact: true })

const elsewhere = (page: Page, name: string) =>
  page.getByRole('heading', { name: `Double of ${name}` })

for (const surface of SURFACES) {
  test.describe(
    `decision 82: paying by what is confirmed elsewhere, ${surface}`,
    { tag: '@long' },
    () => {
      test('a press on a way to pay chooses it, also out of a wrong field', async ({
        api,
        shop,
        openStripe,
        page,
      }) => {
        await page.setViewportSize({ width: 390, height: 844 })
        const checkout = await openStripe(surface, await api.createSession(shop))
        await expect(checkout.heading('Payment')).toBeVisible()
        await checkout.fillBuyer()
        const chosen = method(checkout, 'iDEAL | Wero')
        for (const part of [0.15, 0.5]) {
          await method(checkout, 'Card').check()
          await checkout.email.fill('ana')
          await checkout.hold(chosen.locator('..'), part)
          await expect(chosen).toBeChecked()
          await expect(checkout.email).toHaveAttribute('aria-invalid', 'true')
        }
      })

      test('a buyer who gives up elsewhere is told so, and one who confirms there finds the receipt', async ({
        api,
        shop,
        openStripe,
        page,
        context,
      }) => {
        const url = await api.createSession(shop)
        const checkout = await openStripe(surface, url)
        await expect(checkout.heading('Payment')).toBeVisible()
        await expect(method(checkout, 'Card')).toBeChecked()
        await expect(method(checkout, 'BLIK'), 'takes no euros').toHaveCount(0)
        await checkout.fillBuyer()
        await method(checkout, 'PayPal').check()
        const given = surface === 'embedded' ? context.waitForEvent('page') : undefined
        await checkout.pay()
        if (surface === 'embedded') await page.getByRole('link', { name: 'Continue' }).click()
        await ((await given) ?? page).getByRole('button', { name: 'Cancel' }).click()
        await page.bringToFront()
        await expect(page.getByText('Your payment did not go through').first()).toBeVisible()
        if (surface === 'hosted') await expect(checkout.name).toHaveValue('Ana Example')
        await method(checkout, 'iDEAL | Wero').check()
        await expect(checkout.cardNumber).toBeHidden()
        await expectAccessible(page)
        const tab = surface === 'embedded' ? context.waitForEvent('page') : undefined
        await checkout.pay()
        if (surface === 'embedded') {
          const link = page.getByRole('link', { name: 'Continue' })
          await expect(link).toBeVisible()
          await expectAccessible(page)
          await link.click()
        }
        const there = (await tab) ?? page
        await expect(elsewhere(there, 'ideal')).toBeVisible()
        await there.getByRole('button', { name: 'Confirm' }).click()
        await expect(there.getByRole('heading', { name: 'Payment received' })).toBeVisible()
        expect(there.url()).not.toContain('client_secret')
        await checkout.expectReceipt()
        expect(await api.getSession(shop, url)).toMatchObject({
          status: 'complete',
          order: { amountTotal: 5390 },
        })
      })
    },
  )
}

test.describe('decision 82: paying by what is confirmed elsewhere', { tag: '@long' }, () => {
  test('a buyer who has chosen a language comes back to it from elsewhere', async ({
    api,
    shop,
    page,
  }) => {
    const url = await api.createSession(shop)
    const chosen = `${url}?lang=${ARABIC.lang}`
    await page.goto(chosen)
    const checkout = new StripeCheckoutPage(page, ARABIC)
    await checkout.fillBuyer()
    await method(checkout, 'iDEAL | Wero').check()
    await checkout.pay()
    await page.getByRole('button', { name: 'Confirm' }).click()
    await expect(page.getByRole('heading', { name: 'تم استلام المبلغ' })).toBeVisible()
    await expect(page).toHaveURL(chosen)
  })

  test('a buyer who comes back without confirming pays another way', async ({
    api,
    shop,
    openStripe,
    page,
  }) => {
    const checkout = await openStripe('hosted', await api.createSession(shop))
    await checkout.fillBuyer()
    await method(checkout, 'iDEAL | Wero').check()
    await checkout.pay()
    await expect(elsewhere(page, 'ideal')).toBeVisible()
    await page.goBack()
    await expect(page.getByRole('link', { name: 'Continue' })).toBeVisible()
    await page.getByRole('button', { name: 'Pay another way' }).click()
    await expect(page.getByText('The payment was not completed')).toBeVisible()
    await expect(checkout.name).toHaveValue('Ana Example')
    await method(checkout, 'Card').check()
    await checkout.fillCard(CARDS.succeeds)
    await checkout.pay()
    await checkout.expectReceipt()
  })

  test('the page asks for a BLIK code, and the app confirms', async ({ api, page }) => {
    const shop = await api.createShop({ ...LIVE, currency: 'PLN', paymentMethods: ['blik'] })
    await api.putProduct(shop, 10)
    await page.goto(await api.createSession(shop))
    const checkout = new PolishPage(page)
    await checkout.fillBuyer()
    await method(checkout, 'BLIK').check()
    await checkout.pay()
    await expect(
      checkout.paymentFrame.getByText('Enter the 6 digits of your BLIK code'),
    ).toBeVisible()
    await expectAccessible(page)
    await checkout.paymentFrame.getByLabel('BLIK code').fill('123 456')
    await checkout.pay()
    await expect(page.getByText('Processing', { exact: false }).first()).toBeVisible()
  })
})
