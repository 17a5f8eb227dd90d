import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Builder, Key, type WebDriver, type WebElement, until } from 'selenium-webdriver'
import { startProgram, stopProgram } from '../../scripts/programs/program.ts'
import { findFreePort } from '../service.ts'
import {
  BANK_BUTTONS,
  BANK_FRAME,
  CARD_FRAME,
  type CardField,
  type ColorScheme,
  type Engine,
  KEYS,
  type Receipt,
  type Tab,
  awaitPress,
  cardFocus,
  drawTwice,
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

/** From the top of the card's frame to the middle of its first field. */
const FIRST_FIELD_PX = 50

const CARD_FIELDS: CardField[] = ['number', 'exp', 'cvc']

const KEY_CODES: Record<string, string> = {
  Tab: Key.TAB,
  Shift: Key.SHIFT,
  Enter: Key.ENTER,
  Escape: Key.ESCAPE,
  Control: Key.CONTROL,
}

/** Debian's own WebKitGTK, over its WebDriver, on a virtual screen. */
export async function openWebKit(
  { driver, miniBrowser }: { driver: string; miniBrowser: string },
  scheme: ColorScheme = 'light',
): Promise<Engine> {
  const display = await startDisplay()
  const port = await findFreePort()
  const program = startProgram(driver, [`--port=${port}`], {
    env: {
      ...process.env,
      DISPLAY: display.name,
      GDK_BACKEND: 'x11',
      GTK_THEME: scheme === 'dark' ? 'Adwaita:dark' : 'Adwaita',
    },
    stdio: 'ignore',
  })
  const end = async () => {
    await stopProgram(program)
    await display.stop()
  }
  try {
    return await openBrowser(`http://127.0.0.1:${port}`, { miniBrowser, end })
  } catch (error) {
    await end()
    throw error
  }
}

async function startDisplay() {
  for (let number = 90; ; number += 1) {
    if (existsSync(`/tmp/.X11-unix/X${number}`)) continue
    const program = startProgram('Xvfb', [`:${number}`, '-screen', '0', '1280x3000x24'], {
      env: process.env,
      stdio: 'ignore',
    })
    await untilTrue(async () => existsSync(`/tmp/.X11-unix/X${number}`))
    return { name: `:${number}`, stop: () => stopProgram(program) }
  }
}

async function openBrowser(
  address: string,
  { miniBrowser, end }: { miniBrowser: string; end: () => Promise<void> },
): Promise<Engine> {
  await untilTrue(() =>
    fetch(`${address}/status`).then(
      ({ ok }) => ok,
      () => false,
    ),
  )
  const browser = await new Builder()
    .usingServer(address)
    .withCapabilities({
      browserName: 'MiniBrowser',
      'webkitgtk:browserOptions': { binary: miniBrowser, args: ['--automation'] },
    })
    .build()
  const capabilities = await browser.getCapabilities()
  const windows = createWindows(browser, await browser.getWindowHandle())
  return {
    name: `${capabilities.getBrowserName()}/${capabilities.getBrowserVersion()}`,
    keeps: { paid: ['hosted', 'embedded'], open: ['hosted', 'embedded'] },
    entersFrames: false,
    pointers: ['mouse'],
    openTab: async () => asTab(browser, windows, await windows.open()),
    close: async () => {
      try {
        await browser.quit()
      } finally {
        await end()
      }
    },
  }
}

/**
 * The windows of a browser. Switching to the window that is already in front takes the focus from
 * its frames, so that is left out.
 */
function createWindows(browser: WebDriver, first: string) {
  let front = first
  const turnTo = async (window: string) => {
    if (window === front) return
    await browser.switchTo().window(window)
    front = window
  }
  return {
    turnTo,
    open: async () => {
      await turnTo(first)
      await browser.switchTo().newWindow('window')
      front = await browser.getWindowHandle()
      return front
    },
    close: async (window: string) => {
      await turnTo(window)
      await browser.close()
      await turnTo(first)
    },
  }
}

/** Each step first switches to this tab's window. */
function asTab(browser: WebDriver, windows: ReturnType<typeof createWindows>, own: string): Tab {
  const inTab =
    <Args extends unknown[], Result>(step: (...args: Args) => Promise<Result>) =>
    async (...args: Args) => {
      await windows.turnTo(own)
      return step(...args)
    }
  const find = (selector: string) =>
    browser.wait(
      () => browser.executeScript<WebElement | null>(findSeen, selector),
      PATIENCE_MS,
      `There is no ${selector} in the checkout.`,
    ) as Promise<WebElement>

  // One after the other: the page and the frame are two processes, and the focus takes a moment.
  async function press(...keys: string[]) {
    for (const key of keys) {
      const chord = KEYS.some((each) => each === key) ? key.split('+') : [key]
      const [last = '', ...held] = chord.map((each) => KEY_CODES[each] ?? each).toReversed()
      const actions = browser.actions()
      for (const each of held) actions.keyDown(each)
      actions.sendKeys(last)
      for (const each of held) actions.keyUp(each)
      await actions.perform()
    }
  }

  async function inFrame<Result>(selector: string, act: () => Promise<Result>) {
    await browser.switchTo().frame(await find(selector))
    try {
      return await act()
    } finally {
      await browser.switchTo().defaultContent()
    }
  }

  const inBank = (outcome: keyof typeof BANK_BUTTONS, act: (button: WebElement) => Promise<void>) =>
    inFrame(BANK_FRAME, async () => {
      const button = until.elementLocated({ css: BANK_BUTTONS[outcome] })
      await act(await browser.wait(button, PATIENCE_MS, 'The bank does not ask.'))
    })

  return {
    open: inTab((address) => browser.get(address)),
    reload: inTab(() => browser.navigate().refresh()),
    leaveAndReturn: inTab(async (elsewhere, meanwhile) => {
      const address = await browser.executeScript<string>(markAsLeft)
      await browser.get(elsewhere)
      await meanwhile?.()
      await browser.navigate().back()
      const found = await browser.wait(
        () => browser.executeScript<string | undefined>(readReturn, address),
        PATIENCE_MS,
        'The page did not come back.',
      )
      return found === 'as left'
    }),
    type: inTab(async (field, text) => (await find(`[name=${field}]`)).sendKeys(text)),
    typeInCard: inTab(async (field, text) => {
      // The driver cannot focus a field in a frame of another origin, but a buyer's hand can: by a
      // click on the first field, and by Tab to the next one.
      const frame = await find('iframe[data-ready]')
      await browser.executeScript("arguments[0].scrollIntoView({ block: 'center' })", frame)
      const { height } = await frame.getRect()
      const first = { origin: frame, x: 0, y: Math.round(FIRST_FIELD_PX - height / 2) }
      await browser.actions().move(first).click().perform()
      for (let steps = CARD_FIELDS.indexOf(field); steps > 0; steps -= 1) await press('Tab')
      await press('Control+a', Key.BACK_SPACE, text)
    }),
    readCard: inTab((field) =>
      inFrame('iframe[data-ready]', () =>
        browser.executeScript<string>((id: string) => {
          return (document.querySelector(`#${id}`) as HTMLInputElement).value
        }, field),
      ),
    ),
    hold: inTab(async (selector, part) => {
      const element = await find(selector)
      const reach = () => browser.executeScript<{ x: number; y: number }>(pointIn, element, part)
      const drawn = () => browser.executeAsyncScript(drawTwice)
      await reach()
      await drawn()
      await browser.executeScript<void>(awaitPress, element)
      const { x, y } = await reach()
      await browser.actions().move({ x, y }).press().perform()
      await drawn()
      await browser.actions().release().perform()
      return browser.executeScript<boolean>(readPressed)
    }),
    payAt: inTab((timeMs) => browser.executeScript<void>(pressPayAt, timeMs)),
    click: inTab(async (selector) => (await find(selector)).click()),
    press: inTab(press),
    awaitBank: inTab(() => inBank('complete', async () => {})),
    answerBank: inTab((outcome) => inBank(outcome, (button) => button.click())),
    text: inTab(() => browser.executeScript<string>(readText)),
    receipt: inTab(() => browser.executeScript<Receipt>(readReceipt)),
    awaitSeen: inTab(async (selector) => {
      await find(selector)
    }),
    picture: inTab(async (width) => {
      const resize = async (height: number) => {
        await browser.manage().window().setRect({ width, height })
        await browser.wait(() => browser.executeScript<boolean>(isSized, width, height))
        await browser.executeAsyncScript(drawTwice)
      }
      await resize(844)
      await resize(await browser.executeScript<number>(readHeight))
      return Buffer.from(await browser.takeScreenshot(), 'base64')
    }),
    focused: inTab(async () => {
      const focused = await browser.executeScript<string>(readFocus)
      if (focused !== CARD_FRAME) return focused
      return inFrame('iframe[data-ready]', async () =>
        cardFocus(await browser.executeScript<string>(readCardFocus)),
      )
    }),
    close: () => windows.close(own),
  }
}

/** The windows have a smallest width, some pixels more than a phone's. */
const isSized = (width: number, height: number) =>
  Math.abs(outerWidth - width) < 64 && outerHeight === height

const readHeight = () => outerHeight - innerHeight + document.documentElement.scrollHeight

async function untilTrue(isTrue: () => Promise<boolean>) {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error('The browser did not start.')
    await wait(50)
  }
}
