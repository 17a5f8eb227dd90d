import { existsSync } from 'node:fs'
import { setTimeout as wait } from 'node:timers/promises'
import { Builder, Key, type WebDriver, type WebElement } from 'selenium-webdriver'
import { startProgram, stopProgram } from '../../scripts/programs/program.ts'
import { findFreePort } from '../service.ts'
import type { Buyer } from './buyer.ts'

const PATIENCE_MS = 60_000

/** From the top of the frame to the middle of the card number. */
const FIRST_FIELD_PX = 50

/** Debian's own WebKitGTK, over its WebDriver, on a screen that nobody sees. */
export async function openWebKit({ driver, miniBrowser }: { driver: string; miniBrowser: string }) {
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
): Promise<Buyer> {
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
  return {
    engine: `${capabilities.getBrowserName()}/${capabilities.getBrowserVersion()}`,
    open: (page) => browser.get(page),
    type: async (field, text) => (await find(browser, `[name=${field}]`)).sendKeys(text),
    typeInCard: async (field, text) => {
      // Its driver gives no focus to what is in another origin's frame, a buyer's hand does: by a
      // click on the first field, and by the key to the next one.
      const keys = browser.actions()
      if (field === 'number') {
        const frame = await find(browser, 'iframe[data-ready]')
        await browser.executeScript("arguments[0].scrollIntoView({ block: 'center' })", frame)
        const { height } = await frame.getRect()
        keys.move({ origin: frame, x: 0, y: Math.round(FIRST_FIELD_PX - height / 2) }).click()
      } else keys.sendKeys(Key.TAB)
      await keys.sendKeys(text).perform()
    },
    pay: async () => (await find(browser, '[data-pay]')).click(),
    readReceipt: async () => (await find(browser, '.number code')).getText(),
    close: async () => {
      try {
        await browser.quit()
      } finally {
        await end()
      }
    },
  }
}

/** Our own page has it in the document, a merchant's in the element's shadow root. */
const FIND = `const element = document.querySelector('hosted-checkout')
return (element.shadowRoot ?? element).querySelector(arguments[0])`

async function find(browser: WebDriver, selector: string): Promise<WebElement> {
  const found = await browser.wait(
    () => browser.executeScript<WebElement | null>(FIND, selector),
    PATIENCE_MS,
    `There is no ${selector} in the checkout.`,
  )
  return found!
}

async function until(isTrue: () => Promise<boolean>) {
  const deadline = performance.now() + PATIENCE_MS
  while (!(await isTrue())) {
    if (performance.now() > deadline) throw new Error('The browser did not start.')
    await wait(50)
  }
}
