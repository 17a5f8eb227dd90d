import { expect, onTestFinished, test, vi } from 'vitest'
import { HostedCheckout } from '../hosted-checkout.ts'
import { speakAsFrame } from '../test/a-card-frame.ts'
import {
  aCheckoutView,
  cardFrame,
  expectReceipt,
  mountCheckout,
  openCheckout,
  pay,
} from '../test/a-checkout.ts'

/** Happens in a page with two script elements, or with a script and a bundle. */
async function loadAgain(copy: string) {
  const said = vi.spyOn(console, 'warn').mockImplementation(() => undefined)
  onTestFinished(() => said.mockRestore())
  const script: string = `/widget/hosted-checkout.ts?${copy}`
  const { HostedCheckout: loaded } = await import(/* @vite-ignore */ script)
  return { loaded: loaded as typeof HostedCheckout, said: said.mock.calls.flat() }
}

// This test comes last, because it changes the version of the copy that came first.
test('checkout page §7: the same script a second time is nothing new', async () => {
  const { element, view } = await openCheckout()
  const { loaded, said } = await loadAgain('same')
  expect(loaded).not.toBe(HostedCheckout)
  expect([customElements.get('hosted-checkout'), said]).toEqual([HostedCheckout, []])
  element.remove()
  mountCheckout(view)
  await speakAsFrame(await cardFrame())
  pay()
  await expectReceipt()
})

test('checkout page §7: of two versions the first stays, and the page is told of it once', async () => {
  const { version } = HostedCheckout
  Object.assign(HostedCheckout, { version: '0.0.9' })
  onTestFinished(() => void Object.assign(HostedCheckout, { version }))
  const { said } = await loadAgain('newer')
  expect(said).toEqual([`hosted-checkout ${version} was loaded beside 0.0.9, which stays.`])
  expect(mountCheckout(aCheckoutView({ id: '' })).element).toBeInstanceOf(HostedCheckout)
})
