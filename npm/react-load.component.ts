import { createElement } from 'react'
import { flushSync } from 'react-dom'
import { createRoot } from 'react-dom/client'
import { describe, expect, onTestFinished, test, vi } from 'vitest'
import type { HostedCheckoutClass, HostedCheckoutEvent } from './element.ts'
import { HostedCheckout, type HostedCheckoutProps } from './react.ts'

// Answered by scripts/frame-documents.ts. An element is defined once in a page: the order counts.
const at = (folder: string) => `${location.origin}/checkout-script/${folder}`

/** A page of React with those components in it. */
function aPage(...all: HostedCheckoutProps[]) {
  const box = document.body.appendChild(document.createElement('div'))
  const root = createRoot(box)
  onTestFinished(() => {
    root.unmount()
    box.remove()
  })
  const drawn = all.map((props, key) => createElement(HostedCheckout, { ...props, key }))
  flushSync(() => root.render(drawn))
  return root
}

const loadedScripts = () =>
  performance
    .getEntriesByType('resource')
    .map(({ name }) => name.replace(/#.*/, ''))
    .filter((name) => /\/checkout-script\/(first|second)\//.test(name))

describe('decision 70: the package, its React component and the script', () => {
  test('the React component says to the shop and on the console that there is no script', async () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => {})
    const heard: HostedCheckoutEvent<'hc-error'>['detail'][] = []
    const onError = ({ detail }: HostedCheckoutEvent<'hc-error'>) => void heard.push(detail)
    aPage({ session: 'cs_1', checkoutUrl: at('missing'), onError })
    await expect.poll(() => heard).toHaveLength(1)
    expect(heard[0]).toEqual({
      session: 'cs_1',
      snapshot: null,
      code: 'network',
      message: `${at('missing')}/hosted-checkout.js was not loaded: check that a checkout runs there, and script-src of this page.`,
      docs: `${at('missing')}/docs#when-it-cannot-be-shown`,
    })
    expect(written).toHaveBeenCalledWith(expect.objectContaining({ message: heard[0]?.message }))
    written.mockRestore()
  })

  test('the React component says nothing once it is gone', async () => {
    const written = vi.spyOn(console, 'error').mockImplementation(() => {})
    const heard: string[] = []
    const gone = aPage({ checkoutUrl: at('missing'), onError: () => void heard.push('gone') })
    gone.unmount()
    aPage({ checkoutUrl: at('missing'), onError: () => void heard.push('there') })
    await expect.poll(() => heard).toEqual(['there'])
    written.mockRestore()
  })

  test('the React component loads nothing where no checkoutUrl is', async () => {
    aPage({ session: 'cs_1' })
    expect(customElements.get('hosted-checkout')).toBeUndefined()
    expect(loadedScripts()).toEqual([])
  })

  test('the React component loads the script of its checkoutUrl, once in a page', async () => {
    aPage({ checkoutUrl: at('first') }, { checkoutUrl: at('first') }, { checkoutUrl: at('second') })
    const found = await customElements.whenDefined('hosted-checkout')
    expect((found as HostedCheckoutClass).version).toBe('first')
    aPage({ checkoutUrl: at('second') })
    await expect.poll(() => document.querySelectorAll('hosted-checkout:defined').length).toBe(4)
    expect(new Set(loadedScripts())).toEqual(new Set([`${at('first')}/hosted-checkout.js`]))
  })
})
