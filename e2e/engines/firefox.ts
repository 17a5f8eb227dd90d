import puppeteer, { type ElementHandle, type Page } from 'puppeteer-core'
import type { Buyer } from './buyer.ts'

const PATIENCE_MS = 60_000

/** Debian's own Firefox, over WebDriver BiDi. */
export async function openFirefox(executablePath: string): Promise<Buyer> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    timeout: PATIENCE_MS,
  })
  const page = await browser.newPage()
  page.setDefaultTimeout(PATIENCE_MS)
  return {
    engine: await browser.version(),
    open: async (address) => {
      await page.goto(address)
    },
    type: async (field, text) => (await find(page, `[name=${field}]`)).type(text),
    typeInCard: async (field, text) => {
      const frame = await (await find(page, 'iframe[data-ready]')).contentFrame()
      await (await frame!.waitForSelector(`#${field}`, { visible: true }))!.type(text)
    },
    pay: async () => (await find(page, '[data-pay]')).click(),
    readReceipt: async () =>
      (await find(page, '.number code')).evaluate((code) => code.textContent),
    close: () => browser.close(),
  }
}

/** Our own page has it in the document, a merchant's in the element's shadow root. */
async function find(page: Page, selector: string) {
  const found = await page.waitForFunction(
    (wanted) => {
      const element = document.querySelector('hosted-checkout')
      return (element?.shadowRoot ?? element)?.querySelector(wanted)
    },
    {},
    selector,
  )
  return found as ElementHandle<HTMLElement> & ElementHandle<HTMLIFrameElement>
}
