import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { CARDS } from './checkout.page.ts'
import { expect, runWithMerchant, test } from './fixtures.ts'
import { startService } from './service.ts'

declare global {
  interface Window {
    shifts: string[]
    painted?: { whole: boolean; frames: number }
  }
}

const SCRIPT = /hosted-checkout-page-/

/** Runs in every page before anything else, and records what moves, and from where to where. */
function watchShifts() {
  window.shifts = []
  type Shift = { sources: { node: Element | null; previousRect: DOMRect; currentRect: DOMRect }[] }
  new PerformanceObserver((list) => {
    for (const { sources } of list.getEntries() as unknown as Shift[])
      window.shifts.push(JSON.stringify(sources.map(({ node, ...at }) => [node?.outerHTML, at])))
  }).observe({ type: 'layout-shift', buffered: true })
}

/** Movements are told some time later. When this one is told, all before it have been. */
async function moveProbe() {
  const nextFrame = () => new Promise((resolve) => requestAnimationFrame(resolve))
  const probe = Object.assign(document.createElement('b'), { id: 'probe', textContent: '.' })
  probe.style.cssText = 'position: fixed; top: 0'
  document.body.append(probe)
  await nextFrame()
  await nextFrame()
  probe.style.top = '300px'
}

test.describe('checkout page §1: nothing moves when the script arrives', { tag: '@long' }, () => {
  // The server knows only UTC, so in this zone all times of the page change.
  test.use({ timezoneId: 'America/New_York' })

  test('nothing moves on the form and on the receipt when the script arrives', async ({
    api,
    shop,
    open,
    page,
  }) => {
    const url = await api.createSession(shop)
    await page.addInitScript(watchShifts)
    const loadSlowly = async (part: string) => {
      const painted = Promise.withResolvers<void>()
      await page.route(SCRIPT, async (route) => {
        await painted.promise
        await route.continue()
      })
      await page.goto(url, { waitUntil: 'commit' })
      await page.waitForFunction(() => performance.getEntriesByType('paint').length > 0)
      painted.resolve()
      await page.locator(`hosted-checkout[status] [part=${part}]`).waitFor()
      // The times are in the buyer's own zone, written by the script instead of the server's,
      // or drawn anew.
      await page.locator('time:is([data-local], :not([data-time]))').waitFor()
      await page.unroute(SCRIPT)
      await page.evaluate(moveProbe)
      const findProbe = () => window.shifts.findIndex((shift) => shift.includes('id=\\"probe'))
      await expect.poll(() => page.evaluate(findProbe)).toBeGreaterThanOrEqual(0)
      return (await page.evaluate(() => window.shifts)).slice(0, await page.evaluate(findProbe))
    }
    expect(await loadSlowly('form')).toEqual([])
    await page.locator('iframe[data-ready]').waitFor()
    const checkout = await open('hosted', url)
    await checkout.payWith(CARDS.succeeds)
    await checkout.expectReceipt()
    expect(await loadSlowly('receipt')).toEqual([])
  })
})

/** A mail server is named, so the receipt says where its mail goes. */
const mailing = test.extend({
  running: async ({}, use) =>
    runWithMerchant(
      await startService({
        SMTP_URL: 'smtp://127.0.0.1:1?from=Loom <mail@loom.example>',
        LOG_LEVEL: 'error',
      }),
      use,
    ),
})

mailing.describe('contract §5: the receipt', { tag: '@long' }, () => {
  for (const viewport of [
    { width: 390, height: 844 },
    { width: 1280, height: 1400 },
  ])
    mailing(
      `it opens at the top and nothing of it moves in 10 s, ${viewport.width} px wide`,
      async ({ api, shop, open, page }) => {
        await page.setViewportSize(viewport)
        await page.addInitScript(watchShifts)
        const successUrl = 'https://shop.example/thanks'
        const checkout = await open('hosted', await api.createSession(shop, { successUrl }))
        await checkout.email.fill('ana@mail.example')
        await checkout.stopTimeAtReceipt()
        await checkout.payWith(CARDS.succeeds)
        await checkout.expectReceipt()
        expect(await page.evaluate(() => scrollY)).toBe(0)
        const probe = page.locator('#probe')
        // The clock stands still, so nothing of the page can be asked to wait for the next frame.
        await page.evaluate(() => {
          const added = Object.assign(document.createElement('b'), {
            id: 'probe',
            textContent: '.',
          })
          added.style.cssText = 'position: fixed; top: 0'
          document.body.append(added)
        })
        await page.screenshot()
        await page.evaluate(() => void (window.shifts = []))
        await page.clock.runFor(10_000)
        await expect(page.getByRole('link', { name: 'Correct the email address' })).toBeVisible()
        // Movements are told some time later. When this one is told, all before it have been.
        await probe.evaluate((moved) => void (moved.style.top = '300px'))
        await expect.poll(() => page.evaluate(() => window.shifts.length)).toBeGreaterThan(0)
        const shifts = await page.evaluate(() => window.shifts)
        expect(shifts).toEqual([expect.stringMatching(/^\[\["<b id=\\"probe[^[]*$/)])
      },
    )
})

/** Runs in every page, and records what is there at the first paint. */
function watchPaint() {
  requestAnimationFrame(() => {
    const whole = ['[data-pay]', '.languages'].every((part) => document.querySelector(part))
    window.painted = { whole, frames: document.querySelectorAll('iframe').length }
  })
}

test.describe('checkout page §1: the first paint', () => {
  test('the first paint has the whole form, and the card’s frame comes after it', async ({
    api,
    shop,
    page,
  }) => {
    const html = await (await fetch(await api.createSession(shop))).text()
    const middle = html.indexOf('data-fields')
    const rest = Promise.withResolvers<void>()
    // The second half of the page comes later, as in a slow network.
    const server = createServer((_, response) => {
      response.setHeader('Content-Type', 'text/html; charset=utf-8')
      response.write(html.slice(0, middle))
      void rest.promise.then(() => response.end(html.slice(middle)))
    })
    server.listen(0)
    await once(server, 'listening')
    try {
      await page.addInitScript(watchPaint)
      // If the element were there before the paint, it would make the frame itself.
      await page.route(SCRIPT, (route) => route.abort())
      const { port } = server.address() as AddressInfo
      await page.goto(`http://localhost:${port}/`, { waitUntil: 'commit' })
      await page.waitForFunction(() => document.querySelector('.summary'), null, { polling: 10 })
      rest.resolve()
      await page.waitForFunction(() => window.painted)
      expect(await page.evaluate(() => window.painted)).toEqual({ whole: true, frames: 0 })
      await page.locator('iframe').waitFor({ state: 'attached' })
    } finally {
      server.close()
      server.closeAllConnections()
    }
  })
})
