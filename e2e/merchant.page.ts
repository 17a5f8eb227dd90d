import type { Page } from '@playwright/test'
import { CheckoutPage } from './checkout.page.ts'

type Options = { theme?: string; lang?: string; dir?: string; lacks?: string; nonce?: string }
type ElementEvent = { type: string; detail: Record<string, unknown> }

const EVENTS = [
  'hc-ready',
  'hc-submit',
  'hc-processing',
  'hc-complete',
  'hc-decline',
  'hc-expired',
  'hc-restarted',
  'hc-unavailable',
  'hc-cancel',
  'hc-error',
]

declare global {
  interface Window {
    told: ElementEvent[]
  }
}

/** A merchant's page around the element: what its author can set, and what the element tells it. */
export class MerchantPage {
  readonly page: Page
  readonly checkout: CheckoutPage
  readonly #origin: string

  constructor(page: Page, origin: string) {
    this.page = page
    this.checkout = new CheckoutPage(page)
    this.#origin = origin
  }

  get element() {
    return this.page.locator('hosted-checkout')
  }

  async open(url: string, attributes: Options = {}) {
    await this.page.addInitScript((types) => {
      window.told = []
      for (const type of types) {
        document.addEventListener(type, (event) => {
          window.told.push({ type, detail: (event as CustomEvent).detail })
        })
      }
    }, EVENTS)
    const query = new URLSearchParams({ session: url.split('/').at(-1) ?? '', ...attributes })
    await this.page.goto(`${this.#origin}/?${query}`)
  }

  /** Adds a sheet, which the page's policy allows. Answers with a function that removes it. */
  async style(css: string) {
    const adopted = await this.page.evaluateHandle((text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      document.adoptedStyleSheets.push(sheet)
      return sheet
    }, css)
    return () => adopted.evaluate((sheet) => sheet.replaceSync(''))
  }

  /** Everything that was told so far, or of one type. */
  told(type?: string) {
    return this.page.evaluate(
      (wanted) => window.told.filter((event) => !wanted || event.type === wanted),
      type,
    )
  }
}
