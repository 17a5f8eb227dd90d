import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Builder, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { startProgram, stopProgram } from '../../scripts/programs/program.ts'
import { findFreePort } from '../service.ts'
import {
  BANK_BUTTONS,
  type CardField,
  type Engine,
  type Tab,
  findSeen,
  readFocus,
  readText,
} from './buyer.ts'

const PATIENCE_MS = 60_000

/** From the top of the card's frame to the middle of its first field. */
const FIRST_FIELD_PX = 50

const CARD_FIELDS: CardField[] = ['number', 'exp', 'cvc']

/** Debian's own WebKitGTK, over its WebDriver, on a screen that nobody sees. */
export async function openWebKit({
  driver,
  miniBrowser,
}: {
  driver: string
  miniBrowser: string
}): Promise<Engine> {
  const display = await startDisplay()
  const port = await findFreePort()
  const program = startProgram(driver, [`--port=${port}`], {
    env: { ...process.env, DISPLAY: display.name, GDK_BACKEND: 'x11' },
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
    const program = startProgram('Xvfb', [`:${number}`, '-screen', '0', '1280x1024x24'], {
      env: process.env,
      stdio: 'ignore',
    })
    await until(async () => existsSync(`/tmp/.X11-unix/X${number}`))
    return { name: `:${number}`, stop: () => stopProgram(program) }
  }
}

async function openBrowser(
  address: string,
  { miniBrowser, end }: { miniBrowser: string; end: () => Promise<void> },
): Promise<Engine> {
  await until(() =>
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
 * The windows of a browser. To turn to the one that is in front already takes the focus from what
 * is in a frame of it: that is left out.
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

/** Every step is taken in this tab's window, whichever had the last one. */
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

  // One after the other: the page and the frame are of two processes, and the focus is on its way.
  const press = (...keys: string[]) =>
    browser
      .actions()
      .sendKeys(...keys)
      .perform()

  return {
    open: inTab((address) => browser.get(address)),
    reload: inTab(() => browser.navigate().refresh()),
    back: inTab(() => browser.navigate().back()),
    type: inTab(async (field, text) => (await find(`[name=${field}]`)).sendKeys(text)),
    typeInCard: inTab(async (field, text) => {
      // Its driver gives no focus to what is in another origin's frame, a buyer's hand does: by a
      // click on the first field, and by the key to the next one.
      const frame = await find('iframe[data-ready]')
      await browser.executeScript("arguments[0].scrollIntoView({ block: 'center' })", frame)
      const { height } = await frame.getRect()
      const first = { origin: frame, x: 0, y: Math.round(FIRST_FIELD_PX - height / 2) }
      await browser.actions().move(first).click().perform()
      for (let steps = CARD_FIELDS.indexOf(field); steps > 0; steps -= 1) await press(Key.TAB)
      await browser.actions().keyDown(Key.CONTROL).sendKeys('a').keyUp(Key.CONTROL).perform()
      await press(Key.BACK_SPACE, text)
    }),
    click: inTab(async (selector) => (await find(selector)).click()),
    press: inTab(async (...pressed) => {
      for (const key of pressed)
        await press(key === 'Tab' ? Key.TAB : key === 'Enter' ? Key.ENTER : key)
    }),
    answerBank: inTab(async (outcome) => {
      await browser.switchTo().frame(await find('dialog iframe'))
      const buttons = await browser.wait(
        async () => {
          const found = await browser.findElements({ css: 'form button' })
          return found.length > 0 && found
        },
        PATIENCE_MS,
        'The bank does not ask.',
      )
      await (buttons as WebElement[])[BANK_BUTTONS[outcome]]!.click()
      await browser.switchTo().defaultContent()
    }),
    text: inTab(() => browser.executeScript<string>(readText)),
    picture: inTab(async () => Buffer.from(await browser.takeScreenshot(), 'base64')),
    focused: inTab(() => browser.executeScript<string>(readFocus)),
    close: () => windows.close(own),
  }
}

async function until(isTrue: () => Promise<boolean>) {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error('The browser did not start.')
    await wait(50)
  }
}
