import type { Locator, Page } from '@playwright/test'
import { CARDS, CheckoutPage } from './checkout.page.ts'
import { countMinutes, figure } from './figure.ts'
import { expect } from './fixtures.ts'
import { startService } from './service.ts'
import { PASSWORD, expectGood, test } from './store-fixtures.ts'

const PHONE = { width: 390, height: 844 }

/** As often as somebody who looks for it presses Tab. */
async function tabTo(page: Page, wanted: Locator) {
  await expect(wanted).toBeVisible()
  for (let presses = 0; presses < 80; presses += 1) {
    await page.keyboard.press('Tab')
    if (await wanted.evaluate((element) => element === document.activeElement)) return
  }
  throw new Error(`no Tab leads to ${String(wanted)}`)
}

async function typeInto(page: Page, label: string | RegExp, text: string) {
  await tabTo(page, page.getByLabel(label))
  await page.keyboard.type(text)
}

async function press(page: Page, wanted: Locator) {
  await tabTo(page, wanted)
  await page.keyboard.press('Enter')
}

const button = (page: Page, name: string) => page.getByRole('button', { name })

async function fillIn(page: Page, { code, email }: { code: string; email: string }) {
  await page.getByLabel(/^(One-time code|Platform token)$/).fill(code)
  await page.getByLabel('Name of the store').fill('Loom & Co')
  await page.getByLabel('Currency').selectOption('CHF')
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('New password').fill(PASSWORD)
}

test.describe('contract §8: /store without any store', () => {
  test('a stranger with a browser creates the first store, and sells a product of their own, by keyboard on a phone', async ({
    page,
    context,
  }) => {
    test.slow()
    const printed: string[] = []
    const service = await startService({ LOG_LEVEL: 'info' }, { printed })
    const awaited = printed
      .join('')
      .split('\n')
      .find((line) => line.includes('store.awaited'))
    const { address, code } = JSON.parse(awaited ?? '{}') as { address: string; code: string }

    const minutesNow = countMinutes()
    await page.goto(`${service.baseUrl}/store`)
    await expect(page).toHaveURL(address)
    await expectGood(page)
    await page.emulateMedia({ colorScheme: 'light' })
    await page.setViewportSize(PHONE)
    await page.reload()
    await typeInto(page, 'One-time code', code)
    await typeInto(page, 'Name of the store', 'Loom & Co')
    await tabTo(page, page.getByLabel('Currency'))
    await typeInto(page, 'Email', 'ana@loom.example')
    await typeInto(page, 'New password', PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toContainText('Loom & Co is created')
    await expect(page.getByRole('heading', { name: 'Set up your store' })).toBeVisible()

    await press(page, page.getByRole('link', { name: 'Add what you sell' }))
    await typeInto(page, 'Name', 'Linen shirt')
    await typeInto(page, 'Price in EUR', '49.00')
    await typeInto(page, 'Stock of each', '10')
    await press(page, button(page, 'Add the product'))
    await expect(page.getByRole('heading', { name: 'Linen shirt' })).toBeVisible()

    await page.goto(`${service.baseUrl}/store`)
    await expect(page.getByRole('listitem').filter({ hasText: 'Add a product' })).toContainText(
      'done',
    )
    const opened = context.waitForEvent('page')
    await press(page, page.getByRole('link', { name: 'Open your link' }))
    const buyer = await opened
    await press(buyer, button(buyer, 'Buy now'))
    await buyer.waitForURL(/\/checkout\/cs_/)
    const checkout = new CheckoutPage(buyer)
    await buyer.setViewportSize(PHONE)
    const typed: [Locator, string][] = [
      [checkout.name, 'Ana Example'],
      [checkout.phone, '+34 600 123 456'],
      [checkout.addressText, 'Calle Mayor 1, 28013 Madrid'],
      [checkout.cardNumber, CARDS.succeeds],
      [checkout.expiry, '1240'],
      [checkout.code, '123'],
    ]
    for (const [field, text] of typed) {
      await tabTo(buyer, field)
      await buyer.keyboard.type(text)
    }
    await buyer.keyboard.press('Enter')
    await checkout.expectReceipt()
    const minutes = minutesNow()
    figure('from the printed code to a paid order, by keyboard', `${minutes.toFixed(1)} minutes`)
    expect(minutes).toBeLessThanOrEqual(3)
    await buyer.close()

    await page.goto(`${service.baseUrl}/store`)
    await expect(page.getByRole('listitem').filter({ hasText: 'Open your link' })).toContainText(
      'done',
    )
    await press(page, page.getByRole('link', { name: 'Orders' }).first())
    await expect(page.getByRole('row', { name: /Linen shirt/ })).toContainText('€49.00')
    await service.stop()
  })

  test('the platform token creates the next one, and what is wrong is said at its field', async ({
    page,
    service,
    owned,
  }) => {
    await page.goto(`${service.baseUrl}/store/new`)
    await expect(page.getByRole('heading', { name: 'Create a store' })).toBeVisible()
    await fillIn(page, { code: 'not the token', email: owned.email })
    await button(page, 'Create the store').click()
    await expect(page.getByRole('alert')).toContainText('This is not the platform token.')
    await expectGood(page)
    await fillIn(page, { code: service.platformToken, email: owned.email })
    await button(page, 'Create the store').click()
    await expect(page.getByRole('alert')).toContainText('An account has this address already')
  })
})

test.describe('contract §8: /store/new without script', () => {
  test.use({ javaScriptEnabled: false })

  test('without script, the owner of a new store is signed in', async ({
    page,
    service,
    owned,
  }) => {
    expect(owned.email).toBeTruthy()
    await page.goto(`${service.baseUrl}/store/new`)
    await fillIn(page, {
      code: service.platformToken,
      email: `${crypto.randomUUID()}@loom.example`,
    })
    await button(page, 'Create the store').click()
    await expect(page.getByRole('status')).toContainText('Loom & Co is created')
    await expect(page.getByText('0 of 5 done')).toBeVisible()
  })
})
