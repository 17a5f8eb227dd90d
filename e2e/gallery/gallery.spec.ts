import type { Frame, Page } from '@playwright/test'
import { findEngines, skippedEngines } from '../../scripts/programs/engines.ts'
import type { ColorScheme, Engine } from '../engines/buyer.ts'
import { openFirefox } from '../engines/puppeteer.ts'
import { openWebKit } from '../engines/webkit.ts'
import { CARDS } from '../checkout.page.ts'
import { EVERY_STATE, QUANTITY, type Walk } from '../every-state.ts'
import { expect, test } from '../fixtures.ts'
import { SELLER } from '../merchant-api.ts'
import { PlainPage } from '../plain.page.ts'
import { offerWallets, test as withStripe } from '../stripe-fixtures.ts'
import { ARABIC, ENGLISH } from '../words.ts'
import { MORE_STATES, followSystem } from './more-states.ts'
import { keepPicture, writeGallery } from './pictures.ts'
import { STATES_BY_TAB } from './states-by-tab.ts'

const ITEMS = [{ product: 'linen-shirt', size: 'M', color: 'Sand', quantity: QUANTITY }]
const WIDTHS = [1280, 768, 390]
const SCHEMES: ColorScheme[] = ['light', 'dark']
const DIRECTIONS = {
  ltr: { language: 'en', words: ENGLISH },
  rtl: { language: 'ar', words: ARABIC },
}

/** The line of the store on a receipt, which only its owner can set. */
const withNextStep = (page: Page) =>
  page.route(/\/checkout\/cs_\w+\/(?:token|view)/, async (route) => {
    const response = await route.fetch()
    const said = '"store":{"nextStep":"We send it within two working days.",'
    await route.fulfill({ response, body: (await response.text()).replace('"store":{', said) })
  })

/** The receipt on the other pages where a buyer may see it. */
const RECEIPTS: Walk = {
  'complete, embedded': async ({ checkout: { page }, open, url }) => {
    await withNextStep(page)
    const checkout = await open('embedded', url)
    await checkout.expectReady()
    await checkout.payWith(CARDS.succeeds)
    await expect(checkout.page.locator('.number code')).toBeVisible()
    await followSystem(page)
  },
  'complete, on paper': async ({ checkout }) => {
    await checkout.payWith(CARDS.succeeds)
    await checkout.page.emulateMedia({ media: 'print' })
    await expect(checkout.page.locator('.number code')).toBeVisible()
  },
  'complete, without script': async ({ checkout: { page }, url }) => {
    const asked = new URL(page.url()).search
    await page.route(/\/hosted-checkout-[\w.-]+\.js$/, (route) => route.abort())
    // Everything on the way is found by its English words.
    await page.goto(`${url}?lang=en`)
    const plain = new PlainPage(page)
    await plain.payWith(CARDS.succeeds)
    await plain.expectPaid()
    const receipt = new URL(page.url())
    for (const [name, value] of new URLSearchParams(asked)) receipt.searchParams.set(name, value)
    await page.goto(receipt.href)
  },
}

test.afterAll(async () => {
  console.log(`The pictures so far: ${await writeGallery()}`)
})

for (const [direction, { words }] of Object.entries(DIRECTIONS))
  test.describe(`checkout page §8: pictures of the page, Chromium, ${direction}`, () => {
    for (const [state, enter] of Object.entries({ ...EVERY_STATE, ...RECEIPTS, ...MORE_STATES })) {
      test(`Chromium’s pictures are taken of the state: ${state}`, async ({
        api,
        shop,
        open,
        page,
      }) => {
        await api.changeShop(shop, { contactEmail: 'hello@loom.example' })
        const url = await api.createSession(shop, { items: ITEMS })
        const openSo: typeof open = (surface, address, target) =>
          open(surface, address, target, words)
        const checkout = await openSo('hosted', url)
        await checkout.expectReady()
        const seen = (await enter({ checkout, api, shop, url, open: openSo })) ?? page
        await takePictures(seen, { state, direction })
      })
    }

    withStripe(
      'Chromium’s pictures are taken of the wallets above the form',
      async ({ api, shop, open, page }) => {
        await offerWallets(page)
        await api.changeShop(shop, {
          deliveryCountries: ['ES', 'PT'],
          seller: { ...SELLER, mustAgree: true },
        })
        await open('hosted', await api.createSession(shop, { items: ITEMS }), page, words)
        const wallets = page.locator('[data-wallets]')
        await expect(wallets).toBeVisible()
        const card = page.locator('[data-card] iframe')
        const fields = card.contentFrame().locator('iframe')
        await expect
          .poll(
            async () => (await card.boundingBox())!.height - (await fields.boundingBox())!.height,
          )
          .toBeGreaterThanOrEqual(0)
        await takePictures(page, { state: 'express checkout', direction })
        await wallets
          .frameLocator('iframe')
          .frameLocator('iframe')
          .getByRole('button', { name: 'Double Pay' })
          .click()
        await expect(page.locator('#agreedExpress')).toBeFocused()
        await takePictures(page, { state: 'express checkout, without agreement', direction })
      },
    )
  })

async function takePictures(
  page: Page,
  { state, direction }: { state: string; direction: string },
) {
  for (const width of WIDTHS) {
    await page.setViewportSize({ width, height: 844 })
    await expect.poll(() => seeAll(page, width)).toBe(true)
    for (const colorScheme of SCHEMES) {
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' })
      for (const frame of page.frames().filter(isCardFrame))
        await expect.poll(() => frame.evaluate(readScheme)).toBe(colorScheme)
      const picture = await page.screenshot({ animations: 'disabled' })
      await keepPicture(['Chromium', state, `${width} px`, colorScheme, direction], picture)
    }
  }
}

/** A frame of another origin is drawn, and tells its height, only when it is seen. */
async function seeAll(page: Page, width: number) {
  const height = await page.evaluate(() => document.documentElement.scrollHeight)
  await page.setViewportSize({ width, height })
  return page.evaluate(() => document.documentElement.scrollHeight === innerHeight)
}

const isCardFrame = (frame: Frame) => /\/payment-frame\/cs_\w+\?/.test(frame.url())

/** The page around tells the frame its scheme a moment later. */
const readScheme = () => document.documentElement.style.colorScheme

/** A merchant's page is as wide as the merchant wants, so one width is enough. */
const isEmbedded = (state: string) => state.includes('embedded')

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
      test(`${name}’s pictures are taken of every state, ${scheme}`, async ({ api, merchant }) => {
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
              const embed = (address: string) =>
                tab.open(
                  `${merchant.origin}/?theme=${scheme}&session=${address.split('/').at(-1)}&lang=${language}`,
                )
              await enter({ api, shop, url, open, embed, tab })
              for (const width of isEmbedded(state) ? [390] : WIDTHS)
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
