import type { Page } from '@playwright/test'
import { expectAccessible } from './expect-accessible.ts'
import { expect } from './fixtures.ts'
import { expectGood, test } from './store-fixtures.ts'

const YELLOW = 'rgb(255, 212, 0)'
const BLACK = 'rgb(0, 0, 0)'

const preview = (page: Page) =>
  page.frameLocator('iframe[title="The page where buyers pay, with a sample purchase"]')
const payIn = (page: Page) => preview(page).getByRole('button', { name: /^Pay/ })

test.describe('decision 78: the branding of a store', () => {
  test('an owner sees the branding on the page itself before it is saved, in its main states', async ({
    page,
    service,
    api,
    owned,
    open,
    openStore,
  }) => {
    await openStore('/settings/branding')
    const form = await page.locator('form[data-look]').innerText()
    expect(form.match(/accent|colou?r/gi)).toEqual(['Accent', 'color'])
    await expect(payIn(page)).toHaveCSS('background-color', 'rgb(31, 79, 216)')
    await page.getByLabel('Accent color').fill('#ffd400')
    await expect(payIn(page)).toHaveCSS('background-color', YELLOW)
    await expect(payIn(page)).toHaveCSS('color', BLACK)
    await page.getByLabel('Corners').selectOption('Square')
    await expect(payIn(page)).toHaveCSS('border-top-left-radius', '0px')
    const card = preview(page).frameLocator('iframe').getByLabel('Card number')
    await expect(card).toHaveCSS('border-top-left-radius', '0px')

    await page.getByLabel('Page').selectOption('Dark')
    await expect(card).toHaveCSS('background-color', 'rgb(15, 18, 24)')
    await page.getByLabel('State').selectOption('A declined card')
    await expect(preview(page).getByRole('group', { name: /did not go through/ })).toBeVisible()
    await page.getByLabel('State').selectOption('The receipt')
    await expect(preview(page).getByRole('heading', { name: 'Payment received' })).toBeVisible()
    await page.getByLabel('Screen').selectOption('Phone')
    await expect(page.locator('.screen')).toHaveCSS('inline-size', '392px')

    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('status')).toHaveText('Saved.')
    // No script may run in the frame, so axe cannot either.
    await page.locator('iframe').evaluate((frame) => frame.remove())
    await expectGood(page)
    for (const query of [
      'state=declined',
      'state=declined&scheme=dark',
      'state=expired',
      'state=sold_out&scheme=dark',
      'state=receipt',
    ]) {
      await page.goto(`${service.baseUrl}/store/settings/branding/preview?${query}`)
      await expectAccessible(page)
    }
    const checkout = await open('hosted', await api.createSession(owned))
    await checkout.expectReady()
    await expect(page.getByRole('button', { name: /^Pay/ })).toHaveCSS('background-color', YELLOW)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await expectAccessible(page)
    }
  })

  test('a color can be picked, and is not shown while it is half typed', async ({
    page,
    openStore,
  }) => {
    await openStore('/settings/branding')
    await page.getByLabel('Pick from a palette').fill('#a00030')
    await expect(page.getByLabel('Accent color')).toHaveValue('#a00030')
    await expect(payIn(page)).toHaveCSS('background-color', 'rgb(160, 0, 48)')
    await page.getByLabel('Accent color').fill('#12')
    await page.getByLabel('Corners').selectOption('24 px')
    await expect(payIn(page)).toHaveCSS('background-color', 'rgb(160, 0, 48)')
    await page.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('alert')).toContainText('Enter a color such as #1f4fd8')
  })

  test.describe('without script', () => {
    test.use({ javaScriptEnabled: false })
    test('without script, the preview shows the branding once it is saved, in each state', async ({
      page,
      openStore,
    }) => {
      await openStore('/settings/branding')
      await page.getByLabel('Accent color').fill('#a00030')
      await page.getByRole('button', { name: 'Save' }).click()
      await expect(page.getByRole('status')).toHaveText('Saved.')
      await expect(payIn(page)).toHaveCSS('background-color', 'rgb(160, 0, 48)')
      await page.getByLabel('State').selectOption('The receipt')
      await page.getByRole('button', { name: 'Show' }).click()
      await expect(preview(page).getByRole('heading', { name: 'Payment received' })).toBeVisible()
    })
  })
})
