import type { Page } from '@playwright/test'
import { CARDS, CheckoutPage } from './checkout.page.ts'
import { PURCHASE, WALKS, type Walk, walk } from './every-state.ts'
import { figure } from './figure.ts'
import { SURFACES, expect, test as base } from './fixtures.ts'
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

/** What a buyer meets who pays. The bank's question lies over the page. */
const { ready, invalid, complete } = PURCHASE
const HOSTILE_WALKS: Walk[] = [
  { ready, invalid, complete },
  ...WALKS.filter((states) => 'challenge' in states),
]

/**
 * Properties that inherit come with the element from outside. Everything else meets rules of the
 * page beside it.
 */
const HOSTILE = `
html, body, main, hosted-checkout {
  letter-spacing: .3em; word-spacing: 1em; text-transform: uppercase; text-indent: 3em;
  line-height: 3; font: italic 800 31px/3 fantasy; text-align: right; white-space: nowrap;
  color: red; list-style: square inside; border-spacing: 9px; hyphens: auto; cursor: wait;
  word-break: break-all; line-break: anywhere; text-align-last: center; tab-size: 20;
  text-shadow: 9px 9px red; -webkit-text-fill-color: red; -webkit-text-stroke: 3px red;
  text-wrap: nowrap; font-feature-settings: 'smcp'; quotes: none;
}
:not(html, body, main, h1, hosted-checkout) {
  all: unset !important; margin: 31px !important; position: fixed !important;
}
.root, .grid, .summary, .field, .notice, .error, .pay, form, section, label, input, button {
  display: none !important;
}`

/** For every element of the checkout and its frames: where it is, and all of its style. */
async function looks(page: Page) {
  const all = await Promise.all(page.frames().map((frame) => frame.evaluate(looksHere)))
  return all.flat()
}

/** A frame tells its new height only when it is seen, and what is pointed at has another look. */
async function standStill(page: Page) {
  await page.locator('iframe').evaluateAll(([first]) => first?.scrollIntoView())
  const isTooHigh = () => document.documentElement.scrollHeight > innerHeight
  for (const frame of page.frames().slice(1))
    await expect.poll(() => frame.evaluate(isTooHigh)).toBe(false)
  await page.evaluate(() => scrollTo(0, 0))
  await page.mouse.move(0, 0)
}

function looksHere() {
  // The summary moves along while the page is scrolled.
  scrollTo(0, 0)
  const all = document.querySelector('hosted-checkout')?.shadowRoot?.querySelector('.root')
  const root = all?.querySelector('dialog[open]') ?? all ?? document.body
  const from = root.getBoundingClientRect()
  return [...root.querySelectorAll('*')].map((each) => {
    const { width, height, ...at } = each.getBoundingClientRect().toJSON() as DOMRect
    const [x, y] = width ? [at.x - from.x, at.y - from.y] : [0, 0]
    const style = getComputedStyle(each)
    return {
      what: `${each.localName}.${each.className}`,
      x,
      y,
      width,
      height,
      ...Object.fromEntries([...style].map((name) => [name, style.getPropertyValue(name)])),
    }
  })
}

/** How many more there may be after 200 mounts. A leak would add 200. */
const LEAKS = [
  ['Nodes', 20],
  ['JSEventListeners', 10],
  ['Frames', 0],
  ['Documents', 1],
  ['JSHeapUsedSize', 1_000_000],
] as const

type Looks = Awaited<ReturnType<typeof looks>>

/** The font is the page's own, so it is there before the other styles. */
const FONT = 'hosted-checkout { font-family: fantasy }'

/**
 * Properties that show nothing here: there are no tables, tabs or quotation marks of the browser.
 * The position of an element is compared by itself.
 */
const UNSEEN = /border-.*spacing|tab-size|quotes|^(?:inset-.*|top|right|bottom|left)$/

const differences = (before: Looks, after: Looks) =>
  before.flatMap((one, index) =>
    Object.entries(one)
      .filter(([name]) => !UNSEEN.test(name))
      .map(([name, value]) => [
        value,
        (after[index] as typeof one | undefined)?.[name as keyof typeof one],
        name,
      ])
      .filter(([value, other]) => value !== other)
      .map(([value, other, name]) => `${one.what} ${name}: ${value}, then ${other}`),
  )

