import type { Page } from '@playwright/test'
import { CARDS, CheckoutPage } from './checkout.page.ts'
import { expect, test as base } from './fixtures.ts'
import { MerchantPage } from './merchant.page.ts'

const test = base.extend<{ shopPage: MerchantPage }>({
  shopPage: async ({ page, merchant }, use) => {
    await use(new MerchantPage(page, merchant.origin))
  },
})

declare global {
  interface Window {
    opened?: Window | null
  }
}

/** What inherits comes from outside with the element; all else meets what stands beside it. */
const HOSTILE = `
html, body, main, hosted-checkout {
  letter-spacing: .3em; word-spacing: 1em; text-transform: uppercase; text-indent: 3em;
  line-height: 3; font: italic 800 31px/3 fantasy; text-align: right; white-space: nowrap;
  color: red; list-style: square inside; border-spacing: 9px; hyphens: auto; cursor: wait;
}
:not(html, body, main, h1, hosted-checkout) {
  all: unset !important; margin: 31px !important; position: fixed !important;
}
.root, .grid, .summary, .field, .notice, .error, .pay, form, section, label, input, button {
  display: none !important;
}`

/** Where everything in the element stands, and how it looks. */
const looks = (page: Page) =>
  page.evaluate(() => {
    // The summary goes along while the page is scrolled.
    scrollTo(0, 0)
    const root = document.querySelector('hosted-checkout')!.shadowRoot!.querySelector('.root')!
    const from = root.getBoundingClientRect()
    return [...root.querySelectorAll('*')].map((each) => {
      const { width, height, ...at } = each.getBoundingClientRect().toJSON() as DOMRect
      const [x, y] = width ? [at.x - from.x, at.y - from.y] : [0, 0]
      const { color, fontFamily, textTransform } = getComputedStyle(each)
      return [each.localName, x, y, width, height, color, fontFamily, textTransform].join(' ')
    })
  })

