import { within } from 'shadow-dom-testing-library'
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import '../hosted-checkout.ts'
import { CHECKOUT_URL, serveCheckout } from '../test/a-checkout-server.ts'
import { aCheckoutView, expectForm } from '../test/a-checkout.ts'
import { holdNavigation } from '../test/a-navigation.ts'
import './hosted-checkout-button.ts'

const LINK = `${CHECKOUT_URL}/buy/st_loom/linen-shirt`
const SESSION = aCheckoutView()
const URL_OF_SESSION = `${CHECKOUT_URL}/${SESSION.id}?lang=de`

/** Answers presses of the button; all else as the checkout does. */
function answerPresses(answer: () => Response | Promise<Response>) {
  serveCheckout(SESSION)
  const others = globalThis.fetch
  const presses: { address: string; method: string | undefined; accept: string | null }[] = []
  vi.stubGlobal('fetch', (address: string, init: RequestInit = {}) => {
    if (!String(address).includes('/buy/')) return others(address, init)
    const accept = new Headers(init.headers).get('accept')
    presses.push({ address: String(address), method: init.method, accept })
    return answer()
  })
  onTestFinished(() => void vi.unstubAllGlobals())
  return presses
}

const opened = () => Response.json({ url: URL_OF_SESSION }, { status: 201 })

function mount(attributes: string, content = '') {
  const container = document.createElement('div')
  container.innerHTML = `<hosted-checkout-button store="st_loom" product="linen-shirt" checkout-url="${CHECKOUT_URL}" ${attributes}>${content}</hosted-checkout-button>`
  document.body.append(container)
  onTestFinished(() => container.remove())
  return container
}

const button = (container: HTMLElement, name: string | RegExp) =>
  within(container).getByShadowRole('button', { name })

beforeEach(() => {
  document.documentElement.lang = 'en'
})

describe('contract §7: <hosted-checkout-button>', () => {
  test('a press opens the session of what the element names, and leads to its page', async () => {
    const presses = answerPresses(opened)
    const visited = holdNavigation()
    const container = mount(
      'size="M" color="Sand" quantity="2" lang="de" success-url="https://shop.example/?a=b"',
    )
    await userEvent.click(button(container, 'Jetzt kaufen'))
    await expect.poll(() => visited).toEqual([URL_OF_SESSION])
    const asked =
      'size=M&color=Sand&quantity=2&lang=de&success_url=https%3A%2F%2Fshop.example%2F%3Fa%3Db'
    expect(presses).toEqual([
      { address: `${LINK}?${asked}`, method: 'POST', accept: 'application/json' },
    ])
  })

  test.each([
    ['what was not chosen', () => Response.json({ error: {} }, { status: 400 })],
    ['a page that is not allowed', () => Promise.reject(new TypeError('Failed to fetch'))],
  ])('where nothing is opened, the page of the link says why: %s', async (_why, answer) => {
    answerPresses(answer)
    const visited = holdNavigation()
    await userEvent.click(button(mount('quantity="2"'), 'Buy now'))
    await expect.poll(() => visited).toEqual([`${LINK}?quantity=2`])
  })

  test('the merchant’s own words and link are pressed; the link works without the script, too', async () => {
    const presses = answerPresses(opened)
    const visited = holdNavigation()
    await userEvent.click(button(mount('', 'Take it home'), 'Take it home'))
    await expect.poll(() => visited).toHaveLength(1)
    const container = mount('', `<a href="${LINK}">Mine</a>`)
    expect(within(container).queryByShadowRole('button')).toBeNull()
    await userEvent.click(within(container).getByShadowRole('link', { name: 'Mine' }))
    await expect.poll(() => visited).toEqual([URL_OF_SESSION, URL_OF_SESSION])
    expect(presses).toHaveLength(2)
  })

  test('two presses open one session, also while the next page is on its way', async () => {
    const presses = answerPresses(opened)
    const visited = holdNavigation()
    const pressed = button(mount(''), 'Buy now')
    await userEvent.dblClick(pressed)
    await expect.poll(() => visited).toHaveLength(1)
    await userEvent.click(pressed)
    expect(presses).toHaveLength(1)
    // The buyer comes back.
    window.dispatchEvent(new Event('pageshow'))
    await userEvent.click(pressed)
    await expect.poll(() => visited).toHaveLength(2)
  })

  test('embedded, the checkout appears behind the button, and another press replaces it', async () => {
    answerPresses(opened)
    const container = mount('embedded lang="en"')
    await userEvent.click(button(container, 'Buy now'))
    await expectForm()
    const [checkout] = container.querySelectorAll('hosted-checkout')
    expect(checkout?.previousElementSibling?.localName).toBe('hosted-checkout-button')
    expect([checkout?.session, checkout?.checkoutUrl, checkout?.lang]).toEqual([
      SESSION.id,
      CHECKOUT_URL,
      'en',
    ])
    await userEvent.click(button(container, 'Buy now'))
    await expect.poll(() => container.querySelector('hosted-checkout') === checkout).toBe(false)
    expect(container.querySelectorAll('hosted-checkout')).toHaveLength(1)
  })
})
