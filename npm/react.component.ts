import { createElement, createRef } from 'react'
import { createRoot } from 'react-dom/client'
import { describe, expect, onTestFinished, test } from 'vitest'
import type { HostedCheckoutElement } from './element.ts'
import { HostedCheckout, type HostedCheckoutProps } from './react.ts'

/** As the script defines it, as far as React looks at it. */
customElements.define(
  'hosted-checkout',
  class extends HTMLElement {
    session = ''
    theme = 'auto'
    disabled = false
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

describe('The React component', () => {
  test('sets properties and attributes, also those that are no text, and what they become', async () => {
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

  test('tells each event to the callback of now, which may prevent it', async () => {
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

  test('is heard no more once it is gone, and may come again', async () => {
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
})