test.describe(
  'checkout page, figures: the element in hostile surroundings',
  { tag: '@long' },
  () => {
    test('styles of the page around it move nothing', async ({ api, shop, shopPage, page }) => {
      await shopPage.open(await api.createSession(shop))
      await shopPage.checkout.expectReady()
      await expect.poll(async () => (await looks(page)).length).toBeGreaterThan(30)
      const before = await looks(page)
      await shopPage.style(HOSTILE)
      expect(await looks(page)).toEqual(before)
    })

    for (const { how, address } of [
      { how: 'opens the hosted page in a window', address: (url: string) => url },
      { how: 'opens the window that its link is pasted into', address: () => 'about:blank' },
    ])
      test(`whoever ${how} cannot lead that window away`, async ({ api, shop, shopPage, page }) => {
        const url = await api.createSession(shop)
        await shopPage.open(url)
        const opening = page.waitForEvent('popup')
        await page.evaluate((first) => {
          window.opened = open(first)
        }, address(url))
        const opened = await opening
        if (address(url) !== url) await opened.goto(url, { waitUntil: 'commit' })
        await expect.poll(() => page.evaluate(() => window.opened?.closed)).toBe(true)
        await new CheckoutPage(opened).expectReady()
        expect(await opened.evaluate(() => opener)).toBe(null)
      })

    test('twenty in one page are twenty checkouts', async ({ api, shopPage, page }) => {
      const shop = await api.createShop()
      await api.putProduct(shop, 20)
      const urls: string[] = []
      for (let count = 0; count < 20; count += 1) urls.push(await api.createSession(shop))
      await shopPage.open(urls[0]!)
      await page.evaluate(
        (sessions) => {
          for (const session of sessions)
            document
              .querySelector('main')!
              .append(Object.assign(document.createElement('hosted-checkout'), { session }))
        },
        urls.slice(1).map((url) => url.split('/').at(-1)!),
      )
      const elements = page.locator('hosted-checkout')
      await expect(elements).toHaveCount(20)
      for (let index = 0; index < 20; index += 1)
        await expect(elements.nth(index)).toHaveAttribute('status', 'ready')
      const paid = [7, 13]
      for (const index of paid) {
        const one = new CheckoutPage(page, undefined, elements.nth(index))
        await one.payWith(CARDS.succeeds)
        await one.expectReceipt()
      }
      for (const [index, url] of urls.entries()) {
        const status = paid.includes(index) ? 'complete' : 'ready'
        await expect(elements.nth(index)).toHaveAttribute('status', status)
        expect((await api.getSession(shop, url)).status).toBe(
          status === 'ready' ? 'open' : 'complete',
        )
      }
      const typed = elements.nth(0).getByLabel('Full name')
      await expect(typed).toHaveValue('')
    })

    test('two hundred that come and go leave nothing behind', async ({
      api,
      shop,
      shopPage,
      page,
    }) => {
      await shopPage.open(await api.createSession(shop))
      await shopPage.checkout.expectReady()
      const devtools = await page.context().newCDPSession(page)
      await devtools.send('Performance.enable')
      const comeAndGo = (times: number) =>
        page.evaluate(async (count) => {
          const element = document.querySelector('hosted-checkout')!
          const place = element.parentElement!
          const session = element.getAttribute('session')!
          element.remove()
          for (let left = count; left > 0; left -= 1) {
            const next = Object.assign(document.createElement('hosted-checkout'), { session })
            const ready = new Promise((resolve) =>
              next.addEventListener('hc-ready', resolve, { once: true }),
            )
            place.append(next)
            await ready
            if (left > 1) next.remove()
          }
        }, times)
      const counted = async () => {
        await devtools.send('HeapProfiler.collectGarbage')
        const { metrics } = await devtools.send('Performance.getMetrics')
        const valueOf = (name: string) => metrics.find((metric) => metric.name === name)?.value ?? 0
        return { nodes: valueOf('Nodes'), listeners: valueOf('JSEventListeners') }
      }
      await comeAndGo(10)
      const early = await counted()
      await comeAndGo(200)
      // A garbage collection may leave what the last frames held; what leaks is held 200 times.
      await expect.poll(async () => (await counted()).nodes - early.nodes).toBeLessThan(200)
      expect((await counted()).listeners - early.listeners).toBeLessThan(100)
    })

    test('no digit of the card is anywhere in the page around the card fields', async ({
      api,
      shop,
      shopPage,
      page,
    }) => {
      await page.addInitScript(() => {
        const heard: string[] = []
        Object.assign(window, { heard })
        const keep = (event: Event) => {
          heard.push(`${event.type} ${JSON.stringify((event as MessageEvent).data) ?? ''}`)
          if (event instanceof KeyboardEvent || event instanceof InputEvent)
            heard.push(`${(event as KeyboardEvent).key} ${(event as InputEvent).data}`)
        }
        for (const type of ['message', 'keydown', 'input', 'change', 'paste'])
          addEventListener(type, keep, true)
      })
      await shopPage.open(await api.createSession(shop))
      await shopPage.checkout.expectReady()
      await shopPage.checkout.fillCard(CARDS.declined)
      await shopPage.checkout.fillBuyer()
      await shopPage.checkout.pay()
      await expect(page.getByText('Not charged: card ending in 0002')).toBeVisible()
      const kept = await page.evaluate(() => ({
        dom: [
          document.documentElement.outerHTML,
          document.querySelector('hosted-checkout')!.shadowRoot!.innerHTML,
        ].join(' '),
        storage: JSON.stringify([{ ...localStorage }, { ...sessionStorage }, document.cookie]),
        heard: (window as unknown as { heard: string[] }).heard.join(' '),
        told: JSON.stringify(window.told),
      }))
      // The whole number, with or without spaces; its beginning; the security code, which a time
      // in milliseconds may be by chance.
      for (const [where, text] of Object.entries(kept))
        expect(text, where).not.toMatch(/4000\s?0000\s?0000|(?<!Ms":[\d.]*)\b123\b(?!\s?456)/)
    })
  },
)
