import type { Page } from '@playwright/test'
import { COLOURS, expectAccessible } from './expect-accessible.ts'
import { expect, test } from './fixtures.ts'

/** Of the pages that are made alike, one is for `npm test`, the others for `npm run test:long`. */
const PAGES = [
  { path: '', tag: [] },
  ...['/create', '/page', '/confirm', '/errors', '/embed', '/merchant', '/operator', '/test'].map(
    (path) => ({
      path,
      tag: ['@long'],
    }),
  ),
]

/** How far the page can be moved sideways, in pixels. */
const excessOf = (page: Page) =>
  page.evaluate(() => document.documentElement.scrollWidth - innerWidth)

for (const { path, tag } of PAGES)
  test(
    `axe finds nothing on /docs${path}, light and dark, and it does not scroll sideways`,
    {
      tag,
    },
    async ({ page, service }) => {
      await page.setViewportSize({ width: 1280, height: 900 })
      await page.goto(`${service.baseUrl}/docs${path}`)
      await expectAccessible(page)
      expect(await excessOf(page)).toBeLessThanOrEqual(0)
      await page.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(page, COLOURS)
      await page.setViewportSize({ width: 390, height: 800 })
      await expectAccessible(page, COLOURS)
      expect(await excessOf(page)).toBeLessThanOrEqual(0)
    },
  )

test('with the keyboard alone an example is read in another language', async ({
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

test('from the first page one gets through the guide', async ({ page, service }) => {
  await page.goto(`${service.baseUrl}/docs`)
  const main = page.getByRole('main')
  await main.getByRole('heading', { name: 'Create a session' }).getByRole('link').click()
  await expect(page.getByRole('heading', { level: 1, name: 'Create a session' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Guide' }).getByRole('link', { name: 'Next' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Send the buyer' })).toBeVisible()
})
