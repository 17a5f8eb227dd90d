import type { Page } from '@playwright/test'
import { COLOURS, expectAccessible } from './expect-accessible.ts'
import { expect, test } from './fixtures.ts'

const PAGES = ['', 'create', 'page', 'confirm', 'errors', 'embed', 'merchant', 'operator', 'test']

/** How far the page can be moved sideways, in pixels. */
const excessOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

test.describe('decision 75: the documentation', () => {
  for (const path of PAGES)
    test(
      `axe finds nothing on /docs/${path}, light and dark, and it does not scroll sideways`,
      { tag: '@long' },
      async ({ page, service }) => {
        await page.setViewportSize({ width: 1280, height: 900 })
        await page.goto(`${service.baseUrl}/docs/${path}`.replace(/\/$/, ''))
        await expectAccessible(page)
        expect(await excessOf(page)).toBeLessThanOrEqual(0)
        await page.emulateMedia({ colorScheme: 'dark' })
        await page.setViewportSize({ width: 390, height: 800 })
        await expectAccessible(page, COLOURS)
        expect(await excessOf(page)).toBeLessThanOrEqual(0)
      },
    )

  test('a reader sees an example in another language with the keyboard alone', async ({
    page,
    service,
  }) => {
    await page.goto(`${service.baseUrl}/docs/create`)
    const python = page.getByRole('group', { name: 'Example in Python' })
    await expect(python).toBeHidden()
    await page.getByRole('radio', { name: 'curl' }).focus()
    await page.keyboard.press('ArrowRight')
    await page.keyboard.press('ArrowRight')
    await expect(python).toBeVisible()
    await expect(page.getByRole('group', { name: 'Example in curl' })).toBeHidden()
  })

  test('the documentation leads from its first page through the guide', async ({
    page,
    service,
  }) => {
    await page.goto(`${service.baseUrl}/docs`)
    const main = page.getByRole('main')
    await main.getByRole('heading', { name: 'Create a session' }).getByRole('link').click()
    await expect(page.getByRole('heading', { level: 1, name: 'Create a session' })).toBeVisible()
    await page
      .getByRole('navigation', { name: 'Guide' })
      .getByRole('link', { name: 'Next' })
      .click()
    await expect(page.getByRole('heading', { level: 1, name: 'Send the buyer' })).toBeVisible()
  })
})
