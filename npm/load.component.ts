import { describe, expect, expectTypeOf, test } from 'vitest'
import { loadHostedCheckout } from './load.ts'

// Answered by scripts/frame-documents.ts. A page can define an element only once, so the order
// counts.
const at = (folder: string) => `${location.origin}/checkout-script/${folder}`

describe('decision 70: the package, loadHostedCheckout', () => {
  test('loadHostedCheckout types the events for whoever listens to the whole page', () => {
    expectTypeOf<DocumentEventMap['hc-complete']['detail']['orderNumber']>().toEqualTypeOf<string>()
  })

  test('loadHostedCheckout says what to check when there is no script', async () => {
    await expect(loadHostedCheckout(at('missing'))).rejects.toThrow(
      `${at('missing')}/hosted-checkout.js was not loaded: check that a checkout runs there`,
    )
  })

  test('loadHostedCheckout refuses a script that is no checkout’s', async () => {
    await expect(loadHostedCheckout(at('other'))).rejects.toThrow('it defines no <hosted-checkout>')
  })

  test('loadHostedCheckout refuses a script that is not the one with this hash', async () => {
    const integrity = `sha384-${'A'.repeat(64)}`
    const file = 'pinned.js'
    await expect(loadHostedCheckout(at('other'), { file, integrity })).rejects.toThrow(
      `${at('other')}/pinned.js was not loaded`,
    )
  })

  test('loadHostedCheckout tries again when it is called again, and is there for everybody then', async () => {
    await expect(loadHostedCheckout(at('late'))).rejects.toThrow('was not loaded')
    const both = await Promise.all([
      loadHostedCheckout(`${at('late')}/`),
      loadHostedCheckout(at('late')),
    ])
    expect(both.map((found) => found?.version)).toEqual(['late', 'late'])
    expect(document.createElement('hosted-checkout')).toBeInstanceOf(both[0])
  })

  test('loadHostedCheckout takes the element that is there already', async () => {
    expect(await loadHostedCheckout(at('missing'))).toBe(customElements.get('hosted-checkout'))
  })
})
