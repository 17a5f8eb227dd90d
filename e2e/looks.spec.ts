import type { Locator, Page } from '@playwright/test'
import { CARDS } from './checkout.page.ts'
import { createLong } from './every-state.ts'
import { expect, test } from './fixtures.ts'
import { SELLER } from './merchant-api.ts'
import { ARABIC, ENGLISH } from './words.ts'

const LOOKS = [
  { colorScheme: 'light', forcedColors: 'none' },
  { colorScheme: 'dark', forcedColors: 'none' },
  { colorScheme: 'light', forcedColors: 'active' },
  { colorScheme: 'dark', forcedColors: 'active' },
] as const

const coloursOf = (element: Locator) =>
  element.evaluate((each) => {
    const { backgroundColor, borderTopColor, color, cursor } = getComputedStyle(each)
    return { backgroundColor, borderTopColor, color, cursor }
  })

test.describe('checkout page §8: in light, dark and forced colours', { tag: '@long' }, () => {
  test('a button that is paying keeps its colours, and a ring and the pointer say that it is busy', async ({
    api,
    shop,
    open,
    page,
  }) => {
    // This answer never comes.
    await page.route('**/pay', () => {})
    await page.emulateMedia({ reducedMotion: 'reduce' })
    const checkout = await open('hosted', await api.createSession(shop))
    const looks = async (element: Locator) => {
      const seen = []
      for (const look of LOOKS) {
        await page.emulateMedia(look)
        seen.push(await coloursOf(element))
      }
      return seen
    }
    await checkout.fillBuyer()
    await checkout.fillCard(CARDS.succeeds)
    const idle = await looks(checkout.payButton)
    await checkout.pay()
    await expect(checkout.payButton).toHaveText('Processing…')
    await page.mouse.move(0, 0)
    const paying = await looks(checkout.payButton)
    expect(paying).toEqual(idle.map((colours) => ({ ...colours, cursor: 'progress' })))
    const ring = page.locator('.busy')
    await expect(ring).toHaveCSS('border-top-style', 'dotted')
    for (const [index, { borderTopColor }] of (await looks(ring)).entries())
      expect(borderTopColor, JSON.stringify(LOOKS[index])).not.toBe(paying[index]!.backgroundColor)
  })

  test('the bank’s question has an edge in every scheme', async ({ api, shop, open, page }) => {
    const checkout = await open('hosted', await api.createSession(shop))
    await checkout.payWith(CARDS.challenge)
    const box = page.locator('dialog .bank')
    await expect(box).toBeVisible()
    for (const look of LOOKS) {
      await page.emulateMedia(look)
      const { borderTopColor, backgroundColor } = await coloursOf(box)
      expect(borderTopColor).not.toBe(backgroundColor)
      await expect(box).toHaveCSS('border-top-width', '1px')
    }
  })
})

/** Where each part of the page begins and ends, at the sides. */
const sidesOf = (page: Page, parts: string[]) =>
  page.evaluate(
    (all) =>
      all.map((part) => {
        const { left, right } = document.querySelector(part)!.getBoundingClientRect()
        return [Math.round(left), Math.round(right)]
      }),
    parts,
  )

const topsOf = (all: Locator) =>
  all.evaluateAll((each) => each.map((one) => Math.round(one.getBoundingClientRect().top)))

test.describe('checkout page §8: the grid', { tag: '@long' }, () => {
  test('header, way back, form and foot share one box of 560 px, and a test store says so above its card', async ({
    api,
    open,
    page,
  }) => {
    const shop = await api.createShop({
      test: true,
      seller: SELLER,
      contactEmail: 'help@loom.example',
    })
    await api.putProduct(shop, 10)
    const url = await api.createSession(shop, { cancelUrl: 'http://localhost/basket' })
    for (const words of [ENGLISH, ARABIC]) {
      const checkout = await open('hosted', url, page, words)
      await checkout.expectReady()
      // The second width is a window of 1280 px at 200 %.
      for (const width of [624, 640, 768, 839]) {
        await page.setViewportSize({ width, height: 900 })
        const [left, right] = [(width - 560) / 2, (width + 560) / 2].map(Math.floor)
        const parts = ['.back', '.summary', '.column', '.foot .seller > p', '.foot .seller > div']
        for (const [from, to] of await sidesOf(page, parts))
          expect([Math.abs(from! - left!), Math.abs(to! - right!)].every((off) => off < 2)).toBe(
            true,
          )
        const [store, secure] = await sidesOf(page, ['.store', '.secure'])
        const ends = words === ENGLISH ? [store![0], secure![1]] : [secure![0], store![1]]
        expect(Math.abs(ends[0]! - left!)).toBeLessThan(2)
        expect(Math.abs(ends[1]! - right!)).toBeLessThan(2)
      }
      const mark = (await checkout.card.locator('body > p').boundingBox())!
      const label = (await checkout.card.locator('label').first().boundingBox())!
      expect(label.y - mark.y - mark.height).toBeGreaterThanOrEqual(12)
    }
    await page.setViewportSize({ width: 1280, height: 900 })
    await open('hosted', url)
    const links = page.locator('.foot .seller > div > :is(a, nav)')
    await expect(links).toHaveCount(5)
    const tops = await topsOf(links)
    expect(new Set(tops.slice(0, -1)).size).toBe(1)
    await expect(links.last()).toHaveText('Language: English')
    expect(tops.at(-1), 'the language has a line of its own').toBeGreaterThan(tops[0]!)
    await expect(page.locator('.foot p')).toHaveCount(1)
  })

  for (const javaScriptEnabled of [true, false])
    test.describe(`where scripts are ${javaScriptEnabled ? 'on' : 'off'}`, () => {
      test.use({ javaScriptEnabled, viewport: { width: 390, height: 844 } })

      test(`a phone shows the first field below a long summary, which unfolds, scripts ${javaScriptEnabled ? 'on' : 'off'}`, async ({
        api,
        shop,
        page,
      }) => {
        await page.goto(await createLong({ api, shop }))
        const bought = page.locator('.summary .what')
        await expect(bought).toBeHidden()
        const field = (await page.locator('#name').boundingBox())!
        expect(field.y + field.height).toBeLessThan(844)
        await page.locator('summary').focus()
        await page.keyboard.press('Enter')
        await expect(bought).toBeVisible()
        await page.setViewportSize({ width: 768, height: 844 })
        await expect(page.locator('summary')).toBeHidden()
        await expect(bought).toBeVisible()
      })

      test(`a picture that fails leaves at most the gap beside it, scripts ${javaScriptEnabled ? 'on' : 'off'}`, async ({
        api,
        shop,
        page,
        service,
      }) => {
        await api.putProduct(shop, 10, { imageUrl: `${service.baseUrl}/nothing.webp` })
        const failed = page.waitForResponse('**/nothing.webp')
        await page.goto(await api.createSession(shop))
        expect((await failed).status()).toBe(404)
        const startOf = async (part: string) =>
          (await page.locator(`.summary ${part}`).boundingBox())!.x
        const gap = javaScriptEnabled ? 0 : 16
        await expect.poll(async () => (await startOf('.what')) - (await startOf('.item'))).toBe(gap)
      })
    })
})
