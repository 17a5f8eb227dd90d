import type { Page } from '@playwright/test'
import { CARDS, CheckoutPage } from './checkout.page.ts'
import { expectAccessible } from './expect-accessible.ts'
import { expect } from './fixtures.ts'
import { expectGood, test } from './store-fixtures.ts'

test.use({ isEmpty: true })

test.describe('Store application, Home and Sessions', () => {
  test('Home has a checklist that ticks itself, until it sells', async ({
    page,
    api,
    owned,
    openStore,
  }) => {
    await openStore()
    const checklist = page.getByRole('region', { name: 'Set up your store' })
    const ticks = checklist.getByText(', done')
    await expect(checklist).toContainText('1 of 5 done')
    await expectGood(page)
    await expect(checklist.getByRole('link', { name: 'Seller and terms' })).toBeVisible()
    await api.putProduct(owned, 10)
    await page.reload()
    await expect(ticks).toHaveCount(2)

    // The command is what a merchant would run, so it asks for something that can be bought.
    await checklist.getByText('With your own server').press('Enter')
    const command = (await checklist.getByRole('region', { name: 'Command' }).textContent()) ?? ''
    const body = /-d '(.*)'$/.exec(command)?.[1] ?? ''
    const url = await api.createSession(owned, JSON.parse(body) as Record<string, unknown>)
    await page.reload()
    await expect(page.getByRole('region', { name: 'Checkouts of the last 30 days' })).toContainText(
      /Created\s*1 100%\s*Page opened\s*0 0%/,
    )

    const buyer = new CheckoutPage(await page.context().newPage())
    await buyer.page.goto(url)
    await buyer.payWith(CARDS.succeeds)
    await buyer.expectReceipt()
    await page.reload()
    await expect(ticks).toHaveCount(3)
    await expect(page.getByRole('region', { name: 'Sales' })).toContainText(/Orders today\s*1/)
    await expect(
      page.getByRole('img', { name: /^Orders per day from .* The most on \d+ \w+: 1\.$/ }),
    ).toBeVisible()
    await page.getByText('Orders and revenue per day as a table').press('Enter')
    await expect(page.getByRole('table').getByRole('row')).toHaveCount(31)
    await expect(page.getByRole('row').nth(1)).toContainText('€53.90')
    await expectGood(page)
    await page.getByRole('link', { name: 'All checkouts' }).click()
    await expect(page.getByRole('row', { name: /Ana Example.*€53\.90.*Paid/ })).toBeVisible()
  })

  test('a merchant copies an open session’s address and expires it, which the buyer sees at once', async ({
    page,
    context,
    service,
    api,
    owned,
    openStore,
  }) => {
    await api.putProduct(owned, 10)
    const url = await api.createSession(owned, { customer: { name: 'Noor' } })
    await openStore()
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], {
      origin: service.baseUrl,
    })
    await page.getByRole('link', { name: 'Checkouts', exact: true }).click()
    await page.getByLabel('Status').selectOption('Paid')
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect(page.getByText('No checkout matches.')).toBeVisible()
    await page.getByLabel('Status').selectOption('Open')
    await page.getByLabel('Product').selectOption('Linen shirt')
    await page.getByRole('button', { name: 'Filter' }).click()
    await page
      .getByRole('row', { name: /Noor.*Open/ })
      .getByRole('link')
      .click()

    await page.getByRole('button', { name: 'Copy' }).click()
    await expect(page.getByRole('button', { name: 'Copied' })).toBeVisible()
    expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(url)

    const buyer = new CheckoutPage(await context.newPage())
    await buyer.page.goto(url)
    await buyer.payWith(CARDS.declined)
    await expect(buyer.page.getByRole('alert')).toContainText('declined')
    await page.reload()
    await expect(
      page.getByRole('listitem').filter({ hasText: 'Checkout page opened' }),
    ).toBeVisible()
    await expect(page.getByRole('listitem').filter({ hasText: 'Payment declined' })).toContainText(
      'Nothing was charged.',
    )
    await page.getByRole('link', { name: 'Expire now' }).click()
    await page.getByRole('link', { name: 'Keep it open' }).click()
    await page.getByRole('link', { name: 'Expire now' }).click()
    await expect(page.getByRole('heading', { name: 'Expire this session?' })).toBeVisible()
    await expectAccessible(page)
    await page.getByRole('button', { name: 'Expire now' }).click()

    await expect(page.getByRole('status')).toContainText('The session has expired.')
    await expect(
      page.getByRole('listitem').filter({ hasText: 'Session expired early' }),
    ).toContainText(owned.email)
    await expect(page.getByRole('button', { name: 'Copy' })).toBeHidden()
    await expect(buyer.heading(/expired/)).toBeVisible()
    expect((await api.getSession(owned, url)).status).toBe('expired')
  })
})

test.describe('Store application, Sessions without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('without script, a merchant expires a session with a keyboard alone', async ({
    page,
    api,
    owned,
    openStore,
  }) => {
    await api.putProduct(owned, 10)
    const url = await api.createSession(owned)
    await openStore()
    await page.getByRole('link', { name: 'Checkouts', exact: true }).press('Enter')
    await page.getByRole('row').nth(1).getByRole('link').press('Enter')
    await page.getByRole('link', { name: 'Expire now' }).press('Enter')
    await page.getByRole('button', { name: 'Expire now' }).press('Enter')
    await expect(page.getByRole('status')).toContainText('The session has expired.')
    expect((await api.getSession(owned, url)).status).toBe('expired')
  })
})

async function expectGoodAt(page: Page, address: string) {
  await page.goto(address)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectGood(page)
}

test.describe('Store application, Sessions', () => {
  test('Sessions have nothing that axe finds, and none scrolls sideways', async ({
    page,
    service,
    api,
    owned,
    openStore,
  }) => {
    await api.putProduct(owned, 3)
    const url = await api.createSession(owned, {
      customer: { name: 'محمد بن عبد الله الفارسي' },
      metadata: { note: 'x'.repeat(400) },
      cancelUrl: `https://shop.example/${'a'.repeat(300)}`,
    })
    await openStore()
    for (const path of [
      '',
      '?status=expired',
      '?from=2026-03-02&to=2026-03-01',
      `/${url.split('/').at(-1)}`,
    ]) {
      await expectGoodAt(page, `${service.baseUrl}/store/sessions${path}`)
    }
  })
})
