import type { Page } from '@playwright/test'
import { CheckoutPage } from './checkout.page.ts'

type Options = {
  prevented?: string[]
  theme?: string
  redirect?: string
  lang?: string
  dir?: string
}
type Told = { type: string; detail: Record<string, unknown> }

const EVENTS = [
  'hc-ready',
  'hc-submit',
  'hc-processing',
  'hc-complete',
  'hc-decline',
  'hc-expired',
  'hc-unavailable',
  'hc-cancel',
  'hc-error',
]

declare global {
  interface Window {
    told: Told[]
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

  /** `prevented`: the events on which the merchant's page says that it takes over. */
  async open(urls: string[], { prevented = [], ...attributes }: Options = {}) {
    await this.page.addInitScript(
      ([types, stopped]) => {
        window.told = []
        for (const type of types) {
          document.addEventListener(type, (event) => {
            window.told.push({ type, detail: (event as CustomEvent).detail })
            if (stopped.includes(type)) event.preventDefault()
          })
        }
      },
      [EVENTS, prevented] as const,
    )
    const query = new URLSearchParams([
      ...urls.map((url) => ['session', url.split('/').at(-1) ?? '']),
      ...Object.entries(attributes),
    ])
    await this.page.goto(`${this.#origin}/?${query}`)
  }

  /** Another session in the same element. */
  show(url: string) {
    return this.element.evaluate(
      (element, session) => element.setAttribute('session', session),
      url.split('/').at(-1) ?? '',
    )
  }

  /** As a sheet of its own, which the page's policy lets pass. */
  async style(css: string) {
    await this.page.evaluate((text) => {
      const sheet = new CSSStyleSheet()
      sheet.replaceSync(text)
      document.adoptedStyleSheets.push(sheet)
    }, css)
  }

  /** Everything told so far, or of one kind only. */
  told(type?: string) {
    return this.page.evaluate(
      (wanted) => window.told.filter((event) => !wanted || event.type === wanted),
      type,
    )
  }
}
