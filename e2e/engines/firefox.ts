import puppeteer, { type ElementHandle, type KeyInput, type Page } from 'puppeteer-core'
import { BANK_BUTTONS, type Engine, type Tab, findSeen, readFocus, readText } from './buyer.ts'

const PATIENCE_MS = 60_000

/** Debian's own Firefox, over WebDriver BiDi. */
export async function openFirefox(executablePath: string): Promise<Engine> {
  const browser = await puppeteer.launch({
    browser: 'firefox',
    executablePath,
    headless: true,
    timeout: PATIENCE_MS,
  })
  return {
    name: await browser.version(),
    openTab: async () => asTab(await browser.newPage()),
    close: () => browser.close(),
  }
}

function asTab(page: Page): Tab {
  page.setDefaultTimeout(PATIENCE_MS)
  return {
    open: async (address) => {
      await page.goto(address)
    },
    reload: async () => {
      await page.reload()
    },
    // `goBack` waits for a load, which a page that is taken out of the browser's memory has not.
    back: () => page.evaluate(() => history.back()),
    type: async (field, text) => (await find(page, `[name=${field}]`)).type(text),
    typeInCard: async (field, text) => {
      const input = await inFrame(await find(page, 'iframe[data-ready]'), `#${field}`)
      await input.click({ count: 3 })
      await input.press('Backspace')
      await input.type(text)
    },
    click: async (selector) => (await find(page, selector)).click(),
    press: async (...keys) => {
      for (const key of keys) {
        if (key === 'Tab' || key === 'Enter') await page.keyboard.press(key as KeyInput)
        else await page.keyboard.type(key)
      }
    },
    answerBank: async (outcome) => {
      const frame = await find(page, 'dialog iframe')
      await (await inFrame(frame, `form button:nth-child(${BANK_BUTTONS[outcome] + 1})`)).click()
    },
    text: () => page.evaluate(readText),
    picture: () => page.screenshot({ fullPage: true }),
    focused: () => page.evaluate(readFocus),
    close: () => page.close(),
  }
}

async function inFrame(frame: ElementHandle<HTMLIFrameElement>, selector: string) {
  const found = await (await frame.contentFrame()).waitForSelector(selector, { visible: true })
  return found!
}

async function find(page: Page, selector: string) {
  const found = await page.waitForFunction(findSeen, {}, selector)
  return found as ElementHandle<HTMLElement> & ElementHandle<HTMLIFrameElement>
}