test.describe('checkout page §7: the element in hostile surroundings', { tag: '@long' }, () => {
  let compared = 0
  test.afterAll(() => {
    if (compared > 0) figure('hostile styles', `0 differences in ${compared} elements`)
  })

  for (const states of HOSTILE_WALKS)
    test(`styles of the page around it do not change the element: ${Object.keys(states).join(', ')}`, async ({
      api,
      shop,
      shopPage,
      page,
      open,
    }) => {
      const { checkout } = shopPage
      const url = await api.createSession(shop)
      await shopPage.open(url)
      await checkout.expectReady()
      await page.emulateMedia({ reducedMotion: 'reduce' })
      await walk(states, { checkout, api, shop, url, open }, async () => {
        const undoFont = await shopPage.style(FONT)
        await standStill(page)
        const before = await looks(page)
        const undo = await shopPage.style(HOSTILE)
        expect(differences(before, await looks(page))).toEqual([])
        await undo()
        await undoFont()
        compared += before.length
      })
    })

  test('twenty elements in one page are twenty checkouts', async ({ api, shopPage, page }) => {
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
    const [first, second] = [0, 1].map(
      (index) => new CheckoutPage(page, undefined, elements.nth(index)),
    ) as [CheckoutPage, CheckoutPage]
    await first.name.fill('Ana Example')
    await first.option('Express').check()
    await expect(first.payButton).toHaveText('Pay €61.50')
    await expect(second.name).toHaveValue('')
    await expect(second.option('Express')).not.toBeChecked()
    await expect(second.payButton).toHaveText('Pay €53.90')
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
    await expect(first.name).toHaveValue('Ana Example')
    await expect(first.option('Express')).toBeChecked()
    figure('elements on one page', `${urls.length}, none touched by another`)
  })

  test('two hundred elements that come and go leave nothing behind', async ({
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
        const container = element.parentElement!
        const session = element.getAttribute('session')!
        element.remove()
        for (let left = count; left > 0; left -= 1) {
          const next = Object.assign(document.createElement('hosted-checkout'), { session })
          const ready = new Promise((resolve) =>
            next.addEventListener('hc-ready', resolve, { once: true }),
          )
          container.append(next)
          await ready
          if (left > 1) next.remove()
        }
      }, times)
    const counted = async () => {
      // Both times the whole checkout is there, with its card fields.
      await shopPage.checkout.expectReady()
      await devtools.send('HeapProfiler.collectGarbage')
      const { metrics } = await devtools.send('Performance.getMetrics')
      return Object.fromEntries(metrics.map(({ name, value }) => [name, value]))
    }
    await comeAndGo(10)
    const early = await counted()
    await comeAndGo(200)
    let grown: Record<string, number> = {}
    // A collection may leave what the last frames held.
    await expect
      .poll(async () => {
        const now = await counted()
        grown = Object.fromEntries(LEAKS.map(([name]) => [name, now[name]! - early[name]!]))
        return LEAKS.filter(([name, most]) => grown[name]! > most).map(([name]) => name)
      })
      .toEqual([])
    figure('after 200 mounts', JSON.stringify(grown))
  })

  // Every test of these folders fails when a policy stops something. This one proves that it would.
  test('the tests hear what a merchant’s strictest policy stops of the element', async ({
    api,
    shop,
    shopPage,
    page,
    watched,
  }) => {
    await shopPage.open(await api.createSession(shop))
    await shopPage.checkout.expectReady()
    await page.evaluate(() => {
      try {
        document.body.innerHTML = ''
      } catch {
        // This proves that such a mistake would be noticed.
      }
    })
    await expect.poll(() => watched.violations.length).toBe(1)
    expect(watched.violations.splice(0)).toEqual([expect.stringContaining('TrustedHTML')])
  })

  for (const surface of SURFACES)
    test(`no digit of a card stays in the page around the card fields, typed or declined, ${surface}`, async ({
      api,
      shop,
      open,
      playwright,
    }) => {
      const browser = await playwright.chromium.launch(isolated())
      const page = await browser.newPage({ locale: 'en-GB' })
      await page.addInitScript(hearAll)
      const checkout = await open(surface, await api.createSession(shop), page)
      await checkout.expectReady()
      await checkout.fillBuyer()
      await checkout.email.pressSequentially('ana@example.org')
      await checkout.cardNumber.click()
      for (const text of [CARDS.declined, '1240', '987']) {
        await page.keyboard.type(text)
        await page.keyboard.press('Tab')
      }
      const typed = await readHeap(page)
      expect(typed).toContain('Ana Example')
      expect(typed).not.toMatch(CARD)
      await checkout.pay()
      await expect(page.getByText('Card ending in 0002:')).toBeVisible()
      const kept = {
        ...(await page.evaluate(readKept)),
        heap: await readHeap(page),
      }
      // Keys come one by one. Those of the email prove that they are heard.
      expect(kept.keys).toBe('ana@example.org')
      expect(kept.heard).toContain('"last4":"0002"')
      expect(kept.heap).toContain('Ana Example')
      // The whole number, with or without spaces, or its beginning; and the security code.
      const found = Object.entries(kept)
        .filter(([where, text]) => CARD.test(text) || (where !== 'heap' && CODE.test(text)))
        .map(([where]) => where)
      expect(found).toEqual([])
      figure(`card digits, ${surface}`, `0 in ${Object.keys(kept).join(', ')}`)
      await browser.close()
    })
})

