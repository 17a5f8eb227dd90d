import type { Page } from '@playwright/test'
import { expect } from './fixtures.ts'
import { confirm, expectGood, signIn, test as base } from './store-fixtures.ts'

const NEW_PASSWORD = 'seven green umbrellas'

type Service = { baseUrl: string; platformToken: string }
type Owner = { email: string; storeId: string }

/** The browser of another person. */
const test = base.extend<{ colleague: Page }>({
  colleague: async ({ browser, watched: _ }, use) => {
    const context = await browser.newContext()
    await use(await context.newPage())
    await context.close()
  },
})

async function invite(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Invite' }).click()
  return (await page.getByRole('region', { name: 'Invitation link' }).textContent()) ?? ''
}

async function join(page: Page, link: string) {
  await page.goto(link)
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Join the store' }).click()
  await expect(page.getByRole('status')).toContainText('Welcome to Loom & Co.')
}

/** The link that the operator hands over. */
async function resetLink({ baseUrl, platformToken }: Service, { storeId, email }: Owner) {
  const answer = await fetch(`${baseUrl}/platform/v1/stores/${storeId}/members/password-reset`, {
    method: 'POST',
    body: JSON.stringify({ email }),
    headers: { authorization: `Bearer ${platformToken}`, 'content-type': 'application/json' },
  })
  const { url } = (await answer.json()) as { url: string }
  return url
}

test.describe('Store application, Settings → Team', () => {
  test('a team grows by a link, changes roles at once, and who is removed is out at once', async ({
    page,
    service,
    owned,
    colleague,
    openStore,
  }) => {
    const staff = `${crypto.randomUUID()}@loom.example`
    await openStore('/settings/team')
    await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible()
    const link = await invite(page, staff)
    await expect(page.getByRole('button', { name: 'Copy' })).toBeVisible()

    await join(colleague, link)
    await expect(
      colleague.getByRole('navigation', { name: 'Store' }).getByRole('link', { name: 'Settings' }),
    ).toHaveCount(0)
    await colleague.goto(`${service.baseUrl}/store/settings/team`)
    await expect(
      colleague.getByRole('heading', { name: 'Only owners can open this page' }),
    ).toBeVisible()

    await page.reload()
    await page.getByRole('link', { name: `Role and removal of ${staff}` }).click()
    await page.getByLabel('What this member may do').selectOption('Owner')
    await page.getByRole('button', { name: 'Change the role' }).click()
    await confirm(page)
    await expect(page.getByRole('status')).toContainText(`${staff} is an owner now.`)
    await colleague.reload()
    await expect(colleague.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible()

    await page.getByRole('link', { name: `Role and removal of ${staff}` }).click()
    await page.getByRole('link', { name: 'Remove from the team' }).click()
    await page.getByRole('button', { name: 'Remove' }).click()
    await expect(page.getByRole('status')).toContainText('is no longer on the team')
    await colleague.reload()
    await expect(colleague.getByRole('heading', { name: 'Sign in to your store' })).toBeVisible()

    await page.getByRole('link', { name: 'Audit log' }).click()
    await expect(
      page.getByRole('row', { name: `${owned.email} removed ${staff} from the team` }),
    ).toBeVisible()
    await page.getByLabel('Who').selectOption(staff)
    await page.getByRole('button', { name: 'Filter' }).click()
    await expect(page.getByRole('row', { name: `${staff} joined as staff` })).toBeVisible()
  })

  test('who forgot the password gets a link by the operator, and signs out everywhere', async ({
    page,
    service,
    owned,
  }) => {
    await page.goto(`${service.baseUrl}/store/account`)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email').fill(owned.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('status')).toContainText('If there is an account with this address')

    const url = await resetLink(service, owned)
    await page.goto(url)
    await expect(page.getByLabel('Email')).toHaveValue(owned.email)
    await page.getByLabel('New password').fill('1234567890')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await expect(page.getByRole('alert')).toContainText('among the first that everybody tries')
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await expect(page.getByRole('status')).toContainText('Sign in with the new one.')
    await signIn(page, { email: owned.email, password: NEW_PASSWORD })
    await page.getByRole('link', { name: owned.email }).click()
    await expect(page.getByRole('row', { name: 'This one' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(page.getByRole('status')).toContainText('You are signed out everywhere.')
    await page.goto(url)
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  })
})

async function expectGoodPage(page: Page, heading: string) {
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await expectGood(page)
}

test.describe('Store application, the pages that links lead to', () => {
  test('the pages that links lead to have nothing that axe finds, and a keyboard is enough to join', async ({
    page,
    service,
    owned,
    colleague,
    openStore,
  }) => {
    await page.goto(`${service.baseUrl}/store/forgot-password`)
    await expectGoodPage(page, 'Forgot your password?')
    await page.goto(await resetLink(service, owned))
    await page.getByLabel('New password').fill('1234567890')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectGoodPage(page, 'Choose a new password')
    await openStore('/settings/team')
    const link = await invite(page, `${crypto.randomUUID()}@loom.example`)
    await colleague.goto(link)
    await colleague.keyboard.press('Tab')
    await colleague.keyboard.press('Tab')
    await colleague.keyboard.type(NEW_PASSWORD)
    await colleague.keyboard.press('Enter')
    await expect(colleague.getByRole('status')).toContainText('Welcome to Loom & Co.')
    await page.goto(link)
    await expectGoodPage(page, 'This link no longer works')
  })
})

test.describe('Store application, Settings → Team and Your account', () => {
  test('Team and Your account have nothing that axe finds, and do not scroll sideways', async ({
    page,
    service,
    colleague,
    openStore,
  }) => {
    const long = `${'very-long-name-'.repeat(3)}${crypto.randomUUID().slice(0, 8)}@${'a-long-domain-'.repeat(3)}loom.example`
    await openStore('/settings/team')
    const link = await invite(page, long)
    await expectGoodPage(page, 'Team')
    await join(colleague, link)
    await page.reload()
    await page.getByRole('link', { name: `Role and removal of ${long}` }).click()
    await page.getByRole('link', { name: 'Remove from the team' }).click()
    await expectGoodPage(page, `Remove ${long} from the team?`)
    await page.goto(`${service.baseUrl}/store/settings/audit-log`)
    await expectGoodPage(page, 'Audit log')
    await page.goto(`${service.baseUrl}/store/account`)
    await page.getByLabel('Current password').fill('not this one')
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await expect(page.getByRole('alert')).toBeVisible()
    await expectGoodPage(page, 'Your account')
  })
})
