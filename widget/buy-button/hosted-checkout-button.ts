import { addressOf } from '../element/surface.ts'

declare global {
  /** "Buy now" by its language, without a region. */
  const HOSTED_CHECKOUT_BUY: Record<string, string>
}

/** What the element may say of the purchase, as the parameters of the link. */
const ASKED = ['size', 'color', 'quantity', 'lang', 'success-url', 'cancel-url']

const LOOK = `
:host { display: inline-block }
button {
  min-block-size: 44px;
  padding: 8px 20px;
  border: 1px solid transparent;
  border-radius: var(--hc-radius-button, var(--hc-radius, 10px));
  background: var(--hc-accent, light-dark(#1f4fd8, #8fb0ff));
  color: var(--hc-accent-contrast, light-dark(#fff, #0b1020));
  font: inherit;
  font-weight: 600;
  cursor: pointer;
}
button:focus-visible { outline: 3px solid var(--hc-accent, light-dark(#1f4fd8, #8fb0ff)); outline-offset: 2px }
`

/** With one of these the browser opens the page in another tab or window, as with any link. */
const isPlain = ({ button, ctrlKey, metaKey, shiftKey, altKey, defaultPrevented }: MouseEvent) =>
  !(button || ctrlKey || metaKey || shiftKey || altKey || defaultPrevented)

/** Node has no elements, and may import this script. */
const Base = globalThis.HTMLElement ?? class {}

/** How long a press may still be the second one of a buyer who is leaving. */
const LEAVING_MS = 5_000

/**
 * `<hosted-checkout-button store="st_…" product="slug">` (contract §7): a buy link in a merchant's
 * page. A press opens a session and its page, or with `embedded` the checkout behind the button.
 * Where nothing can be opened, the link's page says why.
 */
class HostedCheckoutButton extends Base {
  #isOpening = false
  #checkout: Element | undefined

  connectedCallback() {
    if (this.shadowRoot) return
    const root = this.attachShadow({ mode: 'open' })
    const content = document.createElement('slot')
    this.addEventListener('click', (event) => {
      if (!isPlain(event)) return
      event.preventDefault()
      void this.#press()
    })
    if (this.querySelector('a, button')) return root.append(content)
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(LOOK)
    root.adoptedStyleSheets = [sheet]
    const button = document.createElement('button')
    button.type = 'button'
    button.part.add('button')
    content.textContent = this.#word()
    button.append(content)
    root.append(button)
  }

  #word() {
    const language = this.closest<HTMLElement>('[lang]')?.lang ?? navigator.language
    return HOSTED_CHECKOUT_BUY[language.split('-')[0] ?? ''] ?? HOSTED_CHECKOUT_BUY['en'] ?? ''
  }

  get #checkoutUrl() {
    return addressOf({ checkoutUrl: this.getAttribute('checkout-url') ?? undefined })
  }

  get #link() {
    const path = ['store', 'product'].map((name) =>
      encodeURIComponent(this.getAttribute(name) ?? ''),
    )
    const link = new URL(`${this.#checkoutUrl}/buy/${path.join('/').replace(/\.svg$/, '%2Esvg')}`)
    for (const name of ASKED) {
      const value = this.getAttribute(name)
      if (value) link.searchParams.set(name.replace('-', '_'), value)
    }
    return link.href
  }

  async #press() {
    if (this.#isOpening) return
    this.#isOpening = true
    const link = this.#link
    try {
      const answer = await fetch(link, { method: 'POST', headers: { accept: 'application/json' } })
      const { url } = (await answer.json()) as { url: string }
      if (!answer.ok) return this.#leaveFor(link)
      if (!this.hasAttribute('embedded')) return this.#leaveFor(url)
      await this.#embed(new URL(url))
      this.#isOpening = false
    } catch {
      this.#leaveFor(link)
    }
  }

  /** The next page may take a while, or be stopped, and the buyer may come back to this one. */
  #leaveFor(address: string) {
    location.assign(address)
    const mayPress = () => (this.#isOpening = false)
    addEventListener('pageshow', mayPress, { once: true })
    setTimeout(mayPress, LEAVING_MS)
  }

  async #embed({ pathname }: URL) {
    const checkoutUrl = this.#checkoutUrl
    if (!customElements.get('hosted-checkout'))
      await import(/* @vite-ignore */ `${checkoutUrl}/hosted-checkout.js`)
    const checkout = document.createElement('hosted-checkout')
    checkout.setAttribute('checkout-url', checkoutUrl)
    checkout.setAttribute('session', pathname.replace(/.*\//, ''))
    const lang = this.getAttribute('lang')
    if (lang) checkout.lang = lang
    this.#checkout?.remove()
    this.after(checkout)
    this.#checkout = checkout
  }
}

if (!globalThis.customElements?.get('hosted-checkout-button'))
  globalThis.customElements?.define('hosted-checkout-button', HostedCheckoutButton)
