import type { Frame, Page } from '@playwright/test'
import { findEngines, skippedEngines } from '../../scripts/programs/engines.ts'
import type { ColorScheme, Engine } from '../engines/buyer.ts'
import { openFirefox } from '../engines/puppeteer.ts'
import { openWebKit } from '../engines/webkit.ts'
import { EVERY_STATE, QUANTITY } from '../every-state.ts'
import { expect, test } from '../fixtures.ts'
import { ARABIC, ENGLISH } from '../words.ts'
import { keepPicture, writeGallery } from './pictures.ts'
import { STATES_BY_TAB } from './states-by-tab.ts'

const ITEMS = [{ product: 'linen-shirt', size: 'M', color: 'Sand', quantity: QUANTITY }]
const WIDTHS = [1280, 390]
const SCHEMES: ColorScheme[] = ['light', 'dark']
const DIRECTIONS = {
  ltr: { language: 'en', words: ENGLISH },
  rtl: { language: 'ar', words: ARABIC },
}

test.afterAll(async () => {
  console.log(`The pictures so far: ${await writeGallery()}`)
})

for (const [direction, { words }] of Object.entries(DIRECTIONS))
  test.describe(`checkout page §8: pictures of the page, Chromium, ${direction}`, () => {
    for (const [state, enter] of Object.entries(EVERY_STATE)) {
      test(`Chromium’s pictures are taken of the state: ${state}`, async ({
        api,
        shop,
        open,
        page,
      }) => {
        const url = await api.createSession(shop, { items: ITEMS })
        const openSo: typeof open = (place, address, target) => open(place, address, target, words)
        const checkout = await openSo('hosted', url)
        await checkout.expectReady()
        const seen = (await enter({ checkout, api, shop, url, open: openSo })) ?? page
        for (const width of WIDTHS) {
          await seen.setViewportSize({ width, height: 844 })
          await expect.poll(() => seeAll(seen, width)).toBe(true)
          for (const colorScheme of SCHEMES) {
            await seen.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
            for (const frame of seen.frames().filter(isCardFrame))
              await expect.poll(() => frame.evaluate(readScheme)).toBe(colorScheme)
            const picture = await seen.screenshot({ animations: 'disabled' })
            await keepPicture(['Chromium', state, `${width} px`, colorScheme, direction], picture)
          }
        }
      })
    }
  })

/** A frame of another origin is not drawn where nobody sees it, nor says how high it is. */
async function seeAll(page: Page, width: number) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height })
  return page.evaluate(() => document.documentElement.scrollHeight === innerHeight)
}

const isCardFrame = (frame: Frame) => /\/payment-frame\/cs_\w+\?/.test(frame.url())

/** The page around the frame tells it, a moment later. */
const readScheme = () => document.documentElement.style.colorScheme

const { Firefox, WebKit } = findEngines()
const ENGINES: Record<string, ((scheme: ColorScheme) => Promise<Engine>) | undefined> = {
  Firefox: Firefox === undefined ? undefined : (scheme) => openFirefox(Firefox, scheme),
  WebKit: WebKit && ((scheme) => openWebKit(WebKit, scheme)),
}

for (const line of skippedEngines()) test.skip(line, () => {})

for (const [name, openEngine] of Object.entries(ENGINES)) {
  if (!openEngine) continue
  for (const scheme of SCHEMES) {
    test.describe(`checkout page §8: pictures of the page, ${name}, ${scheme}`, () => {
      test(`${name}’s pictures are taken of every state, ${scheme}`, async ({ api }) => {
        test.setTimeout(600_000)
        const engine = await openEngine(scheme)
        try {
          for (const [direction, { language }] of Object.entries(DIRECTIONS))
            for (const [state, enter] of Object.entries(STATES_BY_TAB)) {
              const shop = await api.createShop()
              await api.putProduct(shop, 10)
              const url = await api.createSession(shop, { items: ITEMS })
              const tab = await engine.openTab()
              const open = (address: string) => tab.open(`${address}?lang=${language}`)
              await enter({ api, shop, url, open, tab })
              for (const width of WIDTHS)
                await keepPicture(
                  [name, state, `${width} px`, scheme, direction],
                  await tab.picture(width),
                )
              await tab.close()
            }
        } finally {
          await engine.close()
        }
      })
    })
  }
}
