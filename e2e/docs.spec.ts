import type { Page } from '@playwright/test'
import { COLOURS, expectAccessible, expectReadable } from './expect-accessible.ts'
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
        await expectReadable(page)
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

  test('a reader finds a section by its words, and copies its example', async ({
    page,
    context,
    service,
  }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    const loaded: string[] = []
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname))
    await page.goto(`${service.baseUrl}/docs`)
    expect(loaded).not.toContain('/docs/search.json')
    await page.getByRole('searchbox', { name: 'Search the documentation' }).fill('expire session')
    const found = page.getByRole('search').getByRole('link', { name: /^Expire a session/ })
    await expect(found).toBeVisible()
    await page.keyboard.press('ArrowDown')
    await expect(found).toBeFocused()
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(/\/docs\/merchant#expireSession$/)
    const copy = page.getByRole('button', { name: 'Copy: Request: Expire a session' })
    await copy.click()
    await expect(copy).toHaveText('Copied')
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toMatch(/^curl -X POST http/)
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
