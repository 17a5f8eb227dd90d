import { createElement, createRef } from 'react'
import { createRoot, hydrateRoot } from 'react-dom/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { HostedCheckoutElement } from './element.ts'
import { HostedCheckout, type HostedCheckoutProps } from './react.ts'

/** The element as far as React looks at it. */
customElements.define(
  'hosted-checkout',
  class extends HTMLElement {
    session = ''
    theme = 'auto'
    disabled = false
    status = 'loading'

    async refresh() {
      this.dispatchEvent(new CustomEvent('hc-ready'))
    }
  },
)

/** A page of React with the component in it, and how to draw it again. */
async function aPage(first: HostedCheckoutProps) {
  const box = document.createElement('div')
  const root = createRoot(box)
  const ref = createRef<HostedCheckoutElement>()
  const draw = (props: HostedCheckoutProps) =>
    root.render(createElement(HostedCheckout, { ...props, ref }))
  document.body.append(box)
  onTestFinished(() => box.remove())
  draw(first)
  await expect.poll(() => ref.current).toBeInstanceOf(HTMLElement)
  return { element: ref.current!, root, draw }
}

const complete = () => new CustomEvent('hc-complete', { cancelable: true })

describe('decision 70: the package, its React component', () => {
  test('the React component sets properties and attributes, and what they become', async () => {
    const fetchSession = async () => 'cs_2'
    const { element, draw } = await aPage({
      session: 'cs_1',
      checkoutUrl: 'https://pay.example',
      disabled: true,
      className: 'wide',
      fetchSession,
    })
    await expect.poll(() => element.fetchSession).toBe(fetchSession)
    expect([element.session, element.disabled, element.className]).toEqual(['cs_1', true, 'wide'])
    expect(element.getAttribute('checkout-url')).toBe('https://pay.example')
    draw({ session: 'cs_2', disabled: false, customer: { name: 'Ana' } })
    await expect.poll(() => element.customer).toEqual({ name: 'Ana' })
    expect([element.session, Boolean(element.disabled)]).toEqual(['cs_2', false])
    expect([element.fetchSession, element.getAttribute('checkout-url')]).toEqual([undefined, null])
  })

  test('the React component tells each event to the callback of now, which may prevent it', async () => {
    const heard: string[] = []
    const { element, draw } = await aPage({ onComplete: () => void heard.push('first') })
    await expect.poll(() => element.dispatchEvent(complete()) && heard).toContain('first')
    heard.length = 0
    draw({
      onComplete(event) {
        heard.push('second')
        event.preventDefault()
      },
    })
    await expect.poll(() => element.dispatchEvent(complete())).toBe(false)
    expect(heard.at(-1)).toBe('second')
  })

  test('the React component is heard no more once it is gone, and may come again', async () => {
    const heard: string[] = []
    const { element, root } = await aPage({ onComplete: () => void heard.push('first') })
    await expect.poll(() => element.dispatchEvent(complete()) && heard).toContain('first')
    root.unmount()
    await expect.poll(() => element.isConnected).toBe(false)
    heard.length = 0
    element.dispatchEvent(complete())
    expect(heard).toEqual([])
    const again = await aPage({ session: 'cs_1' })
    expect(again.element).not.toBe(element)
    expect(again.element.session).toBe('cs_1')
  })

  test('the React component hears hc-ready of a drawn element that was ready before', async () => {
    const box = document.body.appendChild(document.createElement('div'))
    onTestFinished(() => box.remove())
    box.innerHTML = '<hosted-checkout session="cs_1"></hosted-checkout>'
    const element = box.firstElementChild as HostedCheckoutElement
    Object.assign(element, { status: 'ready' })
    const heard: string[] = []
    const onReady = () => void heard.push('ready')
    const root = hydrateRoot(box, createElement(HostedCheckout, { session: 'cs_1', onReady }))
    onTestFinished(() => root.unmount())
    await expect.poll(() => heard).toEqual(['ready'])
    expect(box.firstElementChild).toBe(element)
  })

  test('the React component hands on what every element takes', async () => {
    const marked: object = { 'data-test': 'here' }
    const { element, draw } = await aPage({
      ...marked,
      session: 'cs_1',
      id: 'checkout',
      dir: 'rtl',
      lang: 'ar',
      hidden: true,
      title: 'Checkout',
      style: { margin: '4px' },
      'aria-label': 'Checkout',
    })
    expect(element).toMatchObject({ id: 'checkout', dir: 'rtl', lang: 'ar', hidden: true })
    expect(['title', 'aria-label', 'data-test'].map((name) => element.getAttribute(name))).toEqual([
      'Checkout',
      'Checkout',
      'here',
    ])
    expect(element.style.margin).toBe('4px')
    draw({ session: 'cs_1', hidden: false })
    await expect.poll(() => element.hidden).toBe(false)
  })
})
