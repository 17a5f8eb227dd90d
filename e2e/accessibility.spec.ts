import { EVERY_STATE, QUANTITY } from './every-state.ts'
import { CONTRAST, expectAccessible } from './expect-accessible.ts'
import { expect, test } from './fixtures.ts'
import { ARABIC, ENGLISH } from './words.ts'

/** The states that nearly every buyer meets are in the short half, the others in the long one. */
const MOST_MET = ['ready', 'declined', 'complete']

const LANGUAGES = [
  { direction: 'left to right', words: ENGLISH, short: MOST_MET },
  { direction: 'right to left', words: ARABIC, short: [] as string[] },
]

/** A desktop's width, and that of a small phone or of 400 % zoom. */
const WIDTHS = [1280, 320]

const ITEMS = [{ product: 'linen-shirt', size: 'M', color: 'Sand', quantity: QUANTITY }]

for (const { direction, words, short } of LANGUAGES) {
  test.describe(`Accessible, hosted, ${direction}`, () => {
    for (const [state, enter] of Object.entries(EVERY_STATE)) {
      const title = `axe finds nothing, light and dark, wide and narrow: ${state}`
      const tag = short.includes(state) ? [] : ['@long']
      test(title, { tag }, async ({ api, shop, open, page }) => {
        const url = await api.createSession(shop, { items: ITEMS })
        const openSo: typeof open = (place, address, target) => open(place, address, target, words)
        const checkout = await openSo('hosted', url)
        await checkout.expectReady()
        const seen = (await enter({ checkout, api, shop, url, open: openSo })) ?? page
        for (const width of WIDTHS) {
          await seen.setViewportSize({ width, height: 800 })
          await seen.emulateMedia({ colorScheme: 'light' })
          await expectAccessible(seen)
          await seen.emulateMedia({ colorScheme: 'dark' })
          await expectAccessible(seen, CONTRAST)
          expect(
            await seen.evaluate(() => document.documentElement.scrollWidth),
          ).toBeLessThanOrEqual(width)
        }
      })
    }
  })
}

/** An unknown link has a page and no element. */
const isOfElement = ([state]: [string, unknown]) => state !== 'unknown link'

test.describe('Accessible, embedded', { tag: '@long' }, () => {
  test.use({ colorScheme: 'light' })
  for (const [state, enter] of Object.entries(EVERY_STATE).filter(isOfElement)) {
    test(`axe finds nothing, light and dark: ${state}`, async ({ api, shop, open, page }) => {
      const url = await api.createSession(shop, { items: ITEMS })
      const checkout = await open('embedded', url)
      await checkout.expectReady()
      const seen = (await enter({ checkout, api, shop, url, open })) ?? page
      await expectAccessible(seen)
      await seen.emulateMedia({ colorScheme: 'dark' })
      await expectAccessible(seen, CONTRAST)
    })
  }
})

const LONG = 'Donaudampfschifffahrtsgesellschaftskapitänslieferung am selben Tag bis zur Haustür'

test.describe('Accessible, hosted, narrow', () => {
  test('long names of delivery options do not scroll a phone sideways', async ({
    api,
    open,
    page,
  }) => {
    const deliveryOptions = [LONG, 'Standard'].map((name, id) => ({ id: `${id}`, name, fee: 0 }))
    const shop = await api.createShop({ deliveryOptions })
    await api.putProduct(shop, 10)
    await page.setViewportSize({ width: 390, height: 800 })
    await open('hosted', await api.createSession(shop))
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390)
  })

  test('the store’s name keeps its words whole at 320 px with text twice as large', async ({
    api,
    shop,
    open,
    page,
  }) => {
    await page.setViewportSize({ width: 320, height: 800 })
    await open('hosted', await api.createSession(shop))
    const lines = await page.evaluate(() => {
      document.documentElement.style.fontSize = '200%'
      const text = document.createRange()
      text.selectNodeContents(document.querySelector('.store bdi')!)
      return new Set([...text.getClientRects()].map(({ top }) => top)).size
    })
    expect(lines).toBeLessThanOrEqual('Loom & Co'.split(' ').length)
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
})

test.describe('Accessible, embedded, narrow', () => {
  test.use({ viewport: { width: 320, height: 640 } })
  test('nothing scrolls sideways at 320 px', async ({ api, shop, open, page }) => {
    const checkout = await open('embedded', await api.createSession(shop))
    await checkout.expectReady()
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(320)
  })
})
