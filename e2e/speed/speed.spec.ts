import type { Browser } from '@playwright/test'
import { CARDS, CheckoutPage } from '../checkout.page.ts'
import { figure } from '../figure.ts'
import { expect, test } from '../fixtures.ts'

const LOADS = 5
const PURCHASES = 30

/** A phone in a slow mobile network, slowed down as Lighthouse does it. */
const PHONE = { viewport: { width: 412, height: 823 }, deviceScaleFactor: 1.75, isMobile: true }
const NETWORK = {
  offline: false,
  latency: 562.5,
  downloadThroughput: (1_474.56 * 1024) / 8,
  uploadThroughput: (675 * 1024) / 8,
}
const CPU_SLOWER = 4

type Load = { fcp: number; lcp: number; cls: number; tbt: number }

type PageLoad = Pick<Load, 'lcp' | 'cls'> & { tasks: PerformanceEntry[] }

declare global {
  interface Window {
    loaded: PageLoad
    /** A function that the test puts into the page. */
    tellLoaded: (nothing: string) => void
    /** From the press to two frames after the receipt is there. */
    paidMs?: number
  }
}

/** Runs in every page before anything else. */
function watchLoad() {
  const seen: PageLoad = { lcp: 0, cls: 0, tasks: [] }
  window.loaded = seen
  const observe = (type: string, hear: (entry: PerformanceEntry) => void) =>
    new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({
      type,
      buffered: true,
    })
  observe('largest-contentful-paint', ({ startTime }) => {
    seen.lcp = startTime
  })
  observe('layout-shift', (shift) => {
    seen.cls += (shift as PerformanceEntry & { value: number }).value
  })
  observe('longtask', (task) => {
    seen.tasks.push(task)
  })
  // The second file tells one of the two.
  for (const type of ['hc-step', 'hc-complete'])
    addEventListener(type, () => requestIdleCallback(() => window.tellLoaded('')), { once: true })
}

/**
 * How long the page blocks after the first paint, beyond 50 ms of each task. Lighthouse counts the
 * same.
 */
function measureLoad(): Load {
  const { tasks, ...seen } = window.loaded
  const [paint] = performance.getEntriesByName('first-contentful-paint')
  const fcp = paint?.startTime ?? Number.NaN
  const blocked = tasks.map(({ startTime, duration }) =>
    Math.max(0, Math.min(duration - 50, startTime + duration - fcp)),
  )
  return { ...seen, fcp, tbt: blocked.reduce((sum, ms) => sum + ms, 0) }
}

function watchPayment() {
  let pressedAt = 0
  addEventListener(
    'click',
    ({ target }) => {
      if ((target as Element).closest('[data-pay]')) pressedAt = performance.now()
    },
    true,
  )
  new MutationObserver((_, observer) => {
    if (!document.querySelector('[part=receipt]')) return
    observer.disconnect()
    requestAnimationFrame(() =>
      requestAnimationFrame(() => {
        window.paidMs = performance.now() - pressedAt
      }),
    )
  }).observe(document, { childList: true, subtree: true })
}

/**
 * Opens the page in a browser that has never seen us. Nothing is asked of it before it is loaded:
 * what a locator adds to a page takes longer than the page's own script.
 */
async function load(browser: Browser, url: string) {
  const context = await browser.newContext({ ...PHONE, locale: 'en-GB' })
  const page = await context.newPage()
  await page.addInitScript(watchLoad)
  const devtools = await context.newCDPSession(page)
  await devtools.send('Runtime.enable')
  await devtools.send('Runtime.addBinding', { name: 'tellLoaded' })
  await devtools.send('Network.emulateNetworkConditions', NETWORK)
  await devtools.send('Emulation.setCPUThrottlingRate', { rate: CPU_SLOWER })
  const loaded = new Promise((resolve) => devtools.once('Runtime.bindingCalled', resolve))
  await page.goto(url, { waitUntil: 'commit' })
  await loaded
  const measured = await page.evaluate(measureLoad)
  await context.close()
  return measured
}

async function payOnce(browser: Browser, url: string) {
  const context = await browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await page.addInitScript(watchPayment)
  await page.goto(url)
  const checkout = new CheckoutPage(page)
  await checkout.expectReady()
  await checkout.payWith(CARDS.succeeds)
  await checkout.expectReceipt()
  const paid = await page.waitForFunction(() => window.paidMs)
  const ms = await paid.jsonValue()
  await context.close()
  return ms ?? Number.NaN
}

const at = (share: number, values: number[]) =>
  values.toSorted((one, other) => one - other)[Math.ceil(values.length * share) - 1] ?? Number.NaN

/**
 * The goals of `docs/performance.md`. On a busy machine the figures say nothing, so no test fails
 * by them.
 */
const GOALS = { lcp: 700, cls: 0, tbt: 30, paid: 150 }

const beside = (found: string, isMet: boolean, goal: string) =>
  `${found} (goal ${goal}: ${isMet ? 'met' : 'NOT MET'})`

const besideMs = (found: number, most: number) =>
  beside(`${Math.round(found)} ms`, Math.round(found) <= most, `${most} ms`)

const describeLoads = (loads: Load[]) => {
  const middle = (name: keyof Load) =>
    at(
      0.5,
      loads.map((each) => each[name]),
    )
  const cls = middle('cls')
  return [
    `FCP ${besideMs(middle('fcp'), GOALS.lcp)}`,
    `LCP ${besideMs(middle('lcp'), GOALS.lcp)}`,
    `CLS ${beside(cls.toFixed(3), cls <= GOALS.cls, `${GOALS.cls}`)}`,
    `TBT ${besideMs(middle('tbt'), GOALS.tbt)}`,
  ].join(', ')
}

test.describe('checkout page §1: what a buyer waits for', () => {
  test('what a buyer waits for is measured: the form, and the receipt after Pay', async ({
    api,
    shop,
    browser,
  }) => {
    test.setTimeout(600_000)
    const url = await api.createSession(shop)
    const forms: Load[] = []
    for (let count = 0; count < LOADS; count += 1) forms.push(await load(browser, url))

    await api.putProduct(shop, PURCHASES + 1)
    const payments: number[] = []
    let paid = ''
    for (let count = 0; count < PURCHASES; count += 1) {
      paid = await api.createSession(shop)
      payments.push(await payOnce(browser, paid))
    }
    const receipts: Load[] = []
    for (let count = 0; count < LOADS; count += 1) receipts.push(await load(browser, paid))

    for (const each of [...forms, ...receipts]) expect(each.fcp).toBeGreaterThan(0)
    expect(Math.min(...payments)).toBeGreaterThan(0)
    figure('form', describeLoads(forms))
    figure('receipt', describeLoads(receipts))
    const most = Math.round(at(0.95, payments))
    figure(
      'from Pay to the receipt',
      `${besideMs(at(0.5, payments), GOALS.paid)}, 19 of 20 within ${most} ms`,
    )
  })
})
