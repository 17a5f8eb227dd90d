import puppeteer, {
  type ElementHandle,
  type KeyInput,
  type LaunchOptions,
  type Page,
} from 'puppeteer-core'
import {
  BANK_BUTTONS,
  type Engine,
  CARD_FRAME,
  type ColorScheme,
  KEYS,
  type Tab,
  cardFocus,
  findSeen,
  markAsLeft,
  pressPayAt,
  readCardFocus,
  readFocus,
  readReturn,
  readText,
} from './buyer.ts'

const PATIENCE_MS = 60_000

/** Debian's own Firefox, over WebDriver BiDi. */
export const openFirefox = (executablePath: string, scheme: ColorScheme = 'light') =>
  openBrowser({
    browser: 'firefox',
    headless: true,
    executablePath,
    extraPrefsFirefox: {
      'layout.css.prefers-color-scheme.content-override': scheme === 'dark' ? 0 : 1,
    },
  })

/** Started like that of the other tests. */
export const openChromium = (how: Pick<LaunchOptions, 'args' | 'executablePath'>) =>
  openBrowser({ browser: 'chrome', headless: 'shell', ...how })

async function openBrowser(how: LaunchOptions): Promise<Engine> {
  const browser = await puppeteer.launch({ timeout: PATIENCE_MS, ...how })
  return {
    name: await browser.version(),
    keeps: { paid: how.browser === 'firefox' ? ['embedded'] : [], open: [] },
    entersFrames: true,
    openTab: async () => asTab(await browser.newPage()),
    close: () => browser.close(),
  }
}

function asTab(page: Page): Tab {
  page.setDefaultTimeout(PATIENCE_MS)
  const open = async (address: string) => {
    await page.goto(address)
  }

  const inCard = async (field: string) =>
    inFrame(await find(page, 'iframe[data-ready]'), `#${field}`)

  const inBank = async (outcome: keyof typeof BANK_BUTTONS) =>
    inFrame(await find(page, 'dialog iframe'), BANK_BUTTONS[outcome])

  async function press(key: string) {
    if (!KEYS.some((each) => each === key)) return page.keyboard.type(key)
    const keys = key.split('+') as KeyInput[]
    for (const each of keys) await page.keyboard.down(each)
    for (const each of keys.toReversed()) await page.keyboard.up(each)
  }

  return {
    open,
    reload: async () => {
      await page.reload()
    },
    leaveAndReturn: async (elsewhere, meanwhile) => {
      const address = await page.evaluate(markAsLeft)
      await open(elsewhere)
      await meanwhile?.()
      // `goBack` waits for a load, which a page that is taken out of the browser's memory has not;
      // and what is run in a page that is left at once has no answer.
      await page.evaluate(() => {
        setTimeout(() => history.back())
      })
      const found = await page.waitForFunction(readReturn, {}, address)
      return (await found.jsonValue()) === 'as left'
    },
    type: async (field, text) => (await find(page, `[name=${field}]`)).type(text),
    typeInCard: async (field, text) => {
      const input = await inCard(field)
      await input.click({ count: 3 })
      await input.press('Backspace')
      await input.type(text)
    },
    readCard: async (field) =>
      (await inCard(field)).evaluate((input) => (input as unknown as HTMLInputElement).value),
    click: async (selector) => (await find(page, selector)).click(),
    payAt: (timeMs) => page.evaluate(pressPayAt, timeMs),
    press: async (...keys) => {
      for (const key of keys) await press(key)
    },
    awaitBank: async () => {
      await inBank('complete')
    },
    answerBank: async (outcome) => (await inBank(outcome)).click(),
    text: () => page.evaluate(readText),
    awaitSeen: async (selector) => {
      await find(page, selector)
    },
    picture: async (width) => {
      await page.setViewport({ width, height: 844 })
      const height = await page.evaluate(() => document.documentElement.scrollHeight)
      await page.setViewport({ width, height })
      return page.screenshot()
    },
    focused: async () => {
      const focused = await page.evaluate(readFocus)
      if (focused !== CARD_FRAME) return focused
      const frame = await (await find(page, 'iframe[data-ready]')).contentFrame()
      return cardFocus(await frame.evaluate(readCardFocus))
    },
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