/** Lets the frame run in a process of its own, as for buyers, whose frame is of another site. */
function isolated() {
  const { launchOptions } = test.info().project.use
  const args = launchOptions?.args?.filter((arg) => !arg.includes('site-isolation')) ?? []
  return { ...launchOptions, args: [...args, '--site-per-process'] }
}

const CARD = /4000\s?0000\s?0000/

/** A time in milliseconds may contain these digits by chance. */
const CODE = /(?<!Ms":[\d.]*)\b987\b/

type Ears = { heard: string[]; keys: string[] }

/**
 * Hears every event that could carry something typed, and every message, even on the frame's port.
 */
function hearAll() {
  const ears: Ears = { heard: [], keys: [] }
  Object.assign(window, { ears })
  const keep = (event: Event) => {
    const { data } = event as MessageEvent
    ears.heard.push(`${event.type} ${JSON.stringify(data) ?? ''}`)
    if (event instanceof KeyboardEvent && event.type === 'keydown') ears.keys.push(event.key)
  }
  for (const type of ['message', 'keydown', 'keyup', 'beforeinput', 'input', 'change', 'paste'])
    addEventListener(type, keep, true)
  const { postMessage } = MessagePort.prototype
  MessagePort.prototype.postMessage = function post(message: unknown, ...more: never[]) {
    ears.heard.push(JSON.stringify(message))
    this.addEventListener('message', keep)
    postMessage.call(this, message, ...more)
  }
}

async function readKept() {
  const { ears } = window as unknown as { ears: Ears }
  const element = document.querySelector('hosted-checkout')
  return {
    dom: `${document.documentElement.outerHTML} ${element?.shadowRoot?.innerHTML ?? ''}`,
    storage: JSON.stringify([
      { ...localStorage, ...sessionStorage },
      document.cookie,
      await indexedDB.databases(),
      await caches.keys(),
    ]),
    heard: ears.heard.join(' '),
    keys: ears.keys.join(''),
  }
}

/**
 * Every string in the memory of the page's engine. The frame of another origin has an engine of its
 * own.
 */
async function readHeap(page: Page) {
  const devtools = await page.context().newCDPSession(page)
  const chunks: string[] = []
  devtools.on('HeapProfiler.addHeapSnapshotChunk', ({ chunk }) => chunks.push(chunk))
  await devtools.send('HeapProfiler.takeHeapSnapshot')
  await devtools.detach()
  return chunks.join('')
}
