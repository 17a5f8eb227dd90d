import type { Page } from '@playwright/test'
import { stopTime } from './checkout.page.ts'
import { expect } from './fixtures.ts'
import { PASSWORD, confirm, expectGood, test } from './store-fixtures.ts'

const DEVELOPERS = '/settings/developers'

/** What the service answers a merchant's server with this key. */
async function ask(baseUrl: string, key: string) {
  const response = await fetch(`${baseUrl}/v1/products`, {
    headers: { authorization: `Bearer ${key}` },
  })
  const body = (await response.json()) as { error?: { code: string } }
  return body.error?.code ?? response.status
}

const settings = (page: Page) => page.getByRole('navigation', { name: 'Settings' })

test.describe('Store application, Settings → Developers: keys', () => {
  test('a merchant finds the key, uses it, and regenerates the secret one', async ({
    page,
    service,
    owned,
    openStore,
  }) => {
    await test.step('a merchant finds the public key, and it works', async () => {
      await openStore(DEVELOPERS)
      const publicKey =
        (await page.getByRole('region', { name: 'Public key' }).locator('code').textContent()) ?? ''
      expect(await ask(service.baseUrl, publicKey)).toBe(200)
      await expect(page.getByRole('region', { name: 'Request', exact: true })).toContainText(
        publicKey,
      )
      expect(await ask(service.baseUrl, owned.secretKey)).toBe(200)
    })

    await test.step('a merchant regenerates the secret key with their password', async () => {
      await page.getByRole('link', { name: 'Regenerate secret key' }).click()
      await expect(page.getByRole('heading', { name: 'What stops' })).toBeVisible()
      await page.getByRole('button', { name: 'Regenerate the secret key' }).click()
      await confirm(page, 'not this one')
      await expect(page.getByRole('alert')).toContainText('This is not your password.')
      expect(await ask(service.baseUrl, owned.secretKey)).toBe(200)
      await page.getByLabel('Your password').fill(PASSWORD)
      await page.keyboard.press('Enter')
    })

    await test.step('the old key stops at once, and the new one is seen once', async () => {
      const notice = page.getByRole('status')
      await expect(notice).toContainText('The secret key was regenerated.')
      const secret = (await notice.locator('code').textContent()) ?? ''
      expect(await ask(service.baseUrl, owned.secretKey)).toBe('invalid_api_key')
      expect(await ask(service.baseUrl, secret)).toBe(200)
      const reload = () => page.reload()
      const goAndComeBack = async () => {
        await settings(page).getByRole('link', { name: 'Plan' }).click()
        await page.goBack()
      }
      for (const lookAgain of [goAndComeBack, reload]) {
        await lookAgain()
        await expect(page.getByRole('heading', { name: 'Developers' })).toBeVisible()
        expect(await page.content()).not.toContain(secret)
      }
      await expect(page.getByRole('region', { name: 'Secret key' })).toContainText(
        `sk_live_…${secret.slice(-4)}`,
      )
    })
  })
})

test.describe('Store application, Settings → Developers: the request log', () => {
  test('the request log shows the 403 that a change of the plan brings, and what comes later', async ({
    page,
    service,
    owned,
    openStore,
  }) => {
    await openStore(DEVELOPERS)
    await settings(page).getByRole('link', { name: 'Plan' }).click()
    await page.getByRole('link', { name: 'Change to Free' }).click()
    await expect(page.getByText('The API stops at once.')).toBeVisible()
    await page.getByRole('button', { name: 'Change to Free' }).click()
    await confirm(page)
    await expect(page.getByRole('status')).toContainText('on the Free plan')
    expect(await ask(service.baseUrl, owned.secretKey)).toBe('plan_required')
    await page.getByRole('button', { name: 'Change to Basic' }).click()
    await expect(page.getByRole('status')).toContainText('on the Basic plan')
    expect(await ask(service.baseUrl, owned.secretKey)).toBe(200)

    await settings(page).getByRole('link', { name: 'Developers' }).click()
    await page.getByRole('link', { name: 'Request log' }).click()
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('row')).toHaveCount(3, { timeout: 500 })
    }).toPass()
    await expect(page.getByRole('row').nth(1)).toContainText(/GET \/v1\/products.*200/s)
    await expect(page.getByRole('row').nth(2)).toContainText(/GET \/v1\/products.*403/s)
    const requestId =
      (await page.getByRole('row').nth(2).getByRole('cell').last().textContent()) ?? ''
    await page.getByLabel('Status').selectOption('4xx: refused')
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect(page.getByRole('row')).toHaveCount(2)
    await page.getByLabel('Status').selectOption('All')
    await page.getByLabel('Request id').fill(requestId.trim())
    await page.keyboard.press('Enter')
    await expect(page.getByRole('row')).toHaveCount(2)
    await expect(page.getByLabel('Request id')).toHaveValue(requestId.trim())
  })
})

test.describe('Store application, Settings → Developers: origins', () => {
  test('origins are added and removed with a keyboard alone', async ({ page, openStore }) => {
    await openStore(DEVELOPERS)
    await expect(page.getByText('Any page may use the public key', { exact: false })).toBeVisible()
    await page.getByRole('textbox', { name: 'Origin' }).focus()
    await page.keyboard.type('shop.example')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText(
      'Enter one origin such as https://shop.example',
    )
    await page.getByRole('alert').getByRole('link').press('Enter')
    await expect(page.getByRole('textbox', { name: 'Origin' })).toBeFocused()
    await page.keyboard.press('Control+A')
    await page.keyboard.type('https://shop.example')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await page.getByLabel('Your password').focus()
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toContainText(
      'Pages of https://shop.example may use the public key.',
    )
    await page.getByRole('button', { name: 'Remove https://shop.example' }).press('Enter')
    await expect(page.getByRole('status')).toContainText('removed')
    await expect(page.getByText('Any page may use the public key', { exact: false })).toBeVisible()
  })
})

test.describe('Store application, Settings → Developers: the public key', () => {
  test('the public key is copied with one press, and the button says so for a moment', async ({
    page,
    context,
    service,
    openStore,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'], {
      origin: service.baseUrl,
    })
    await openStore(DEVELOPERS)
    await stopTime(page)
    await page.getByRole('button', { name: 'Copy key' }).click()
    await page.getByRole('button', { name: 'Copied' }).click()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    await expect(page.getByRole('region', { name: 'Public key' })).toContainText(copied)
    await page.clock.runFor(2_000)
    await expect(page.getByRole('button', { name: 'Copy key' })).toBeVisible()
  })
})

test.describe('Store application, Settings → Developers and Plan', () => {
  test('Developers and Plan have nothing that axe finds, and do not scroll sideways', async ({
    page,
    service,
    api,
    owned,
    openStore,
  }) => {
    await openStore(DEVELOPERS)
    await api.createSession(owned)
    await fetch(`${service.baseUrl}/v1/products`, {
      headers: { authorization: `Bearer ${owned.secretKey}`, origin: 'https://shop.example' },
    })
    await page.goto(`${service.baseUrl}/store/settings/developers/requests`)
    await expect(async () => {
      await page.reload()
      await expect(page.getByRole('row')).toHaveCount(3, { timeout: 500 })
    }).toPass()
    for (const path of [
      'developers',
      'developers/keys/secret/regenerate',
      'developers/requests',
      'developers/requests?request=x',
      'plan',
      'plan/free',
    ]) {
      await page.goto(`${service.baseUrl}/store/settings/${path}`)
      await expectGood(page)
    }
  })
})
