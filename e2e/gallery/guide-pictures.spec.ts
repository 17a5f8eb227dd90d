import { writeFile } from 'node:fs/promises'
import { expect, test } from '../fixtures.ts'

/** What the guide shows. */
const PICTURES = {
  'checkout-page': { width: 1040, height: 1320 },
  'checkout-page-phone': { width: 390, height: 844 },
}

test.describe('docs/guide: the pictures of the page', () => {
  test.skip(!process.env['GUIDE_PICTURES'], 'Writes files of the repository.')

  for (const [name, viewport] of Object.entries(PICTURES))
    test(`the guide’s picture is taken: ${name}`, async ({ demo, page, checkout }) => {
      await page.setViewportSize(viewport)
      await page.goto(demo.url)
      await page.getByRole('link', { name: /Harbour jumper/ }).click()
      await page.getByRole('button', { name: 'Buy now' }).click()
      await checkout.expectReady()
      const browser = await page.context().newCDPSession(page)
      const { data } = await browser.send('Page.captureScreenshot', { format: 'webp', quality: 60 })
      const picture = Buffer.from(data, 'base64')
      expect(picture.length).toBeLessThan(48_000)
      await writeFile(`docs/guide/${name}.webp`, picture)
    })
})
