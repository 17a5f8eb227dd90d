import type { Page } from '@playwright/test'
import { CARDS } from './checkout.page.ts'
import { expect } from './fixtures.ts'
import { confirm, test } from './store-fixtures.ts'

test.use({ isEmpty: true })

const go = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Store' }).getByRole('link', { name }).click()
const goToSettings = async (page: Page, name: string) => {
  await go(page, 'Settings')
  await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name }).click()
}

/** The first time the page asks who it is. The answer counts for ten minutes. */
async function regenerateSecretKey(page: Page, { isAsked }: { isAsked: boolean }) {
  await goToSettings(page, 'Developers')
  await page.getByRole('link', { name: 'Regenerate secret key' }).click()
  await page.getByRole('button', { name: 'Regenerate the secret key' }).click()
  if (isAsked) await confirm(page)
  return (await page.getByRole('status').locator('code').textContent()) ?? ''
}

async function expectSteps(page: Page, done: number) {
  await go(page, 'Home')
  await expect(page.getByText(`${done} of 5 done`)).toBeVisible()
}

test.describe('Store application, a merchant’s first day', () => {
  test('a merchant goes from an empty store to the first paid order and what comes after it', async ({
    page,
    service,
    api,
    owned,
    open,
    openStore,
    context,
  }) => {
    test.slow()
    /** What the merchant's server is answered when it asks for a session with this key. */
    const createSession = async (key: string) => {
      const response = await fetch(`${service.baseUrl}/v1/checkout/sessions`, {
        method: 'POST',
        headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
        body: JSON.stringify({ items: [{ product: 'linen-shirt', size: 'M', color: 'Sand' }] }),
      })
      const { url, error } = (await response.json()) as { url?: string; error?: { code: string } }
      return url ?? error?.code ?? ''
    }

    await openStore()
    await expect(page.getByText('1 of 5 done')).toBeVisible()

    await page.getByRole('link', { name: 'Add what you sell' }).click()
    await page.getByLabel('Name').fill('Linen shirt')
    await page.getByLabel('Price in EUR').fill('49.00')
    await page.getByLabel('Sizes').fill('S, M')
    await page.getByLabel('Colors').fill('Sand')
    await page.getByLabel('Stock of each').fill('10')
    await page.getByRole('button', { name: 'Add the product' }).click()
    await expect(page.getByRole('heading', { name: 'Linen shirt' })).toBeVisible()
    await expectSteps(page, 2)

    await goToSettings(page, 'Delivery')
    await page.getByLabel('Name', { exact: true }).fill('Courier')
    await page.getByLabel('Price (EUR)').fill('12.50')
    await page.getByRole('button', { name: /^Add/ }).click()
    await expect(page.getByRole('listitem').filter({ hasText: 'Courier' })).toContainText('€12.50')

    const key = await regenerateSecretKey(page, { isAsked: true })
    const url = await createSession(key)
    expect(url).toMatch(/\/cs_\w+$/)

    await go(page, 'Orders')
    await expect(page.getByText('Paid orders appear here', { exact: false })).toBeVisible()
    const buyer = await context.newPage()
    const checkout = await open('hosted', url, buyer)
    await checkout.payWith(CARDS.succeeds)
    await checkout.expectReceipt()
    const row = page.getByRole('row', { name: /Linen shirt/ })
    await expect(row).toBeVisible()
    await expect(row.getByRole('cell', { name: '€53.90' })).toBeVisible()

    await row.getByRole('link').click()
    await page.getByRole('link', { name: 'Refund…' }).click()
    await page.getByLabel('Amount in EUR').fill('10')
    await page.getByRole('button', { name: 'Review refund' }).click()
    await page.getByRole('button', { name: 'Refund €10.00' }).click()
    await expect(page.getByText('Partly refunded')).toBeVisible()
    await go(page, 'Home')
    await expect(page.getByText('€43.90').first()).toBeVisible()
    await expect(page.getByText('3 of 5 done')).toBeVisible()

    const next = await regenerateSecretKey(page, { isAsked: false })
    expect(await createSession(key)).toBe('invalid_api_key')
    const second = await createSession(next)
    expect(second).toMatch(/\/cs_\w+$/)

    await goToSettings(page, 'Plan')
    await page.getByRole('link', { name: 'Change to Free' }).click()
    await page.getByRole('button', { name: 'Change to Free' }).click()
    await expect(page.getByRole('status')).toContainText('Free')
    expect(await createSession(next)).toBe('plan_required')
    await page.getByRole('button', { name: 'Change to Pro' }).click()
    await expect(page.getByRole('status')).toContainText('Pro')
    expect(await createSession(next)).toMatch(/\/cs_\w+$/)

    await go(page, 'Checkouts')
    await page.getByRole('link', { name: `cs_…${second.slice(-4)}` }).click()
    await page.getByRole('link', { name: 'Expire now' }).click()
    await page.getByRole('button', { name: /Expire/ }).click()
    await expect(page.getByText('Expired', { exact: true }).first()).toBeVisible()
    await buyer.goto(second)
    await expect(buyer.getByText('You were not charged', { exact: false })).toBeVisible()
    expect((await api.listOrders(owned)).data).toHaveLength(1)
  })
})
