import { findEngines, skippedEngines } from '../../scripts/programs/engines.ts'
import type { Engine, Tab } from '../engines/buyer.ts'
import { openFirefox } from '../engines/puppeteer.ts'
import { openWebKit } from '../engines/webkit.ts'
import { EVERY_STATE, QUANTITY } from '../every-state.ts'
import { expect, test } from '../fixtures.ts'
import { ARABIC, ENGLISH } from '../words.ts'
import { keepPicture, writeGallery } from './pictures.ts'

const ITEMS = [{ product: 'linen-shirt', size: 'M', color: 'Sand', quantity: QUANTITY }]
const WIDTHS = [1280, 390]

test.afterAll(async () => {
  console.log(`The pictures so far: ${await writeGallery()}`)
})

for (const [direction, words] of Object.entries({ ltr: ENGLISH, rtl: ARABIC })) {
  for (const [state, enter] of Object.entries(EVERY_STATE)) {
    test(`Chromium, ${direction}: ${state}`, async ({ api, shop, open, page }) => {
      const url = await api.createSession(shop, { items: ITEMS })
      const openSo: typeof open = (place, address, target) => open(place, address, target, words)
      const checkout = await openSo('hosted', url)
      await checkout.expectReady()
      const seen = (await enter({ checkout, api, shop, url, open: openSo })) ?? page
      for (const width of WIDTHS) {
        await seen.setViewportSize({ width, height: 844 })
        // A frame of another origin is not drawn where nobody sees it.
        const height = await seen.evaluate(() => document.documentElement.scrollHeight)
        await seen.setViewportSize({ width, height })
        for (const colorScheme of ['light', 'dark'] as const) {
          await seen.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
          const picture = await seen.screenshot({ animations: 'disabled' })
          await keepPicture(['Chromium', state, `${width} px`, colorScheme, direction], picture)
        }
      }
    })
  }
}

const { Firefox, WebKit } = findEngines()
const ENGINES: Record<string, (() => Promise<Engine>) | undefined> = {
  Firefox: Firefox === undefined ? undefined : () => openFirefox(Firefox),
  WebKit: WebKit && (() => openWebKit(WebKit)),
}

for (const line of skippedEngines()) test.skip(line, () => {})

for (const [name, openEngine] of Object.entries(ENGINES)) {
  if (!openEngine) continue
  test(`${name}: what a form, a problem and the end of a session look like`, async ({
    api,
    shop,
  }) => {
    const url = await api.createSession(shop, { items: ITEMS })
    const engine = await openEngine()
    const says = (tab: Tab, text: string) => expect.poll(() => tab.text()).toContain(text)
    try {
      const tab = await engine.openTab()
      await tab.open(url)
      await says(tab, 'Pay €')
      await keepPicture([name, 'ready', 'light', 'ltr'], await tab.picture())
      await tab.click('[data-pay]')
      await says(tab, 'There is a problem')
      await keepPicture([name, 'invalid', 'light', 'ltr'], await tab.picture())
      await api.expireSession(url)
      await says(tab, 'This payment link has expired')
      await keepPicture([name, 'expired', 'light', 'ltr'], await tab.picture())
    } finally {
      await engine.close()
    }
  })
}
