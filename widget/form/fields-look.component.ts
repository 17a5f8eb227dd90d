import { describe, expect, test } from 'vitest'
import { userEvent } from 'vitest/browser'
import {
  aCheckoutView,
  cardFrame,
  field,
  mountCheckout,
  openCheckout,
  style,
} from '../test/a-checkout.ts'
import { serveCheckout } from '../test/a-checkout-server.ts'

const styleOf = (element: Element, name: string, part?: string) =>
  getComputedStyle(element, part).getPropertyValue(name)

/** The test provider's own fields. */
async function openCardFields() {
  const frameUrl = `${location.origin}/payment-frame`
  const view = aCheckoutView({ payment: { provider: 'test', frameUrl } })
  serveCheckout(view)
  mountCheckout(view)
  const iframe = await cardFrame()
  await expect.poll(() => iframe.dataset['ready']).toBe('')
  const inside = iframe.contentDocument!
  return { inside, at: (id: string) => inside.getElementById(id)! }
}

const topOf = (element: Element) => element.getBoundingClientRect().top

describe('checkout page §2: the card fields', () => {
  test('expiry and code stand in line when the label of one wraps, whatever is below', async () => {
    const { inside, at } = await openCardFields()
    inside.querySelector('[for=cvc]')!.textContent = 'Código de seguridad '.repeat(6)
    at('exp-error').textContent = 'Introduce la fecha de caducidad '.repeat(6)
    expect(topOf(at('cvc'))).toBe(topOf(at('exp')))
    expect(topOf(at('number'))).toBeLessThan(topOf(at('exp')))
  })

  test('from right to left the card fields begin at one line, and the tick has its room', async () => {
    const { inside, at } = await openCardFields()
    inside.documentElement.dir = 'rtl'
    for (const id of ['number', 'exp', 'cvc']) {
      expect(styleOf(at(id), 'padding-right')).toBe('14px')
      expect(styleOf(at(id), 'padding-left')).toBe('40px')
      expect(styleOf(at(id), 'text-align')).toBe('right')
    }
  })

  test('a second line of what is wrong begins below the first, not below its mark', async () => {
    const { inside, at } = await openCardFields()
    at('exp-error').textContent = 'Introduce la fecha de caducidad '.repeat(6)
    const text = inside.createRange()
    text.selectNodeContents(at('exp-error'))
    const lines = [...text.getClientRects()].map(({ left }) => Math.round(left))
    expect(lines.length).toBeGreaterThan(1)
    expect(new Set(lines).size).toBe(1)
    expect(lines[0]).toBe(Math.round(at('exp').getBoundingClientRect().left) + 22)
  })
})

describe('checkout page §2: the terms to agree to', () => {
  test('the terms have a box in the store’s own colours, with a tick', async () => {
    style('hosted-checkout { --hc-accent: rgb(120, 0, 60); --hc-bg: rgb(250, 245, 235); }')
    const { store, ...view } = aCheckoutView()
    const seller = {
      legalName: 'Loom & Co, S.L.',
      address: 'Calle Luna 4',
      termsUrl: 'https://loom.example/terms',
      privacyUrl: 'https://loom.example/privacy',
      mustAgree: true,
    }
    await openCheckout({ view: { ...view, store: { ...store, seller } } })
    const box = field(/^I agree/)
    expect(styleOf(box, 'appearance')).toBe('none')
    expect(styleOf(box, 'border-radius')).toBe('5px')
    expect(styleOf(box, 'background-color')).toBe('rgb(250, 245, 235)')
    expect(styleOf(box, 'content', '::before')).toBe('none')
    await userEvent.click(box)
    expect(styleOf(box, 'background-color')).toBe('rgb(120, 0, 60)')
    expect(styleOf(box, 'color')).toBe('rgb(255, 255, 255)')
    expect(styleOf(box, 'content', '::before')).toContain('✓')
  })
})
