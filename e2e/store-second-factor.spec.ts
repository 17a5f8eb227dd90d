import type { Page } from '@playwright/test'
import { authenticatorApp } from './authenticator.ts'
import { expect } from './fixtures.ts'
import { PASSWORD, confirm, expectGood, test } from './store-fixtures.ts'

const FACTOR = '/account/second-factor'

/**
 * Sets up an authenticator app, in a page that has just proved who it is. Answers with the app and
 * its codes.
 */
async function setUp(page: Page) {
  const key = await page
    .getByRole('region', { name: /Let your app/ })
    .locator('code')
    .innerText()
  const app = authenticatorApp(key)
  await page.getByLabel('Code', { exact: true }).fill(app())
  await page.keyboard.press('Enter')
  const codes = page.getByRole('region', { name: /Your recovery codes/ })
  await expect(codes).toBeVisible()
  return { app, recoveryCodes: (await codes.innerText()).trim().split(/\s+/) }
}

async function beginSignIn(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('heading', { name: 'Now your second factor' })).toBeVisible()
}

const signOut = (page: Page) =>
  page.getByRole('button', { name: 'Sign out', exact: true }).press('Enter')

test.describe('Store application, A second factor without JavaScript', () => {
  test.use({ javaScriptEnabled: false })

  test('a second factor is set up, asked for, replaced and turned off with a keyboard alone', async ({
    page,
    owned,
    openStore,
  }) => {
    await openStore('/account')
    await page.getByRole('link', { name: 'Add a second factor' }).press('Enter')
    await page.getByRole('link', { name: 'Set up an authenticator app' }).press('Enter')
    await page.getByLabel('Your password').focus()
    await page.keyboard.type(PASSWORD)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('img', { name: /QR code/ })).toBeVisible()
    const { app, recoveryCodes } = await setUp(page)
    expect(recoveryCodes).toHaveLength(10)

    await signOut(page)
    await beginSignIn(page, owned.email)
    const code = app()
    await page.getByLabel('Code from your authenticator app').focus()
    await page.keyboard.type('000000')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toContainText('You are not signed in.')
    await page.getByLabel('Code from your authenticator app').focus()
    await page.keyboard.type(code)
    await page.keyboard.press('Enter')
    await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()

    await signOut(page)
    await beginSignIn(page, owned.email)
    await page.getByText('Use a recovery code instead').focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.type((recoveryCodes[0] ?? '').toLowerCase())
    await page.keyboard.press('Enter')
    await page.getByRole('link', { name: owned.email }).press('Enter')
    await page.getByRole('link', { name: 'Codes and passkeys' }).press('Enter')
    await expect(page.getByText('9 codes of 10 are left.')).toBeVisible()

    await page.getByRole('button', { name: 'Turn off the second factor' }).press('Enter')
    await page.getByLabel('Your password').fill(PASSWORD)
    await page.getByLabel('Code from your authenticator app').fill(app())
    await page.keyboard.press('Enter')
    await expect(page.getByRole('status')).toContainText('Your second factor is off')
  })
})

/** Adds a security key to the browser, as its developer tools can. */
async function plugInKey(page: Page) {
  const tools = await page.context().newCDPSession(page)
  await tools.send('WebAuthn.enable')
  await tools.send('WebAuthn.addVirtualAuthenticator', {
    options: { protocol: 'ctap2', transport: 'usb', automaticPresenceSimulation: true },
  })
}

const LONG = 'A key with a name as long as a name of a key may be, oh dear'

test.describe('Store application, A second factor: a passkey', () => {
  test('a passkey is added, signs in after the password, and proves who it is before a key goes', async ({
    page,
    owned,
    openStore,
    service,
  }) => {
    test.slow()
    const expectGoodPage = async (heading: string) => {
      await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
      await expectGood(page)
    }
    await openStore(FACTOR)
    await expectGoodPage('Second factor')
    await openStore(`${FACTOR}/set-up`)
    await confirm(page, 'not this one')
    await expectGoodPage('Confirm that it is you')
    await confirm(page)
    await expectGoodPage('Set up an authenticator app')
    await setUp(page)
    await expectGoodPage('Second factor')
    await plugInKey(page)
    await page.getByRole('link', { name: 'Add a passkey' }).click()
    await expectGoodPage('Add a passkey')
    await page.getByLabel('Name').fill(LONG)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    await expect(page.getByRole('status')).toContainText(`The passkey ${LONG} was added.`)
    await expectGoodPage('Second factor')
    await page.getByLabel('Name').fill('Red key')
    await page.getByRole('button', { name: `Rename ${LONG}` }).click()
    await expect(page.getByLabel('Name')).toHaveValue('Red key')

    await signOut(page)
    await beginSignIn(page, owned.email)
    await page.getByText('Use a recovery code instead').click()
    await page.getByLabel('Recovery code').fill('no such code')
    await page.keyboard.press('Enter')
    await expect(page.getByRole('alert')).toBeVisible()
    await page.getByText('Use a recovery code instead').click()
    await expectGoodPage('Now your second factor')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('button', { name: 'Sign out', exact: true })).toBeVisible()

    await openStore('/settings/developers/keys/secret/regenerate')
    await page.getByRole('button', { name: 'Regenerate the secret key' }).click()
    await page.getByLabel('Your password').fill(PASSWORD)
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await expect(page.getByRole('status')).toContainText('The secret key was regenerated.')

    await openStore(FACTOR)
    await page.getByRole('button', { name: 'Remove Red key' }).click()
    await expect(page.getByRole('status')).toContainText('The passkey Red key was removed.')
    await signOut(page)
    await page.goto(`${service.baseUrl}/store/sign-in/second-step`)
    await expectGoodPage('Begin the sign-in again')
  })
})
