import type { Page } from '@playwright/test'
import { CheckoutPage } from './checkout.page.ts'

type Options = { theme?: string; lang?: string; dir?: string; lacks?: string; nonce?: string }
type EmittedEvent = { type: string; detail: Record<string, unknown> }

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
    emitted: EmittedEvent[]
  }
}

/** A merchant's page around the element: what its author can set, and the events that it gets. */
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
      window.emitted = []
      for (const type of types) {
        document.addEventListener(type, (event) => {
          window.emitted.push({ type, detail: (event as CustomEvent).detail })
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

  /** Everything that was emitted so far, or of one type. */
  emitted(type?: string) {
    return this.page.evaluate(
      (wanted) => window.emitted.filter((event) => !wanted || event.type === wanted),
      type,
    )
  }
}
