import { CARDS } from './checkout.page.ts'
import { expect, test } from './fixtures.ts'

declare global {
  interface Window {
    shifts: string[]
  }
}

/** In every page, before anything of it runs: what has moved, and from where to where. */
function watchShifts() {
  window.shifts = []
  type Shift = { sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[] }
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries() as unknown as Shift[])
      window.shifts.push(JSON.stringify(sources.map(({ node, ...at }) => [node?.outerHTML, at])))
  }).observe({ type: 'layout-shift', buffered: true })
}

/** What has moved is told some time later: with this one all before it have been told. */
async function moveAll() {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  await nextFrame()
  await nextFrame()
  document.body.style.paddingTop = '50px'
}

test.describe('checkout page: nothing moves when the script arrives', { tag: '@long' }, () => {
  // The server knows no time zone but UTC: the page’s times become others.
  test.use({ timezoneId: 'America/New_York' })

  test('on the form and on the receipt', async ({ api, shop, open, page }) => {
    const url = await api.createSession(shop)
    await page.addInitScript(watchShifts)
    const script = /hosted-checkout-page-/
    const loadSlowly = async (part: string) => {
      const painted = Promise.withResolvers<void>()
      await page.route(script, async (route) => {
        await painted.promise
        await route.continue()
      })
      await page.goto(url, { waitUntil: 'commit' })
      await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
      painted.resolve()
      await page.locator(`hosted-checkout[status] [part=${part}]`).waitFor()
      await page.locator('[data-time][data-local]').waitFor()
      await page.unroute(script)
      await page.evaluate(moveAll)
      await expect.poll(() => page.evaluate(() => window.shifts.length)).toBeGreaterThan(0)
      return page.evaluate(() => window.shifts.slice(0, -1))
    }
    expect(await loadSlowly('form')).toEqual([])
    await page.locator('iframe[data-ready]').waitFor()
    const checkout = await open('hosted', url)
    await checkout.payWith(CARDS.succeeds)
    await checkout.expectReceipt()
    expect(await loadSlowly('receipt')).toEqual([])
  })
})
