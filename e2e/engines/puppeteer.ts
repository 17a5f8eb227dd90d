import puppeteer, {
  type ElementHandle,
  type KeyInput,
  type LaunchOptions,
  type Page,
} from 'puppeteer-core'
import {
  BANK_BUTTONS,
  BANK_FRAME,
  type Engine,
  CARD_FRAME,
  type ColorScheme,
  KEYS,
  type Tab,
  awaitPress,
  cardFocus,
  findSeen,
  markAsLeft,
  pointIn,
  pressPayAt,
  readCardFocus,
  readFocus,
  readPressed,
  readReceipt,
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
      // A touch that lasts long clicks nothing, and on a busy machine all of them last long.
      'apz.max_tap_time': PATIENCE_MS,
      'ui.click_hold_context_menus.delay': PATIENCE_MS,
    },
  })

/** Starts Chromium as the other tests do. */
export const openChromium = (how: Pick<LaunchOptions, 'args' | 'executablePath'>) =>
  openBrowser({ browser: 'chrome', headless: 'shell', ...how })

async function openBrowser(how: LaunchOptions): Promise<Engine> {
  const browser = await puppeteer.launch({ timeout: PATIENCE_MS, ...how })
  return {
    name: await browser.version(),
    keeps: { paid: how.browser === 'firefox' ? ['embedded'] : [], open: [] },
    entersFrames: true,
    pointers: ['mouse', 'touch'],
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
    inFrame(await find(page, BANK_FRAME), BANK_BUTTONS[outcome])

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
      // `goBack` waits for a load, which does not happen when the page comes from the browser's
      // memory. A call in a page that is left at once gets no answer.
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
    hold: async (selector, part, by) => {
      const element = await find(page, selector)
      const drawn = () => page.evaluate(untilDrawn)
      await element.evaluate(pointIn, part)
      await drawn()
      await element.evaluate(awaitPress)
      const { x, y } = await element.evaluate(pointIn, part)
      if (by === 'touch') {
        const finger = await page.touchscreen.touchStart(x, y)
        await drawn()
        await finger.end()
      } else {
        await page.mouse.move(x, y)
        await page.mouse.down()
        await drawn()
        await page.mouse.up()
      }
      return page.evaluate(readPressed)
    },
    payAt: (timeMs) => page.evaluate(pressPayAt, timeMs),
    press: async (...keys) => {
      for (const key of keys) await press(key)
    },
    awaitBank: async () => {
      await inBank('complete')
    },
    answerBank: async (outcome) => (await inBank(outcome)).click(),
    text: () => page.evaluate(readText),
    receipt: () => page.evaluate(readReceipt),
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

const untilDrawn = () =>
  new Promise<void>((drawn) => {
    requestAnimationFrame(() => requestAnimationFrame(() => drawn()))
  })

async function inFrame(frame: ElementHandle<HTMLIFrameElement>, selector: string) {
  const found = await (await frame.contentFrame()).waitForSelector(selector, { visible: true })
  return found!
}

async function find(page: Page, selector: string) {
  const found = await page.waitForFunction(findSeen, {}, selector)
  return found as ElementHandle<HTMLElement> & ElementHandle<HTMLIFrameElement>
}
