import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect, test as base } from './fixtures.ts'

const PASSWORD = 'correct horse battery staple'
const NEW_PASSWORD = 'seven green umbrellas'

type Service = { baseUrl: string; platformToken: string }
type Owner = { email: string; storeId: string }

type Fixtures = {
  /** Of a new store. */
  owner: Owner
  /** Another person's browser. */
  colleague: Page
}

const test = base.extend<Fixtures>({
  owner: async ({ api }, use) => {
    const email = `${crypto.randomUUID()}@loom.example`
    const { storeId } = await api.createShop({ owner: { email, password: PASSWORD } })
    await use({ email, storeId })
  },
  colleague: async ({ browser, watched: _ }, use) => {
    const context = await browser.newContext()
    await use(await context.newPage())
    await context.close()
  },
})

async function signIn(page: Page, { email, password = PASSWORD }: { email: string; password?: string }) {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password').fill(password)
  await page.getByRole('button', { name: 'Sign in' }).click()
}

async function invite(page: Page, email: string) {
  await page.getByLabel('Email').fill(email)
  await page.getByRole('button', { name: 'Invite' }).click()
  return await page.getByRole('region', { name: 'Invitation link' }).textContent() ?? ''
}

async function join(page: Page, link: string) {
  await page.goto(link)
  await page.getByLabel('New password').fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Join the store' }).click()
  await expect(page.getByRole('status')).toContainText('Welcome to Loom & Co.')
}

/** What the operator hands over. */
async function resetLink({ baseUrl, platformToken }: Service, { storeId, email }: Owner) {
  const answer = await fetch(`${baseUrl}/platform/v1/stores/${storeId}/members/password-reset`, {
    method: 'POST', body: JSON.stringify({ email }),
    headers: { authorization: `Bearer ${platformToken}`, 'content-type': 'application/json' },
  })
  const { url } = await answer.json() as { url: string }
  return url
}

test.describe('The team of a store', () => {
  test('grows by a link, changes roles at once, and who is removed is out at once', async ({
    page, service, owner, colleague,
  }) => {
    const staff = `${crypto.randomUUID()}@loom.example`
    await page.goto(`${service.baseUrl}/store/settings/team`)
    await signIn(page, owner)
    await expect(page.getByRole('heading', { name: 'Team', level: 1 })).toBeVisible()
    const link = await invite(page, staff)
    await expect(page.getByRole('button', { name: 'Copy' })).toBeVisible()

    await join(colleague, link)
    await expect(colleague.getByRole('navigation', { name: 'Store' }).getByRole('link', { name: 'Settings' })).toHaveCount(0)
    await colleague.goto(`${service.baseUrl}/store/settings/team`)
    await expect(colleague.getByRole('heading', { name: 'Only owners can open this page' })).toBeVisible()

    await page.reload()
    await page.getByRole('link', { name: `Role and removal of ${staff}` }).click()
    await page.getByLabel('What this member may do').selectOption('Owner')
    await page.getByRole('button', { name: 'Change the role' }).click()
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
    await expect(page.getByRole('row', { name: `${owner.email} removed ${staff} from the team` })).toBeVisible()
    await page.getByLabel('Who').selectOption(staff)
    await page.getByRole('button', { name: 'Show' }).click()
    await expect(page.getByRole('row', { name: `${staff} joined as staff` })).toBeVisible()
  })

  test('who forgot the password gets a link from the operator, and is signed out everywhere', async ({ page, service, owner }) => {
    await page.goto(`${service.baseUrl}/store/account`)
    await page.getByRole('link', { name: 'Forgot your password?' }).click()
    await page.getByLabel('Email').fill(owner.email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await expect(page.getByRole('status')).toContainText('If there is an account with this address')

    const url = await resetLink(service, owner)
    await page.goto(url)
    await expect(page.getByLabel('Email')).toHaveValue(owner.email)
    await page.getByLabel('New password').fill('1234567890')
    await page.getByRole('button', { name: 'Change the password' }).click()
    await expect(page.getByRole('alert')).toContainText('among the first that everybody tries')
    await page.getByLabel('New password').fill(NEW_PASSWORD)
    await page.getByRole('button', { name: 'Change the password' }).click()
    await expect(page.getByRole('status')).toContainText('Sign in with the new one.')
    await signIn(page, { email: owner.email, password: NEW_PASSWORD })
    await page.getByRole('link', { name: owner.email }).click()
    await expect(page.getByRole('row', { name: 'This one' })).toBeVisible()
    await page.getByRole('button', { name: 'Sign out everywhere' }).click()
    await expect(page.getByRole('status')).toContainText('You are signed out everywhere.')
    await page.goto(url)
    await expect(page.getByRole('heading', { name: 'This link no longer works' })).toBeVisible()
  })
})

async function expectGood(page: Page, heading: string) {
  await expect(page.getByRole('heading', { name: heading, level: 1 })).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
}

for (const colorScheme of ['light', 'dark'] as const) {
  test.describe(`Accounts and team, ${colorScheme}, 320 px: axe finds nothing, nothing scrolls sideways`, () => {
    test.use({ colorScheme, viewport: { width: 320, height: 800 } })

    test('on the pages of links, and a keyboard is enough to join', async ({ page, service, owner, colleague }) => {
      await page.goto(`${service.baseUrl}/store/forgot-password`)
      await expectGood(page, 'Forgot your password?')
      await page.goto(await resetLink(service, owner))
      await page.getByLabel('New password').fill('1234567890')
      await page.getByRole('button', { name: 'Change the password' }).click()
      await expectGood(page, 'Choose a new password')
      await page.goto(`${service.baseUrl}/store/settings/team`)
      await signIn(page, owner)
      const link = await invite(page, `${crypto.randomUUID()}@loom.example`)
      await colleague.goto(link)
      await colleague.keyboard.press('Tab')
      await colleague.keyboard.press('Tab')
      await colleague.keyboard.type(NEW_PASSWORD)
      await colleague.keyboard.press('Enter')
      await expect(colleague.getByRole('status')).toContainText('Welcome to Loom & Co.')
      await page.goto(link)
      await expectGood(page, 'This link no longer works')
    })

    test('on the pages of the team and of one’s own account', async ({ page, service, owner, colleague }) => {
      const long = `${'very-long-name-'.repeat(3)}${colorScheme}@${'a-long-domain-'.repeat(3)}loom.example`
      await page.goto(`${service.baseUrl}/store/settings/team`)
      await signIn(page, owner)
      const link = await invite(page, long)
      await expectGood(page, 'Team')
      await join(colleague, link)
      await page.reload()
      await page.getByRole('link', { name: `Role and removal of ${long}` }).click()
      await page.getByRole('link', { name: 'Remove from the team' }).click()
      await expectGood(page, `Remove ${long} from the team?`)
      await page.goto(`${service.baseUrl}/store/settings/audit-log`)
      await expectGood(page, 'Audit log')
      await page.goto(`${service.baseUrl}/store/account`)
      await page.getByLabel('Current password').fill('not this one')
      await page.getByLabel('New password').fill(NEW_PASSWORD)
      await page.getByRole('button', { name: 'Change the password' }).click()
      await expect(page.getByRole('alert')).toBeVisible()
      await expectGood(page, 'Your account')
    })
  })
}
